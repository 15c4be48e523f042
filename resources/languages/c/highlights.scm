; Which nodes of a C tree belong to which category of look.md, section 6. Where several rules take one node, the last
; one counts; a node inside another one wins over it. What no rule takes is an identifier.

[
  "break" "case" "const" "constexpr" "continue" "default" "do" "else" "enum" "extern" "for" "goto" "if" "inline"
  "register" "return" "sizeof" "static" "struct" "switch" "thread_local" "typedef" "union" "volatile" "while" "alignas"
  "alignof" "offsetof" "restrict" "noreturn" "_Atomic" "_Generic" "_Noreturn" "asm" "__asm__" "__attribute__"
] @keyword

(type_identifier) @type
(primitive_type) @type
(sized_type_specifier ["long" "short" "signed" "unsigned"] @type)

[
  "!" "!=" "%" "%=" "&" "&&" "&=" "*" "*=" "+" "++" "+=" "-" "--" "-=" "->" "." "..." "/" "/=" "<" "<<" "<<=" "<=" "="
  "==" ">" ">=" ">>" ">>=" "?" "^" "^=" "|" "|=" "||" "~"
] @operator
(conditional_expression ":" @operator)

(number_literal) @number
(true) @number
(false) @number
(null) @number
; A name in capitals is a constant, mostly of the preprocessor.
((identifier) @number (#match? @number "^[A-Z][A-Z0-9_]+$"))
(enumerator name: (identifier) @number)

(string_literal) @string
(char_literal) @string
(system_lib_string) @string

[
  "#define" "#elif" "#elifdef" "#elifndef" "#else" "#endif" "#if" "#ifdef" "#ifndef" "#include"
] @pragma
(preproc_directive) @pragma
(preproc_defined "defined" @pragma)
(attribute_specifier) @pragma
(attribute_declaration) @pragma
(comment) @comment
