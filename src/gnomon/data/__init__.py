"""From files and arrays to a Task: what is known about the data, fixed once.

Start with `task.py` (the question: features, target, roles) and `table.py` (named columns, each with a kind).

    read        a file becomes a Table, by its suffix; one reader a format in `files`
    column      a Column, and how its kind is found out
    frames      pandas, polars and other data frames, through narwhals
    table       the Table
    encode      a Table as numbers
    suspects    warnings about columns that a learner would misuse
    task        the Task
    sets        small data sets from the literature, by name
    generate    data drawn at random, some with the truth known
"""
