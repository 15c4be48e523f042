; Elements of JSX, in JavaScript and TypeScript.

(jsx_opening_element ["<" ">"] @operator)
(jsx_closing_element ["</" ">"] @operator)
(jsx_self_closing_element ["<" "/>"] @operator)
(jsx_opening_element name: (_) @type)
(jsx_closing_element name: (_) @type)
(jsx_self_closing_element name: (_) @type)
(jsx_attribute (property_identifier) @type)
(html_character_reference) @number
