//! What is which in a few lines of each language.

use super::*;

fn letter(category: Category) -> u8 {
    match category {
        Category::Plain => b' ',
        Category::Keyword => b'k',
        Category::Type => b't',
        Category::String => b's',
        Category::Comment => b'c',
        Category::Number => b'n',
        Category::Operator => b'o',
        Category::Pragma => b'p',
    }
}

/// Each line of the text, and below it a letter for the category of each byte.
fn coloured(id: &str, source: &str) -> String {
    let desk = Desk::new(id);
    let text = Text::from(source);
    desk.ask(1, &text, None, 0..source.len());
    let mut letters = vec![b' '; source.len()];
    for (range, category) in desk.settled(1).spans {
        letters[range.start.0..range.end.0].fill(letter(category));
    }
    let letters = String::from_utf8(letters).unwrap();
    let mut shown = String::new();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let below = &letters[at..at + line.trim_end().len()];
        shown.push_str(&format!("{}\n{}\n", line.trim_end(), below.trim_end()));
        at += line.len();
    }
    shown
}

/// Checks a sample in which each line is followed by its letters.
fn check(id: &str, sample: &str) {
    let lines: Vec<&str> = sample.lines().collect();
    let source: String = lines.iter().step_by(2).map(|line| format!("{line}\n")).collect();
    assert_eq!(coloured(id, &source), format!("{}\n", lines.join("\n")));
}

#[test]
fn haskell_modules_and_imports() {
    check(
        "haskell",
        r#"{-# LANGUAGE GADTs #-}
pppppppppppppppppppppp
-- | About this module.
ccccccccccccccccccccccc
module Data.Words (wordsIn, Shape (..), module Data.List) where
kkkkkk tttttttttt           ttttt  oo   kkkkkk ttttttttt  kkkkk
import qualified Data.Map as Map
kkkkkk kkkkkkkkk tttttttt kk ttt
import Data.Char hiding (isSpace)
kkkkkk ttttttttt kkkkkk
"#,
    );
}

#[test]
fn haskell_types() {
    check(
        "haskell",
        r#"data Shape a = Circle { radius :: Double } | a :+: Int
kkkk ttttt   o tttttt          oo tttttt   o   ttt ttt
  deriving stock (Eq, Show)
  kkkkkkkk kkkkk  tt  tttt
newtype Name = Name String
kkkkkkk tttt o tttt tttttt
type Pair a = (a, Maybe a)
kkkk tttt   o     ttttt
class Monoid m => Box m where
kkkkk tttttt   oo ttt   kkkkk
  type Elem m
  kkkk tttt
instance Box [a] where
kkkkkkkk ttt     kkkkk
data Expr t where IntE :: Int -> Expr Int
kkkk tttt   kkkkk tttt oo ttt oo tttt ttt
"#,
    );
}

#[test]
fn haskell_expressions() {
    check(
        "haskell",
        r#"infixl 6 <+>
kkkkkk n ooo
(<+>) :: forall a. Num a => a -> a -> a
 ooo  oo kkkkkk    ttt   oo   oo   oo
x <+> y = x `div` y * 0x1F -- half
  ooo   o   ooooo   o nnnn ccccccc
"#,
    );
    check(
        "haskell",
        r#"main = do
     o kk
  let xs = [1 .. 1.5e3] :: [Int]
  kkk    o  n oo nnnnn  oo  ttt
  if c == 'x' then f "one\n" else case m of
  kk   oo sss kkkk   sssssss kkkk kkkk   kk
    Just _ -> Map.lookup {- here -} k m
    tttt o oo tttt       cccccccccc
  forM_ xs $ \i -> print (-i)
           o o  oo        o
"#,
    );
}

