; Which nodes of a Python tree belong to which category of look.md, section 6. Where several rules take one node, the last
; one counts; a node inside another one wins over it. What no rule takes is an identifier.

[
  "and" "as" "assert" "async" "await" "break" "case" "class" "continue" "def" "del" "elif" "else" "except" "exec"
  "finally" "for" "from" "global" "if" "import" "in" "is" "is not" "lambda" "match" "nonlocal" "not" "not in" "or"
  "pass" "print" "raise" "return" "try" "type" "while" "with" "yield"
] @keyword
((identifier) @keyword (#match? @keyword "^(self|cls)$"))

; A name that begins with a capital is a class, in capitals alone a constant.
((identifier) @type (#match? @type "^_*[A-Z]"))
((identifier) @number (#match? @number "^_*[A-Z][A-Z0-9_]+$"))
(type (identifier) @type)
(class_definition name: (identifier) @type)
((identifier) @type
  (#match? @type "^(bool|bytearray|bytes|complex|dict|float|frozenset|int|list|object|set|str|tuple)$"))

[
  "!=" "%" "%=" "&" "&=" "*" "**" "**=" "*=" "+" "+=" "-" "-=" "->" "/" "//" "//=" "/=" ":=" "<" "<<" "<<=" "<=" "="
  "==" ">" ">=" ">>" ">>=" "@" "@=" "^" "^=" "|" "|=" "~"
] @operator

(integer) @number
(float) @number
(true) @number
(false) @number
(none) @number
(ellipsis) @number

(string) @string
(interpolation) @plain
(decorator) @pragma
(decorator (_) @pragma)
(decorator "@" @pragma)
(comment) @comment
