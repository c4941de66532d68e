"""Bagging (bootstrap aggregating): bootstrap samples, and a base estimator fitted on each.

Breiman (1996), "Bagging predictors".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import field
from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Array, Flags, Floats
from gnomon.check import Rule, between, flag, free, seed
from gnomon.learners.ensembles.bag import Bag, compact, fit_bags
from gnomon.learners.ensembles.bagged_trees import (
    BinnedTree,
    fitted_forests,
    is_large,
    times_drawn,
)
from gnomon.learners.ensembles.forest import Forest
from gnomon.learners.ensembles.members import SharedRows, as_checked, sharing_key, with_categorical_features
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd

A_MEMBER = Rule(
    lambda value: value is None or hasattr(value, "fit"),
    "an estimator, or None for a decision tree",
    "estimator or None",
    "base estimator fitted on each bootstrap sample; a decision tree if None",
)


def _is_fraction_or_count(value: Any) -> bool:
    if isinstance(value, bool | np.bool_):
        return False
    if isinstance(value, int | np.integer):
        return int(value) >= 1
    return isinstance(value, float | np.floating) and 0 < float(value) <= 1


def _is_whole(value: Any) -> bool:
    return isinstance(value, float | np.floating) and float(value) == 1.0


def _fraction(default: float, help: str) -> Any:
    words = "a fraction above 0 and up to 1, or an integer of at least 1"
    rule = Rule(_is_fraction_or_count, words, "float or int", help)
    return field(default=default, metadata={"rule": rule})


class Bagging(Learner):
    """Base class of bagging: the parameters, the bootstrap samples and the base estimators."""

    estimator: Any = field(default=None, kw_only=False, metadata={"rule": A_MEMBER})
    n_estimators: int = between(
        1, inf, whole=True, default=10, kw_only=False, grid=(5, 10, 25), help="number of base estimators"
    )
    max_samples: Any = _fraction(
        1.0, "size of each sample, as a fraction (float) or number (int) of the rows"
    )
    max_features: Any = _fraction(
        1.0, "features drawn for each base estimator: a fraction (float) or number (int)"
    )
    bootstrap: bool = flag(default=True, help="whether rows are sampled with replacement")
    bootstrap_features: bool = flag(default=False, help="whether features are sampled with replacement")
    oob_score: bool = flag(default=False, help="whether to compute the out-of-bag score")
    n_jobs: Any = free(default=None, help="number of parallel jobs, as in joblib", kind="int or None")
    random_state: Any = seed()
    shared_by = ("estimator",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self._learner()).input_tags
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; where the base estimator supports categorical features, they are encoded."""
        takes = get_tags(self._learner()).input_tags.categorical
        chosen = getattr(self._learner(), "categorical_features", "from_dtype") if takes else None
        return check_mixed(self, X, super().check_examples, chosen, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> SharedRows:
        """The rows, and the preparation that samples and folds share."""
        rows = SharedRows(Rows(X, y, weight), exact=False)
        return (
            rows if self.estimator is None and is_large(rows) else SharedRows.of(self._member(), X, y, weight)
        )

    def fit_prepared(self, data: SharedRows, start: Self | None = None) -> Self:
        """Draw the bootstrap samples and fit a base estimator on each."""
        return next(self.fit_each([self], data))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: SharedRows) -> Iterator[Self]:
        """Models that differ in `n_estimators` alone share their base estimators."""
        keys = [sharing_key(each, "n_estimators", "oob_score", "combine", "n_jobs") for each in path]
        largest = {key: max(s.n_estimators for s, k in zip(path, keys) if k == key) for key in keys}
        rows = path[0]._recoded(data)
        planned = [each._forest(rows) for each in path]
        grown = iter(fitted_forests([each for each in planned if each], rows, path[0]._is_category()))
        bags: dict[str, list[Bag]] = {}
        for each, key, forest in zip(path, keys, planned):
            if forest is not None:
                yield each._take(next(grown), rows, data)
                continue
            if key not in bags:
                bags[key] = each._bags(rows, largest[key])
            yield each._take(bags[key][: each.n_estimators], rows, data)

    def trace(self, X: Any) -> pd.DataFrame:
        """The prediction of every base estimator for every row."""
        import pandas as pd

        check_is_fitted(self)
        predicted = self._each(self.check_examples(X, reset=False))
        member, row = np.indices(predicted.shape)
        return pd.DataFrame({"member": member.ravel(), "row": row.ravel(), "predicted": predicted.ravel()})

    def _learner(self) -> Any:
        if self.estimator is not None:
            return self.estimator
        kind = "DecisionTreeClassifier" if isinstance(self, ClassifierMixin) else "DecisionTreeRegressor"
        return learners[kind].thing()

    def _member(self) -> Any:
        """The base estimator, with the categorical columns named, as their levels arrive as codes."""
        return with_categorical_features(self._learner(), getattr(self, "categories_", None))

    def _is_category(self) -> Flags | None:
        categories = getattr(self, "categories_", None)
        return None if categories is None else categories.mask

    def _forest(self, rows: SharedRows) -> Any:
        """For trees on many rows, the equivalent random forest; else None."""
        simple = not self.bootstrap_features and (self.bootstrap or self.max_samples == 1.0)
        if self.estimator is not None or not simple or not is_large(rows):
            return None
        kind = RandomForestClassifier if isinstance(self, ClassifierMixin) else RandomForestRegressor
        return kind(
            n_estimators=self.n_estimators,
            max_features=self.max_features,
            draw_features="tree",
            bootstrap=self.bootstrap,
            max_samples=None if _is_whole(self.max_samples) else self.max_samples,
            random_state=self.random_state,
            n_jobs=self.n_jobs,
        )

    def _bags(self, rows: SharedRows, n_members: int) -> list[Bag]:
        root = seeds.sequence(self.random_state)
        return fit_bags(
            self._member(),
            rows,
            n_members,
            root,
            sample=self.max_samples,
            features=self.max_features,
            replacement=self.bootstrap,
            bootstrap_features=self.bootstrap_features,
            n_jobs=self.n_jobs,
        )

    def _recoded(self, data: SharedRows) -> SharedRows:
        return data

    def _take(self, fitted: list[Bag] | Forest, rows: SharedRows, data: SharedRows) -> Self:
        every = np.arange(rows.table.X.shape[1])
        self.forest_ = fitted if isinstance(fitted, Forest) else None
        if isinstance(fitted, Forest):
            n_trees = len(fitted.trees_)
            codes = getattr(fitted, "classes_", None)
            self.estimators_: list[Any] = [BinnedTree(fitted, tree, codes) for tree in range(n_trees)]
            self.estimators_features_ = [every] * n_trees
            self.counts_ = compact(times_drawn(fitted, rows.n_rows))
            return self
        self.estimators_ = [bag.model for bag in fitted]
        self.estimators_features_ = [every if bag.columns is None else bag.columns for bag in fitted]
        self.counts_ = compact(np.array([bag.counts for bag in fitted]))
        return self

    @abstractmethod
    def _each(self, X: Any) -> Array:
        """The prediction of each base estimator for each row."""

    def _seen(self, X: Any) -> Iterator[tuple[Any, Any]]:
        """Each base estimator with its columns."""
        X = as_checked(X, self.estimators_)
        for model, columns in zip(self.estimators_, self.estimators_features_):
            whole = len(columns) == X.shape[1] and (columns == np.arange(X.shape[1])).all()
            yield model, X if whole else X[:, columns]
