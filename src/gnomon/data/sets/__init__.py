"""Small data sets from the literature, and those that scikit-learn ships, by name.

`load(name)` is the door; `gnomon.registry.sets` lists them with title, source and size. The files here hold
the tables as they are printed, grouped by what they are: `teaching`, `sport`, `mail`, `points` and `clusters`
hold examples to learn from, `scores`, `confusions` and `folds` hold results to be assessed, `films` a
matrix, `iris` the variants of Iris, `bundled` the sets of scikit-learn, `heart`, `cars` and
`wisconsin` tables that are files of this folder (`packaged` reads them). `printed` turns text into a set.

Bayesian networks with tables set by hand are no rows to load: `gnomon.burglary()`, `sprinkler()`, `asia()`
and `monty_hall()` make them, and the `sample` of a network draws rows.
"""

from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.registry import sets


def load(name: str) -> Task | Table:
    """The data set of this name: a Task, or a Table where there is nothing to learn (scores, matrices).

    >>> load("play-tennis")
    Task 'play-tennis': classification of 14 rows by 4 features into No, Yes
    >>> load("fawcett-scores")
    Table of 20 rows and 2 columns: score (quantitative), class (categorical)
    """
    if name not in sets and name.replace("_", "-") in sets:
        name = name.replace("_", "-")
    found: Task | Table = sets[name].thing()
    return found
