; Which nodes of a TOML tree belong to which category of look.md, section 6. Where several rules take one node, the last
; one counts; a node inside another one wins over it. What no rule takes is plain.

(bare_key) @type
(quoted_key) @type
(table (bare_key) @keyword)
(table (quoted_key) @keyword)
(table (dotted_key (_) @keyword))
(table_array_element (bare_key) @keyword)
(table_array_element (quoted_key) @keyword)
(table_array_element (dotted_key (_) @keyword))
["=" "."] @operator
(string) @string
(integer) @number
(float) @number
(boolean) @number
(offset_date_time) @number
(local_date_time) @number
(local_date) @number
(local_time) @number
(comment) @comment
