; Which nodes of a shell tree belong to which category of look.md, section 6. Where several rules take one node, the last
; one counts; a node inside another one wins over it. What no rule takes is plain.

[
  "case" "declare" "do" "done" "elif" "else" "esac" "export" "fi" "for" "function" "if" "in" "local" "readonly"
  "select" "then" "typeset" "unset" "until" "while"
] @keyword
((command_name (word) @keyword)
  (#match? @keyword "^(alias|bind|break|builtin|cd|command|continue|eval|exec|exit|getopts|hash|let|printf|pushd|popd|pwd|read|return|set|shift|shopt|source|test|trap|type|ulimit|umask|unalias|wait|\\.|:|\\[)$"))

(variable_name) @type
(special_variable_name) @type
(simple_expansion "$" @type)
(expansion ["${" "}"] @type)
(command_substitution ["$(" ")" "`"] @operator)

[
  "!=" "&" "&&" "&>" "&>>" "<" "<&" "<<" "<<-" "<<<" "=" "+=" "==" "=~" ">" ">&" ">>" ">|" "|" "|&" "||" ";;" "[["
  "]]"
] @operator
(test_operator) @operator
(test_command ["[" "]"] @operator)
(negated_command "!" @operator)

(number) @number
(file_descriptor) @number

(string) @string
(raw_string) @string
(ansi_c_string) @string
(translated_string) @string
(heredoc_body) @string
(heredoc_start) @pragma
(heredoc_end) @pragma
(regex) @string
(string (simple_expansion) @type)
(string (command_substitution) @plain)
(comment) @comment
