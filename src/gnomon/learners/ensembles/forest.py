"""Base class of the forests: parameters, growth on binned columns, predictions of some or all trees.

`random_forest.py`, `extra_trees.py` and `decision_forest.py` are the learners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from gnomon import native, seeds, threads
from gnomon.arrays import Array, Flags, Floats
from gnomon.check import between, flag, free, one_of
from gnomon.errors import DataError, ParameterError
from gnomon.learners.ensembles.binning import Binned, with_lines
from gnomon.learners.ensembles.bootstrap_sampler import sort_keys
from gnomon.learners.ensembles.forest_out_of_bag import OutOfBag, out_of_bag_estimate
from gnomon.learners.ensembles.forest_targets import ClassTargets, NumberTargets
from gnomon.learners.ensembles.trees import Draw, Trees
from gnomon.learners.trees.parameters import max_features
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed, dense_rows

NO_LIMIT = 2**31


class Forest(Learner):
    """Trees grown on bootstrap samples with random feature subsets; their predictions are averaged.

    Every tree has a seed of its own, so the first m trees of a forest are the forest of m trees.
    """

    n_estimators: int = between(1, inf, whole=True, default=100, kw_only=False, help="number of trees")
    max_depth: int | None = between(
        0, inf, whole=True, optional=True, default=None, help="maximum depth of the trees"
    )
    min_samples_split: float = between(
        0, inf, open=True, default=2, help="minimum weight of rows to split a node; a fraction if below 1"
    )
    min_samples_leaf: float = between(
        0,
        inf,
        open=True,
        default=1,
        help="minimum weight of rows in a leaf; a fraction if below 1",
        grid=(1, 5),
    )
    min_weight_fraction_leaf: float = between(
        0, 0.5, default=0.0, help="minimum fraction of the total weight in a leaf"
    )
    max_features: Any = free(
        default="sqrt",
        help="features considered at each split: a number, a fraction (float), 'sqrt', 'log2' or None for "
        "all",
        kind="int, float, {'sqrt', 'log2'} or None",
        grid=("sqrt", 0.5),
    )
    draw_features: str = one_of(
        "split",
        "tree",
        default="split",
        help="whether the random feature subset is drawn for each split or once per tree",
    )
    max_leaf_nodes: int | None = between(
        2, inf, whole=True, optional=True, default=None, help="maximum number of leaves; best-first growth"
    )
    min_impurity_decrease: float = between(
        0, inf, default=0.0, help="minimum decrease of the (weighted) impurity by a split"
    )
    bootstrap: bool = flag(default=True, help="whether each tree is grown on a bootstrap sample")
    max_samples: Any = free(
        default=None,
        help="rows in each bootstrap sample: a number, a fraction (float), or None for as many as in the "
        "data",
        kind="int, float or None",
    )
    oob_score: bool = flag(default=False, help="whether to compute the out-of-bag score")
    categorical_features: Any = free(
        default="from_dtype",
        help="categorical features: 'from_dtype', names, indices or a mask; unknown categories are treated "
        "as "
        "missing, or go to the child with more weight",
        kind="'from_dtype' or array",
    )
    random_state: Any = free(
        default=0,
        help="seed of the random number generator: an integer, a Generator, or None for a random one",
        kind="int, Generator or None",
    )
    n_jobs: Any = free(default=None, help="number of threads, as in joblib; None for all", kind="int or None")

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> Binned:
        """The rows, binned by the first fit."""
        categories = getattr(self, "categories_", None)
        mask = np.zeros(X.shape[1], dtype=bool) if categories is None else categories.mask
        lines = self._lines(mask)
        wide_mask = mask if lines is None else np.append(mask, np.zeros(lines.shape[1], dtype=bool))
        return Binned(X, y, weight, wide_mask, lines=lines)

    def fit_prepared(self, data: Binned, start: Self | None = None) -> Self:
        """Grow the trees."""
        return next(type(self).fit_each([self], data))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: Binned) -> Iterator[Self]:
        """Models that differ in `n_estimators` alone share the trees."""
        n_largest: dict[str, int] = {}
        for each in path:
            n_largest[each._sharing_key()] = max(each.n_estimators, n_largest.get(each._sharing_key(), 0))
        grown: dict[str, tuple[Trees, Draw | None]] = {}
        for each in path:
            if each._sharing_key() not in grown:
                grown[each._sharing_key()] = each._grow(data, n_largest[each._sharing_key()])
            trees, draw = grown[each._sharing_key()]
            yield each._take(trees.first(each.n_estimators), draw, data)

    def apply(self, X: Any) -> Array:
        """The leaf (a node number of `trees_`) of each row (rows) in each tree (columns)."""
        codes = self._codes(X)
        return self.trees_.leaves(codes)

    @property
    def feature_importances_(self) -> Floats:
        """Impurity-based feature importances (mean decrease in impurity), normalized to sum to 1."""
        check_is_fitted(self)
        return normalized_importances(self.trees_.importance).mean(axis=0)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers: categorical features are encoded, and NaN stays."""
        return check_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.sparse = True
        return tags

    def _sums(self, X: Any, *, votes: bool = False) -> Floats:
        """The sum of the predictions of all trees for each row."""
        codes = self._codes(X)
        with threads.limited(threads.count(self.n_jobs), blas=False):
            return self.trees_.sums(codes, 0, len(self.trees_), votes=votes)

    def _staged_sums(self, X: Any, *, votes: bool = False) -> Iterator[tuple[int, Floats]]:
        """The number of trees and the sum of their predictions, after each tree."""
        codes = self._codes(X)
        total: Any = 0.0
        for tree in range(len(self.trees_)):
            total = total + self.trees_.sums(codes, tree, tree + 1, votes=votes)
            yield tree + 1, total

    def _codes(self, X: Any) -> Array:
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        return self.bins_.codes(with_lines(dense_rows(X, type(self).__name__), self.lines_))

    def _sharing_key(self) -> str:
        """Equal for models that share their trees."""
        params = {
            name: value for name, value in self.get_params(deep=False).items() if name not in _NOT_GROWTH
        }
        return repr(params)

    def _grow(self, data: Binned, n_trees: int) -> tuple[Trees, Draw | None]:
        seed = int(seeds.sequence(self.random_state).generate_state(1, np.uint64)[0])
        targets = self._targets(data)
        draw = self._draw(data, targets.own, seed)
        n_rows = draw.n_draws if draw else len(data) if data.weight is None else data.weight.sum()
        with threads.limited(threads.count(self.n_jobs), blas=False):
            growth = native.ForestGrowth(**self._growth(len(data.is_category), n_rows, targets.scale))
            arrays = targets.grow(data, draw, growth, seed, n_trees)
        return Trees(*arrays), draw

    def _draw(self, data: Binned, targets: Array, seed: int) -> Draw | None:
        if not self.bootstrap:
            if self.oob_score:
                raise ParameterError(
                    "Out of bag estimation only available if bootstrap=True: without bootstrap samples no "
                    "row is out of bag"
                )
            return None
        size = self.max_samples
        if size is not None and not _is_fraction_or_count(size):
            raise ParameterError(
                f"max_samples={size!r}: pass a fraction above 0 and up to 1.0, a number of rows, or None"
            )
        counted = None if data.weight is None else data.weight > 0
        return Draw.of(sort_keys(data.X, targets, counted), data.weight, size, seed)

    def _targets(self, data: Binned) -> ClassTargets | NumberTargets:
        if is_classifier(self):
            return ClassTargets.of(data, getattr(self, "class_weight", None), self._criterion())
        return NumberTargets.of(data)

    def _criterion(self) -> str:
        return "gini"

    def _growth(self, n_columns: int, n_rows: float, scale: float) -> dict[str, Any]:
        """The parameters of `native.ForestGrowth`; scale: the unit of the target (impurity: its square)."""
        split, leaf = (
            minimum * n_rows if minimum < 1 else minimum
            for minimum in (self.min_samples_split, self.min_samples_leaf)
        )
        return {
            "max_features": max_features(self.max_features, n_columns, type(self).__name__),
            "per_tree": self.draw_features == "tree",
            "threshold_tests": self._threshold_tests(),
            "with_replacement": False,
            "max_depth": NO_LIMIT if self.max_depth is None else self.max_depth,
            "min_split": float(split),
            "min_leaf": float(leaf),
            "min_share": self.min_weight_fraction_leaf,
            "min_decrease": self.min_impurity_decrease / scale / scale,
            "min_gain": 0.0,
            "max_leaves": self.max_leaf_nodes or 0,
        }

    def _threshold_tests(self) -> int:
        return 0

    def _lines(self, is_category: Flags) -> Floats | None:
        """Random linear combinations of columns that join the features, if any."""
        return None

    def _take(self, trees: Trees, draw: Draw | None, data: Binned) -> Self:
        self.trees_, self.draw_, self.bins_, self.lines_ = trees, draw, data.bins, data.lines
        if self.oob_score and draw is not None:
            self.oob_: OutOfBag = out_of_bag_estimate(self, data)
            self.oob_score_ = self.oob_.score
        return self


