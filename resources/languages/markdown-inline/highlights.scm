; What stands within a paragraph or heading of Markdown.

(emphasis) @type
(strong_emphasis) @keyword
(strikethrough) @comment
(code_span) @string
(latex_block) @string
(link_text) @type
(image_description) @type
(link_label) @type
(shortcut_link) @type
(link_destination) @string
(link_title) @string
(uri_autolink) @string
(email_autolink) @string
(html_tag) @pragma
(entity_reference) @number
(numeric_character_reference) @number
(backslash_escape) @operator
(hard_line_break) @operator
