"""Data profiles: what each column of a table holds, in numbers, bars and remarks.

Start with `table.py` (`profile`); `column.py` describes one column, `bars.py` counts it for a histogram,
`remarks.py` says what is odd about it, and `pairs.py` finds columns that go together.
"""
