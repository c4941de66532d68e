"""Supervised discretization: MDLP against the nearest thing, a tree on one column with as many leaves.

The quality is the information, in bits, that the bins have of the classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from benchmarks.case import Case, share_equal
from gnomon.features.recursive_partition import RecursivePartition
from gnomon.probability.shared_information import mutual_information
from gnomon.probability.tables import joint_counts


def cases(size: str) -> Iterator[Case]:
    n_rows = 100_000 if size == "quick" else 1_000_000
    yield partition(n_rows, 1)
    yield partition(n_rows, 10)


def partition(n_rows: int, n_columns: int) -> Case:
    random = np.random.default_rng(0)
    X = random.normal(size=(n_rows, n_columns))
    y = (X[:, 0] + 0.5 * random.normal(size=n_rows) > 0).astype(np.int64)
    leaves = [len(cuts) + 1 for cuts in RecursivePartition().fit(X, y).cuts_ if cuts is not None]

    def ours() -> Any:
        return RecursivePartition().fit(X, y).transform(X)[:, 0]

    def peer() -> Any:
        found = [_leaf(X[:, [column]], y, max(count, 2)) for column, count in enumerate(leaves)]
        return found[0]

    return Case(
        "features",
        f"cut by description length, {n_rows:,} x {n_columns}",
        "scikit-learn tree a column",
        ours,
        peer,
        lambda codes: float(mutual_information(joint_counts(codes, y))),
        "bits of the bins",
        share_equal,
        within=2.0,
    )


def _leaf(X: Any, y: Any, leaves: int) -> Any:
    tree = DecisionTreeClassifier(criterion="entropy", max_leaf_nodes=leaves, random_state=0).fit(X, y)
    cuts = np.sort(tree.tree_.threshold[tree.tree_.feature >= 0])
    return np.searchsorted(cuts, X[:, 0], side="right")
