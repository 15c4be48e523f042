; Which nodes of a Rust tree belong to which category of look.md, section 6. Where several rules take one node, the last
; one counts; a node inside another one wins over it. What no rule takes is an identifier.

[
  "as" "async" "await" "break" "const" "continue" "default" "dyn" "else" "enum" "extern" "fn" "for" "gen" "if" "impl"
  "in" "let" "loop" "macro_rules!" "match" "mod" "move" "pub" "raw" "ref" "return" "static" "struct" "trait" "try"
  "type" "union" "unsafe" "use" "where" "while" "yield"
] @keyword
(mutable_specifier) @keyword
(self) @keyword
(super) @keyword
(crate) @keyword

(type_identifier) @type
(primitive_type) @type
(lifetime) @type
(enum_variant name: (identifier) @type)
; A name that begins with a capital is a variant, a type or a constant.
((identifier) @type (#match? @type "^[A-Z]"))

[
  "!" "!=" "%" "%=" "&" "&&" "&=" "*" "*=" "+" "+=" "-" "-=" "->" ".." "..." "..=" "/" "/=" "<<" "<<=" "<=" "="
  "==" "=>" ">=" ">>" ">>=" "?" "@" "^" "^=" "|" "|=" "||"
] @operator
(binary_expression ["<" ">"] @operator)

(integer_literal) @number
(float_literal) @number
(boolean_literal) @number
(string_literal) @string
(raw_string_literal) @string
(char_literal) @string

(attribute_item) @pragma
(inner_attribute_item) @pragma
(attribute_item (attribute (_) @pragma))
(inner_attribute_item (attribute (_) @pragma))
(shebang) @pragma

(line_comment) @comment
(block_comment) @comment
