"""Data loading: from files, data frames and arrays to a Table and a Task.

Start with `task.py` (features, target, roles) and `table.py` (named columns, each with a kind).

    read         reads a file into a Table, by its suffix; one reader per format in `files`
    column       a Column, and how its kind is inferred
    frames       pandas, polars and other data frames, through narwhals
    table        the Table; `build` makes it, `encode` turns it into a numeric matrix (one-hot encoding)
    task         the Task; `target` and `roles` check its parts, `suspects` warns of identifiers and dates
    sets         small data sets from the literature
    generate     synthetic data; `gaussians` with known posterior and Bayes error
"""
