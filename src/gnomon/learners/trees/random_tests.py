"""The randomized tree: at each node some features and thresholds are drawn, and the best of them is kept.

A feature is a column, or a line through two columns (an oblique split). This is the tree that decision
forests are made of (Criminisi, Shotton & Konukoglu 2012); one feature and one threshold make it extremely
randomized.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Array, Floats, Integers
from gnomon.check import between, one_of, seed
from gnomon.learners.trees import leaves
from gnomon.learners.trees.impurity import impurities
from gnomon.learners.trees.present_classes import codes_of_present
from gnomon.learners.trees.tree import Tree
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.sharing.row_weights import in_rows
from gnomon.ties import first_largest


class RandomTestTree(ClassifierMixin, Learner):
    """Split each node by the best of a few random tests f(x) > threshold; leaves hold class shares.

    A column: f(x) = x_j. A line: f(x) = a x_j + b x_k, with a and b from the unit circle. A threshold is
    drawn evenly between the least and the greatest f at the node.

    Attributes
    ----------
    classes_ : the classes
    tree_ : the tree, as arrays; `tree_.directions` holds the lines

    Examples
    --------
    >>> import numpy as np
    >>> x = np.arange(8.0)[:, None]
    >>> RandomTestTree(feature_tests=1, threshold_tests=20).fit(x, x[:, 0] > 3).predict([[7.0]])
    array([ True])
    """

    feature_tests: int = between(1, inf, whole=True, default=10, help="features drawn at a node")
    threshold_tests: int = between(1, inf, whole=True, default=10, help="thresholds drawn for each feature")
    features: str = one_of("columns", "lines", default="columns", help="what is drawn", grid=("columns",))
    criterion: str = one_of(
        "entropy", "gini", default="entropy", help="what a split lowers", grid=("entropy",)
    )
    max_depth: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=None,
        help="most questions on a way; levels of nodes less one",
    )
    min_samples_split: int = between(2, inf, whole=True, default=2, help="least rows to split")
    min_gain: float = between(
        0, inf, default=0.0, help="least gain of a split, in bits for entropy; above it or none"
    )
    smoothing: float = between(0, inf, default=0.0, help="weight of virtual rows in a leaf, spread evenly")
    random_state: Any = seed(default=0)

    predicts_most_probable = True

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Grow the tree."""
        weight = np.ones(len(data.X)) if data.weight is None else in_rows(data.weight)
        code_of, present = codes_of_present(data.y, weight)
        self.classes_ = data.y.classes[present]
        codes = code_of[data.y.codes]
        counts = weight > 0
        self.tree_ = self._grown(data.X[counts], _Targets(codes[counts], weight[counts], int(present.sum())))
        self.n_features_ = data.X.shape[1]
        self._shares = leaves.distribution(self.tree_.value, self.smoothing)
        return self

    def predict_proba(self, X: Any) -> Floats:
        """The shares of the classes in the leaf that each row ends in."""
        check_is_fitted(self)
        return self._shares[self.tree_.apply(self.check_examples(X, reset=False))]

    def predict(self, X: Any) -> Array:
        """The commonest class of the leaf; the first of equals."""
        check_is_fitted(self)
        return np.asarray(self.classes_[first_largest(self.predict_proba(X))])

    def _grown(self, X: Floats, targets: _Targets) -> Tree:
        random = seeds.generator(self.random_state)
        nodes = _Nodes(X.shape[1])
        waiting = [(nodes.add(targets, -1, 0, self.criterion), np.arange(len(X)))]
        while waiting:
            node, rows = waiting.pop()
            test = self._best_test(X[rows], targets.rows(rows), nodes.depth[node], random)
            if test is not None:
                goes_right = X[rows] @ test.direction > test.threshold
                sides = rows[~goes_right], rows[goes_right]
                first = nodes.split(node, test, [targets.rows(side) for side in sides], self.criterion)
                waiting += [(first + branch, side) for branch, side in enumerate(sides)]
        return nodes.tree()

    def _best_test(
        self, X: Floats, targets: _Targets, depth: int, random: np.random.Generator
    ) -> _Test | None:
        before = float(impurities(targets.totals(), self.criterion))
        deep = self.max_depth is not None and depth >= self.max_depth
        if deep or len(X) < self.min_samples_split or before <= 0:
            return None
        targets = targets.renumbered()
        best: _Test | None = None
        for _ in range(self.feature_tests):
            direction = _draw(X.shape[1], self.features, random)
            response = X @ direction
            low, high = response.min(), response.max()
            if low == high:
                continue
            thresholds = _between(low, high, random.random(self.threshold_tests))
            gains = before - _impurity_after(response, thresholds, targets, self.criterion)
            place = int(first_largest(gains))
            if gains[place] > (self.min_gain if best is None else best.gain):
                best = _Test(direction, float(thresholds[place]), float(gains[place]))
        return best


