; Which nodes of a Nix tree belong to which category of look.md, section 6. Where several rules take one node, the last
; one counts; a node inside another one wins over it. What no rule takes is an identifier.

["assert" "else" "if" "in" "inherit" "let" "or" "rec" "then" "with"] @keyword

; What is bound, and what is said of it.
(binding attrpath: (attrpath attr: (identifier) @type))
(inherited_attrs attr: (identifier) @type)
((variable_expression name: (identifier) @keyword)
  (#match? @keyword "^(abort|builtins|derivation|import|map|throw|toString)$"))
((variable_expression name: (identifier) @number) (#match? @number "^(true|false|null)$"))

["!" "!=" "&&" "*" "+" "++" "-" "->" "." "/" "//" "<" "<=" "=" "==" ">" ">=" "?" "@" "||"] @operator
(ellipses) @operator

(integer_expression) @number
(float_expression) @number
(string_expression) @string
(indented_string_expression) @string
(path_expression) @string
(hpath_expression) @string
(spath_expression) @string
(uri_expression) @string
(interpolation) @plain
(interpolation ["${" "}"] @operator)
(comment) @comment