def normalized_importances(importance: Floats) -> Floats:
    """Each tree's importances normalized to sum to 1; zeros for a tree without splits.

    >>> normalized_importances(np.array([[3.0, 1.0], [0.0, 0.0]]))
    array([[0.75, 0.25],
           [0.  , 0.  ]])
    """
    total = importance.sum(axis=1, keepdims=True)
    return np.divide(importance, total, out=np.zeros_like(importance), where=total > 0)


def require_training_rows(forest: Forest, n_rows: int) -> None:
    """Raise DataError unless there are as many rows as in the training set of the forest.

    >>> from gnomon import RandomForestRegressor
    >>> require_training_rows(RandomForestRegressor(2).fit([[0.0], [1.0]], [0.0, 1.0]), 2)
    """
    if forest.draw_ is None:
        raise DataError(
            f"{type(forest).__name__} was fitted with bootstrap=False, so no row is out of bag; use "
            "bootstrap=True"
        )
    if n_rows != len(forest.draw_.order):
        raise DataError(
            f"X has {n_rows} rows, and the forest was fitted on {len(forest.draw_.order)}; pass the training "
            "rows, in their order"
        )


def _is_fraction_or_count(value: Any) -> bool:
    if isinstance(value, bool | np.bool_):
        return False
    if isinstance(value, int | np.integer):
        return bool(value >= 1)
    return isinstance(value, float | np.floating) and bool(0.0 < value <= 1.0)


# Parameters that do not change the trees.
_NOT_GROWTH = ("n_estimators", "n_jobs", "combine")