@dataclass(frozen=True)
class _Targets:
    """The class (a code) and the weight of rows."""

    codes: Integers
    weight: Floats
    n_classes: int

    def __len__(self) -> int:
        return len(self.codes)

    def rows(self, index: Array) -> _Targets:
        return _Targets(self.codes[index], self.weight[index], self.n_classes)

    def renumbered(self) -> _Targets:
        """With codes for the classes present alone, so that small nodes of many classes cost little."""
        present, codes = np.unique(self.codes, return_inverse=True)
        return _Targets(codes, self.weight, len(present))

    def totals(self) -> Floats:
        return np.bincount(self.codes, self.weight, minlength=self.n_classes).astype(np.float64)


@dataclass(frozen=True)
class _Test:
    direction: Floats
    threshold: float
    gain: float


class _Nodes:
    """The arrays of a tree while it grows."""

    def __init__(self, n_columns: int) -> None:
        self.n_columns = n_columns
        self.depth: list[int] = []
        self._rows: list[dict[str, Any]] = []
        self._directions: list[Floats] = []

    def add(self, targets: _Targets, parent: int, depth: int, criterion: str) -> int:
        value = targets.totals()
        self._rows.append(
            {
                "value": value,
                "parent": parent,
                "depth": depth,
                "n_rows": len(targets),
                "weight": value.sum(),
                "impurity": float(impurities(value, criterion)),
            }
        )
        self.depth.append(depth)
        return len(self._rows) - 1

    def split(self, node: int, test: _Test, sides: list[_Targets], criterion: str) -> int:
        used = np.flatnonzero(test.direction)
        is_column = len(used) == 1 and test.direction[used[0]] == 1
        feature = int(used[0]) if is_column else self.n_columns + len(self._directions)
        if not is_column:
            self._directions.append(test.direction)
        first, _ = (self.add(side, node, self.depth[node] + 1, criterion) for side in sides)
        share = self._rows[node]["weight"] / self._rows[0]["weight"]
        larger = int(len(sides[1]) >= len(sides[0]))
        self._rows[node] |= {
            "feature": feature,
            "threshold": test.threshold,
            "gain": test.gain * share,
            "first_child": first,
            "n_children": 2,
            "missing": larger,
        }
        return first

    def tree(self) -> Tree:
        whole = ("feature", "first_child", "n_children", "missing", "parent", "depth")
        empty = {
            "feature": -1,
            "threshold": 0.0,
            "gain": 0.0,
            "first_child": 0,
            "n_children": 0,
            "missing": -1,
        }
        table = {
            name: np.array(
                [row.get(name, empty.get(name)) for row in self._rows], np.int32 if name in whole else None
            )
            for name in ("value", "threshold", "gain", "weight", "n_rows", "impurity", *whole)
        }
        directions = np.array(self._directions) if self._directions else None
        return Tree.grown(**table, low=table["threshold"], high=table["threshold"], directions=directions)


def _between(low: float, high: float, share: Floats) -> Floats:
    """At these shares of the way from low to high, also where the way is too long for a float."""
    with np.errstate(over="ignore"):
        way = high - low
    return low + way * share if np.isfinite(way) else (1 - share) * low + share * high


def _draw(n_columns: int, features: str, random: np.random.Generator) -> Floats:
    direction = np.zeros(n_columns)
    if features == "columns" or n_columns == 1:
        direction[random.integers(n_columns)] = 1.0
        return direction
    angle = random.uniform(0, 2 * np.pi)
    direction[random.choice(n_columns, 2, replace=False)] = np.cos(angle), np.sin(angle)
    return direction


def _impurity_after(response: Floats, thresholds: Floats, targets: _Targets, criterion: str) -> Floats:
    """The mean impurity of the two sides of each threshold; infinity where a side has no rows."""
    order = np.argsort(thresholds)
    # How many thresholds a row is above: between two of them, rows go the same ways.
    above = np.searchsorted(thresholds[order], response)
    n_parts, n_classes = len(thresholds) + 1, targets.n_classes
    parts = np.bincount(above * n_classes + targets.codes, targets.weight, minlength=n_parts * n_classes)
    table = parts.reshape(n_parts, n_classes).astype(np.float64)
    n_left = np.cumsum(np.bincount(above, minlength=n_parts))[:-1]
    use = (n_left > 0) & (n_left < len(response))
    left, right = np.cumsum(table, axis=0)[:-1][use], np.cumsum(table[::-1], axis=0)[-2::-1][use]
    found = np.full(len(thresholds), inf)
    mixed = [side.sum(axis=1) * impurities(side, criterion) for side in (left, right)]
    found[order[use]] = (mixed[0] + mixed[1]) / targets.weight.sum()
    return found


learners.add(
    "RandomTestTree",
    RandomTestTree,
    "the best of a few random questions at each node",
    task=("classification",),
    family="trees",
    default=False,
)
