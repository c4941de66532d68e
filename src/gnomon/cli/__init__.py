"""The `gnomon` command: `main.py` gathers the commands, `commands` has the options and help of each.

The work of a command is in a file beside this one; `options.py` holds the options that several share,
`terminal.py` all that is printed, and `lessons` the worked examples.

Answers go to standard output; progress, notes and errors to standard error. Exit codes: 0 done, 1 done and
what was looked at is not as it should be, 2 something was wrong with what was asked (one line says what),
130 stopped by Ctrl-C.
"""
