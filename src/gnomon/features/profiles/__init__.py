"""Data profiles (exploratory data analysis): descriptive statistics, histograms and remarks per column.

Start with `table.py` (`profile`); `column.py` describes one column, `bars.py` computes histograms,
`remarks.py` flags anomalies, and `pairs.py` finds strongly associated columns.
"""
