"""The `gnomon` command: what to type is in `main.py`; each command has a file of its own.

Answers go to standard output; progress, notes and errors to standard error. Exit codes: 0 done, 1 done and
what was looked at is not as it should be, 2 something was wrong with what was asked (one line says what),
130 stopped by Ctrl-C.
"""
