; Which nodes of a Haskell tree belong to which category of look.md, section 6. Where several rules take one node, the
; last one counts; a node inside another one wins over it. What no rule takes is an identifier.

; Words of the language.
[
  "module" "where" "import" "qualified" "hiding" "as"
  "data" "newtype" "type" "class" "instance" "family" "role" "pattern" "deriving" "default"
  "let" "in" "if" "then" "else" "case" "of" "do" "mdo" "rec"
  "infix" "infixl" "infixr" "forall" "∀" "foreign" "export"
  "stock" "anyclass" "via" "using" "by" "group"
] @keyword

(lambda_case ["case" "cases"] @keyword)
(type_role ["nominal" "representational" "phantom"] @keyword)
(calling_convention) @keyword
(safety) @keyword
(namespace) @keyword

; Names of types, classes, constructors and modules.
(name) @type
(constructor) @type
(star) @type
(unit) @type
(prefix_list) @type
(module_id) @type
(constructor_operator) @type

; What holds the program together.
(operator) @operator
(all_names) @operator
(wildcard) @operator
[
  "=" "|" "\\" "->" "→" "<-" "←" "=>" "⇒" "::" "∷" ".." "@" "!" "~" "-" "*" "'" "''" "$" "$$" "%" "⊸" "->."
] @operator
(infix_id ["`"] @operator)
; The dot after the name of a module belongs to it.
(module "." @type)
(qualified (module) @type)
; A name between backquotes is used as an operator.
(infix_id (variable) @operator)

; Literals.
(integer) @number
(float) @number
(char) @string
(string) @string
(quasiquote_body) @string
(quoter) @pragma
(label) @type
(implicit_variable) @plain

(import_package) @string
(entity (string) @string)

; What the compiler is told, and what it is not.
(pragma) @pragma
(cpp) @pragma
(comment) @comment
(haddock) @comment
