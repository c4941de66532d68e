"""A raw table made fit for a learner, inside every fold: kinds, missing values, categories, dates, scale.

Start at `preparation.py`: it decides what each column needs, and says why. `prepare_table.py` is the one
transformer that does it; `raw_columns.py` reads any table, `dates.py` reads dates, `scale_need.py` asks a
learner whether its answer depends on the units of the columns.
"""
