"""From files and arrays to a Task: what is known about the data, fixed once.

Start with `task.py` (the question: features, target, roles) and `table.py` (named columns, each with a kind).

    read         a file becomes a Table, by its suffix; one reader a format in `files`
    column       a Column, and how its kind is found out
    frames       pandas, polars and other data frames, through narwhals
    table        the Table; `build` makes it, `encode` turns it into numbers
    task         the Task; `target` and `roles` check its parts, `suspects` warns of columns of no use
    sets         small data sets from the literature, by name
    generate     data drawn at random; `gaussians` with the truth known
"""
