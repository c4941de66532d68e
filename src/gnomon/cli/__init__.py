"""The `gnomon` command: `main.py` gathers the commands, `commands` has the options and help of each.

The work of a command is in a file beside this one; `options.py` holds the options that several share,
`terminal.py` all that is printed, and `lessons` the worked examples.

Results go to standard output; progress, notes and errors to standard error. Exit codes: 0 success, 1 a check
or verification failed, 2 an error in the request or the data (reported in one line), 130 interrupted by
Ctrl-C.
"""
