; What TypeScript has besides JavaScript: read after the rules of JavaScript.

[
  "abstract" "accessor" "assert" "asserts" "declare" "enum" "global" "implements" "infer" "interface" "is" "keyof"
  "module" "namespace" "override" "private" "protected" "public" "readonly" "require" "satisfies" "type" "unique symbol"
] @keyword

(type_identifier) @type
(predefined_type) @type
(this_type) @type
(template_literal_type) @string
["?." "?:" "-?:" "+?:"] @operator
