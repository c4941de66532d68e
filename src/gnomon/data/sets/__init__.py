"""Small data sets from the literature, and those that scikit-learn ships.

`load(name)` loads one; `gnomon.registry.sets` lists them with title, source and size. The files here hold the
published tables: `teaching`, `sport`, `mail`, `points` and `clusters` hold training examples, `scores`,
`confusions` and `folds` hold results for evaluation, `films` a matrix, `iris` the variants of Iris,
`bundled` the data sets of scikit-learn, `heart`, `cars` and `wisconsin` CSV files of this folder (read by
`packaged`). `printed` registers a table written as text.

Bayesian networks with fixed probability tables are not data sets: `gnomon.networks.burglary()`,
`sprinkler()`, `asia()` and `monty_hall()` make them, and the `sample` of a network draws rows.
"""

from typing import Literal, overload

from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.registry import sets

TableName = Literal[
    "bagging-losses",
    "boosting-rounds",
    "confusion-diagnosis",
    "confusion-iris",
    "confusion-newsgroups",
    "confusion-versicolor",
    "digits-polynomial",
    "digits-power-series",
    "digits-smoothing",
    "distances-abcd",
    "exercise-scores",
    "fawcett-scores",
    "films",
    "films-genres",
    "films-people",
    "folds-full-bayes",
    "folds-logistic-stump",
    "folds-naive-full",
    "iris-held-out",
    "iris-scores",
    "linnerud",
    "mail-words",
    "naive-bayes-scores",
    "people",
    "student-t",
    "three-gaussians",
    "tied-scores",
]


# A name is either a table's or a task's, so that the overloads do not overlap.
@overload
def load(name: TableName) -> Table: ...  # type: ignore[overload-overlap]
@overload
def load(name: str) -> Task: ...
def load(name: str) -> Task | Table:
    """Load a data set by name: a Task, or a Table if there is nothing to learn (scores, matrices).

    >>> load("play-tennis")
    Task 'play-tennis': classification of 14 rows by 4 features into No, Yes
    >>> load("fawcett-scores")
    Table of 20 rows and 2 columns: score (quantitative), class (categorical)
    """
    if name not in sets and name.replace("_", "-") in sets:
        name = name.replace("_", "-")
    data: Task | Table = sets[name].thing()
    return data
