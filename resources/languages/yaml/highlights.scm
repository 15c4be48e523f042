; Which nodes of a YAML tree belong to which category of look.md, section 6. Where several rules take one node, the last
; one counts; a node inside another one wins over it. What no rule takes is plain.

(string_scalar) @string
(double_quote_scalar) @string
(single_quote_scalar) @string
(block_scalar) @string
(integer_scalar) @number
(float_scalar) @number
(boolean_scalar) @number
(null_scalar) @number
(timestamp_scalar) @number

; The name of a member, not its value.
(block_mapping_pair key: (flow_node [(double_quote_scalar) (single_quote_scalar)] @type))
(block_mapping_pair key: (flow_node (plain_scalar (_) @type)))
(flow_mapping (_ key: (flow_node [(double_quote_scalar) (single_quote_scalar)] @type)))
(flow_mapping (_ key: (flow_node (plain_scalar (_) @type))))

["-" ":" "?" "|" ">" "," "---" "..."] @operator
(anchor) @pragma
(alias) @pragma
(tag) @pragma
(yaml_directive) @pragma
(tag_directive) @pragma
(reserved_directive) @pragma
(comment) @comment
