"""Data sets that scikit-learn ships (Iris is in `iris`)."""

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn import datasets

from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.registry import sets


def _classification(name: str, read: Callable[[], Any]) -> Callable[[], Task]:
    def make() -> Task:
        bunch = read()
        labels = np.asarray(bunch.target_names)[bunch.target]
        labels = labels if labels.dtype.kind in "iu" else labels.astype(str)
        return Task(
            Table.of(bunch.data, names=[str(each) for each in bunch.feature_names]), labels, name=name
        )

    return make


def _diabetes() -> Task:
    bunch = datasets.load_diabetes()
    return Task(
        Table.of(bunch.data, names=list(bunch.feature_names)),
        bunch.target,
        kind="regression",
        name="diabetes",
    )


def _linnerud() -> Table:
    bunch = datasets.load_linnerud()
    names = [*bunch.feature_names, *bunch.target_names]
    return Table.of(np.column_stack([bunch.data, bunch.target]), names=names)


_TITLES = {
    "wine": ("Three growers of wine by 13 chemical measurements", "M. Forina et al. (1988)", 178, 14),
    "breast-cancer": (
        "Malignant and benign tumors by 30 measurements of cell nuclei",
        "W. H. Wolberg, W. N. Street and O. L. Mangasarian (1995), diagnostic set",
        569,
        31,
    ),
    "digits": ("Handwritten digits as images of 8 by 8 pixels", "E. Alpaydin and C. Kaynak (1998)", 1797, 65),
}
_READERS = {
    "wine": datasets.load_wine,
    "breast-cancer": datasets.load_breast_cancer,
    "digits": datasets.load_digits,
}

for _name, (_title, _source, _rows, _columns) in _TITLES.items():
    sets.add(
        _name,
        _classification(_name, _READERS[_name]),
        _title,
        source=_source,
        rows=_rows,
        columns=_columns,
        task=True,
    )

sets.add(
    "diabetes",
    _diabetes,
    "Progress of diabetes after a year by ten measurements",
    source="B. Efron, T. Hastie, I. Johnstone and R. Tibshirani, Least angle regression (2004)",
    rows=442,
    columns=11,
    task=True,
)
sets.add(
    "linnerud",
    _linnerud,
    "Three exercises and three body measurements of twenty men; no single target",
    source="M. Tenenhaus, La régression PLS (1998)",
    rows=20,
    columns=6,
    task=False,
)
