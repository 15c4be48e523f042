; Which nodes of a JavaScript tree belong to which category of look.md, section 6. Where several rules take one node, the last
; one counts; a node inside another one wins over it. What no rule takes is an identifier.

[
  "as" "async" "await" "break" "case" "catch" "class" "const" "continue" "debugger" "default" "delete" "do" "else"
  "export" "extends" "finally" "for" "from" "function" "get" "if" "import" "in" "instanceof" "let" "new" "of" "return"
  "set" "static" "switch" "target" "throw" "try" "typeof" "using" "var" "void" "while" "with" "yield"
] @keyword
(this) @keyword
(super) @keyword

; A name that begins with a capital is a class, in capitals alone a constant.
((identifier) @type (#match? @type "^[A-Z]"))
((identifier) @number (#match? @number "^[A-Z][A-Z0-9_]+$"))

[
  "!" "!=" "!==" "%" "%=" "&" "&&" "&&=" "&=" "*" "**" "**=" "*=" "+" "++" "+=" "-" "--" "-=" "." "..." "/" "/=" "<<"
  "<<=" "<=" "=" "==" "===" "=>" ">=" ">>" ">>=" ">>>" ">>>=" "?" "??" "??=" "@" "^" "^=" "|" "|=" "||" "||=" "~"
] @operator
(binary_expression ["<" ">"] @operator)
(ternary_expression ":" @operator)

(number) @number
(true) @number
(false) @number
(null) @number
(undefined) @number

(string) @string
(template_string) @string
(template_substitution) @plain
(template_substitution ["${" "}"] @operator)
(regex) @string
(regex "/" @string)
(decorator) @pragma
(hash_bang_line) @pragma
(comment) @comment
(html_comment) @comment
