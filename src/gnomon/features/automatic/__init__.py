"""Automatic preprocessing of raw tables inside every fold: kinds, imputation, encoding, dates, scaling.

Start with `preparation.py`, which plans the preprocessing of each column with its reason. `prepare_table.py`
is the transformer that applies it; `raw_columns.py` reads any table, `dates.py` parses dates, and `needs.py`
determines whether a learner requires encoding, imputation or scaling.
"""
