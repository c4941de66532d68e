"""The randomized decision tree: each node splits by the best of some random features and thresholds.

A feature is a column, or a linear combination of two columns (an oblique split). This is the tree of decision
forests (Criminisi, Shotton & Konukoglu 2012); one feature and one threshold make it extremely randomized.
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
from gnomon.learners.trees import leaf_distribution
from gnomon.learners.trees.impurity import impurities
from gnomon.learners.trees.present_classes import codes_of_present
from gnomon.learners.trees.tree import Tree
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.sharing.row_weights import in_rows
from gnomon.ties import first_largest


class RandomTestTree(ClassifierMixin, Learner):
    """Randomized decision tree: each node takes the best of a few random tests f(x) > threshold.

    Axis-aligned: f(x) = x_j. Oblique: f(x) = a x_j + b x_k, with (a, b) uniform on the unit circle.
    Thresholds are uniform between the minimum and maximum of f at the node. Leaves hold class distributions.

    Attributes
    ----------
    classes_ : the class labels
    tree_ : the tree, as arrays; `tree_.directions` holds the oblique directions

    Examples
    --------
    >>> import numpy as np
    >>> x = np.arange(8.0)[:, None]
    >>> RandomTestTree(feature_tests=1, threshold_tests=20).fit(x, x[:, 0] > 3).predict([[7.0]])
    array([ True])
    """

    feature_tests: int = between(1, inf, whole=True, default=10, help="random features per node")
    threshold_tests: int = between(1, inf, whole=True, default=10, help="random thresholds per feature")
    features: str = one_of(
        "columns",
        "lines",
        default="columns",
        help="axis-aligned (columns) or oblique (lines) splits",
        grid=("columns",),
    )
    criterion: str = one_of(
        "entropy", "gini", default="entropy", help="splitting criterion", grid=("entropy",)
    )
    max_depth: int | None = between(
        1,
        inf,
        whole=True,
        optional=True,
        default=None,
        help="maximum depth of the tree",
    )
    min_samples_split: int = between(
        2, inf, whole=True, default=2, help="minimum number of rows to split a node"
    )
    min_gain: float = between(
        0, inf, default=0.0, help="minimum gain of a split (exclusive), in bits for entropy"
    )
    smoothing: float = between(
        0, inf, default=0.0, help="total pseudo-count in a leaf, uniform over the classes"
    )
    random_state: Any = seed()

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
        self._shares = leaf_distribution.distribution(self.tree_.value, self.smoothing)
        return self

    def predict_proba(self, X: Any) -> Floats:
        """The class distribution of each row's leaf."""
        check_is_fitted(self)
        return self._shares[self.tree_.apply(self.check_examples(X, reset=False))]

    def predict(self, X: Any) -> Array:
        """The majority class of the leaf; ties go to the first class."""
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
        is_at_max_depth = self.max_depth is not None and depth >= self.max_depth
        if is_at_max_depth or len(X) < self.min_samples_split or before <= 0:
            return None
        targets = targets.renumbered()
        best: _Test | None = None
        for _ in range(self.feature_tests):
            direction = _random_direction(X.shape[1], self.features, random)
            response = X @ direction
            low, high = response.min(), response.max()
            if low == high:
                continue
            thresholds = _between(low, high, random.random(self.threshold_tests))
            gains = before - _impurity_after(response, thresholds, targets, self.criterion)
            i = int(first_largest(gains))
            if gains[i] > (self.min_gain if best is None else best.gain):
                best = _Test(direction, float(thresholds[i]), float(gains[i]))
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
        """With codes for the classes present alone, which saves time at small nodes with many classes."""
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
        fraction = self._rows[node]["weight"] / self._rows[0]["weight"]
        larger = int(len(sides[1]) >= len(sides[0]))
        self._rows[node] |= {
            "feature": feature,
            "threshold": test.threshold,
            "gain": test.gain * fraction,
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


def _between(low: float, high: float, fraction: Floats) -> Floats:
    """low + fraction (high - low), without overflow."""
    with np.errstate(over="ignore"):
        span = high - low
    return low + span * fraction if np.isfinite(span) else (1 - fraction) * low + fraction * high


def _random_direction(n_columns: int, features: str, random: np.random.Generator) -> Floats:
    direction = np.zeros(n_columns)
    if features == "columns" or n_columns == 1:
        direction[random.integers(n_columns)] = 1.0
        return direction
    angle = random.uniform(0, 2 * np.pi)
    direction[random.choice(n_columns, 2, replace=False)] = np.cos(angle), np.sin(angle)
    return direction


def _impurity_after(response: Floats, thresholds: Floats, targets: _Targets, criterion: str) -> Floats:
    """The weighted mean impurity of the two sides of each threshold; infinity if a side is empty."""
    order = np.argsort(thresholds)
    # The number of thresholds below each row's response.
    above = np.searchsorted(thresholds[order], response)
    n_parts, n_classes = len(thresholds) + 1, targets.n_classes
    parts = np.bincount(above * n_classes + targets.codes, targets.weight, minlength=n_parts * n_classes)
    table = parts.reshape(n_parts, n_classes).astype(np.float64)
    n_left = np.cumsum(np.bincount(above, minlength=n_parts))[:-1]
    is_valid = (n_left > 0) & (n_left < len(response))
    left, right = np.cumsum(table, axis=0)[:-1][is_valid], np.cumsum(table[::-1], axis=0)[-2::-1][is_valid]
    impurity = np.full(len(thresholds), inf)
    mixed = [side.sum(axis=1) * impurities(side, criterion) for side in (left, right)]
    impurity[order[is_valid]] = (mixed[0] + mixed[1]) / targets.weight.sum()
    return impurity


learners.add(
    "RandomTestTree",
    RandomTestTree,
    "randomized decision tree: the best of a few random splits",
    task=("classification",),
    family="trees",
    default=False,
)
