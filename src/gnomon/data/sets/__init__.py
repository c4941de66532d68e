"""Small data sets from the literature, and those that scikit-learn ships, by name.

`load(name)` is the door; `gnomon.registry.sets` lists them with title, source and size. The files here hold
the tables as they are printed, grouped by what they are: `teaching`, `sport`, `mail`, `points` and `clusters`
hold examples to learn from, `scores`, `confusions` and `folds` hold results to be assessed, `films` a
matrix, `iris` the variants of Iris, `bundled` the sets of scikit-learn, `heart`, `cars` and
`wisconsin` tables that are files of this folder (`packaged` reads them). `printed` turns text into a set.

Bayesian networks with tables set by hand are no rows to load: `gnomon.networks.burglary()`, `sprinkler()`,
`asia()` and `monty_hall()` make them, and the `sample` of a network draws rows.
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


# A name is either a table's or a task's, so that the two signatures never meet.
@overload
def load(name: TableName) -> Table: ...  # type: ignore[overload-overlap]
@overload
def load(name: str) -> Task: ...
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
