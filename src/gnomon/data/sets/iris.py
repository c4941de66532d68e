"""The variants of Iris in the literature, and the held-out rows of two examples."""

import numpy as np
from sklearn.datasets import load_iris

from gnomon.arrays import Floats
from gnomon.data.sets.printed import ZAKI
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.registry import sets

NAMES = ("sepal length", "sepal width", "petal length", "petal width")
FISHER = "R. A. Fisher, The use of multiple measurements in taxonomic problems (1936)"

# The copy of the UCI repository has these values in rows 34 and 37, where Fisher's paper has different ones.
_UCI_ROWS = [34, 37]
_UCI_VALUES = (4.9, 3.1, 1.5, 0.1)

_HELD_OUT_FULL_BAYES = (
    5, 9, 13, 14, 18, 25, 33, 34, 42, 48, 53, 57, 58, 59, 65, 77, 80, 83, 88, 98,
    101, 107, 109, 120, 123, 128, 138, 141, 145, 149,
)  # fmt: skip
_HELD_OUT_COMPONENTS = (
    51, 57, 64, 79, 81, 87, 88, 91, 92, 93,
    2, 5, 14, 28, 30, 36, 39, 42, 46, 106, 107, 108, 109, 113, 123, 126, 133, 138, 145, 146,
)  # fmt: skip


def iris() -> Task:
    """Iris as scikit-learn ships it, equal to Fisher's paper."""
    return Task(Table.of(_measurements(), names=NAMES), _species(), name="iris")


def iris_uci() -> Task:
    """Iris as the UCI repository ships it, with two rows that differ from Fisher's."""
    return Task(Table.of(_uci_measurements(), names=NAMES), _species(), name="iris-uci")


def iris_sepals() -> Task:
    """Sepal length and width alone: ten points occur with two labels."""
    return Task(Table.of(_measurements()[:, :2], names=NAMES[:2]), _species(), name="iris-sepals")


def iris_components() -> Task:
    """The first two principal components of the UCI copy, versicolor (positive) against the rest."""
    X = _uci_measurements()
    centered = X - X.mean(axis=0)
    axes = np.linalg.svd(centered, full_matrices=False)[2][:2]
    scores = centered @ axes.T
    # The signs of components are arbitrary: here setosa lies at positive first, versicolor at negative second
    # coordinates.
    scores *= np.where([scores[:50, 0].mean() > 0, scores[50:100, 1].mean() < 0], 1.0, -1.0)
    labels = np.where(_species() == "versicolor", "versicolor", "other")
    table = Table.of(scores, names=("component 1", "component 2"))
    return Task(table, labels, positive="versicolor", name="iris-components")


def iris_held_out() -> Table:
    """Which rows two worked examples hold out: full Bayes on the sepals, naive Bayes on the components."""
    rows = np.arange(150)
    full, naive = np.isin(rows, _HELD_OUT_FULL_BAYES), np.isin(rows, _HELD_OUT_COMPONENTS)
    return Table.of({"full bayes": full, "naive bayes": naive})


def _measurements() -> Floats:
    return np.array(load_iris().data, dtype=np.float64)


def _uci_measurements() -> Floats:
    X = _measurements()
    X[_UCI_ROWS] = _UCI_VALUES
    return X


def _species() -> np.ndarray:
    bunch = load_iris()
    return np.asarray(bunch.target_names)[bunch.target].astype(str)


sets.add(
    "iris", iris, "Three species of iris by four measurements", source=FISHER, rows=150, columns=5, task=True
)
sets.add(
    "iris-uci",
    iris_uci,
    "Iris as in the UCI repository: two rows differ from Fisher's",
    source=f"{FISHER}; UCI machine learning repository",
    rows=150,
    columns=5,
    task=True,
)
sets.add(
    "iris-sepals",
    iris_sepals,
    "Iris by its sepals alone",
    source=f"{ZAKI}, example 22.1",
    rows=150,
    columns=3,
    task=True,
)
sets.add(
    "iris-components",
    iris_components,
    "Versicolor against the other irises by two principal components",
    source=f"{ZAKI}, example 22.3",
    rows=150,
    columns=3,
    task=True,
)
sets.add(
    "iris-held-out",
    iris_held_out,
    "The rows of Iris that two worked examples hold out, found by search",
    source=f"recovered from the figures of {ZAKI}",
    rows=150,
    columns=2,
    task=False,
)