#[test]
fn rust_is_a_second_record() {
    check(
        "rust",
        r##"#[derive(Debug)]
ppppppppptttttpp
pub fn main() -> Option<u8> {
kkk kk        oo tttttt tt
    let s: &'a str = "a\n"; // end
    kkk    ott ttt o sssss  cccccc
    match n { 0x1 => Some(1.5), _ => r#"raw"# }
    kkkkk     nnn oo tttt nnn     oo ssssssss
}

"##,
    );
}

#[test]
fn literate_haskell_by_bird_tracks() {
    check(
        "literate-haskell",
        r##"A module é here.



> module A where
  kkkkkk t kkkkk
> f x = x + 1 -- c
      o   o n cccc


module prose

"##,
    );
}

#[test]
fn literate_haskell_by_environments() {
    check(
        "literate-haskell",
        r##"Text let

\begin{code}

f = "s"
  o sss
\end{code}

let

"##,
    );
}

#[test]
fn cabal_line_by_line() {
    check(
        "cabal",
        r##"cabal-version: 3.0
ttttttttttttto nnn
-- note
ccccccc
name:          wordstat 2
tttto
synopsis: A 2nd one
tttttttto
library
kkkkkkk
  import: warnings
  tttttto
  build-depends: base >= 4.9 && < 5,
  ttttttttttttto      oo nnn oo o n
                 text ^>=2.0.1
                      ooonnnnn
  if flag(dev) || os(linux)
  kk           oo
    ghc-options: -Wall "-O2"
    ttttttttttto       sssss
  exposed: True
  ttttttto nnnn
"##,
    );
}

#[test]
fn c_colours() {
    check(
        "c",
        r##"#include <stdio.h>
pppppppp sssssssss
#define MAX 10 /* c */
ppppppp nnn    ccccccc
static unsigned long f(const char *s) { return s->n == 'x' ? NULL : 0x1F; }
kkkkkk tttttttt tttt   kkkkk tttt o     kkkkkk  oo  oo sss o nnnn o nnnn
#ifdef A
pppppp
typedef struct { int a; } Pair; // end
kkkkkkk kkkkkk   ttt      tttt  cccccc
#endif
pppppp
"##,
    );
}

#[test]
fn cpp_colours() {
    check(
        "cpp",
        r##"namespace a::b { template <typename T> class C : public D { using std::string; auto x = nullptr; }; }
kkkkkkkkk toot   kkkkkkkk  kkkkkkkk t  kkkkk t   kkkkkk t   kkkkk tttoo        tttt   o nnnnnnn
int main() { throw std::vector<int>{1, 2} << "s"; }
ttt          kkkkk tttootttttt ttt  n  n  oo sss
"##,
    );
}

#[test]
fn python_colours() {
    check(
        "python",
        r##"@dec(x)
ppppppp
class Foo(Base):
kkkkk ttt tttt
    def f(self, x: int = 1.5) -> None:
    kkk   kkkk     ttt o nnn  oo nnnn
        return f"a{x}" if not x else MAX # c
        kkkkkk sss   s kk kkk   kkkk nnn ccc
"##,
    );
}

#[test]
fn bash_colours() {
    check(
        "bash",
        r##"#!/bin/sh
ccccccccc
set -e; for x in "$@"; do echo "a $x ${y:-1} $(ls)" > out 2>&1; done # c
kkk     kkk t kk stts  kk      sssttttttssstooo  os o     noon  kkkk ccc
if [ -f a ] && [[ $x == 'b' ]]; then FOO=1 cmd; fi
kk o oo   o oo oo tt oo sss oo  kkkk ttton      kk
cat <<EOF
    ooppp
text
ssss
EOF
ppp
"##,
    );
}

#[test]
fn json_members_and_values() {
    check(
        "json",
        r##"{"a": "s", "b": [1, true, null]}
 ttt  sss  ttt   n  kkkk  kkkk
"##,
    );
}

#[test]
fn toml_colours() {
    check(
        "toml",
        r##"[a.b]
 kok
c.d = "s" # c
tot o sss ccc
e = [1, 2.5, true, 2020-01-01]
t o  n  nnn  nnnn  nnnnnnnnnn
[[x]]
  k
"##,
    );
}

#[test]
fn yaml_colours() {
    check(
        "yaml",
        r##"%YAML 1.2
ppppppppp
---
ooo
a: b # c
to s ccc
"k": &x !!str 'v'
ttto pp ppppp sss
l:
to
  - 1
  o n
  - true
  o nnnn
  - {m: *x, n: ~}
  o  to ppo to n
t: |
to o
  text
ssssss
  more
ssssss
"##,
    );
}

#[test]
fn markdown_with_code_in_it() {
    check(
        "markdown",
        r##"# Title *x* `c`
kkkkkkkktttksss


Text **bold** and *it* `code` [link](http://a "t") <b>.
     kkkkkkkk     tttt ssssss  tttt  ssssssss sss  ppp


- item
oo
1. one
ooo
> quote
oo


```haskell
ooottttttt
main = print 1 -- c
     o       n cccc
```
ooo


```zzz
ooottt
let x
sssss
```
ooo


| a | b |
o kko kko
|---|---|
ooooooooo
| 1 | `2` |
o   o sss o
"##,
    );
}

#[test]
fn javascript_colours() {
    check(
        "javascript",
        r##"#!/usr/bin/env node
ppppppppppppppppppp
import {a} from 'b'; // c
kkkkkk     kkkk sss  cccc
const X = `t${y + 1}u`, R = /a+/g;
kkkkk t o ssoo  o noss  t o sssss
class A extends B { async f() { return this.x ?? undefined; } }
kkkkk t kkkkkkk t   kkkkk       kkkkkk kkkko  oo nnnnnnnnn
const e = <Foo a="1">t &amp;</Foo>;
kkkkk   o ottt tossso  nnnnnoottto
"##,
    );
}

#[test]
fn typescript_colours() {
    check(
        "typescript",
        r##"interface A<T> { readonly x?: string; }
kkkkkkkkk t t    kkkkkkkk  o  tttttt
type B = keyof A<number> | 'lit';
kkkk t o kkkkk t tttttt  o sssss
enum E { X = 1 } function f(this: A): x is B { return x as B; }
kkkk t     o n   kkkkkkkk   kkkk  t     kk t   kkkkkk   kk t
"##,
    );
}

#[test]
fn tsx_colours() {
    check(
        "tsx",
        r##"const e: JSX.Element = <Foo a={1} />;
kkkkk    nnnottttttt o ottt to n  oo
"##,
    );
}

#[test]
fn nix_colours() {
    check(
        "nix",
        r##"{ pkgs ? import <nixpkgs> { }, ... }: # c
       o kkkkkk sssssssss      ooo    ccc
let x = 1; in rec { inherit x; y.z = "a${x}" + ./p; w = if true then null else ''t''; }
kkk t o n  kk kkk   kkkkkkk t  tot o ssoo os o sss  t o kk nnnn kkkk nnnn kkkk sssss
"##,
    );
}
