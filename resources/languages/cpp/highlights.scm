; What C++ has besides C: read after the rules of C.

[
  "catch" "class" "co_await" "co_return" "co_yield" "concept" "consteval" "constinit" "decltype" "delete" "explicit"
  "final" "friend" "mutable" "namespace" "new" "noexcept" "operator" "override" "private" "protected" "public"
  "requires" "static_assert" "template" "throw" "try" "typename" "using" "virtual"
  "and" "and_eq" "bitand" "bitor" "compl" "not" "not_eq" "or" "or_eq" "xor" "xor_eq"
] @keyword
(this) @keyword
(auto) @type
(namespace_identifier) @type

["::" "->*" ".*" "<=>"] @operator
(template_argument_list ["<" ">"] @plain)
(template_parameter_list ["<" ">"] @plain)

(raw_string_literal) @string
(literal_suffix) @number
