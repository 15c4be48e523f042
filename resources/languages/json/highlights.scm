; Which nodes of a JSON tree belong to which category of look.md, section 6. Where several rules take one node, the last
; one counts; a node inside another one wins over it. What no rule takes is plain.

(string) @string
; The name of a member, not its value.
(pair key: (string) @type)
(number) @number
(true) @keyword
(false) @keyword
(null) @keyword
(comment) @comment
