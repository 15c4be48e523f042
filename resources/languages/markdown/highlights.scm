; Which nodes of a Markdown tree belong to which category of look.md, section 6. Where several rules take one node, the last
; one counts; a node inside another one wins over it. What no rule takes is plain.

(inline) @inject.markdown-inline
(pipe_table_cell) @inject.markdown-inline

(atx_heading) @keyword
(setext_heading) @keyword
[
  (list_marker_plus) (list_marker_minus) (list_marker_star) (list_marker_dot) (list_marker_parenthesis)
  (task_list_marker_checked) (task_list_marker_unchecked) (thematic_break) (block_quote_marker)
] @operator
(pipe_table_header "|" @operator)
(pipe_table_row "|" @operator)
(pipe_table_delimiter_row) @operator
(pipe_table_header (pipe_table_cell) @keyword)

(indented_code_block) @string
(code_fence_content) @string
(code_fence_content) @inject.fence
(fenced_code_block_delimiter) @operator
(info_string) @type
(link_label) @type
(link_destination) @string
(link_title) @string
(html_block) @pragma
(minus_metadata) @pragma
(plus_metadata) @pragma
(block_continuation) @operator
