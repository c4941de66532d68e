"""What the two bagging learners share: bootstrap samples, and a member trained on each.

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
from gnomon.learners.ensembles.bag import Bag, compact, draw_bags
from gnomon.learners.ensembles.bagged_trees import (
    BinnedTree,
    fitted_forests,
    is_large,
    times_drawn,
)
from gnomon.learners.ensembles.forest import Forest
from gnomon.learners.ensembles.members import SharedRows, as_checked, kinship, told_categories
from gnomon.learners.ensembles.random_forest import RandomForestClassifier, RandomForestRegressor
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed
from gnomon.sharing.prepared import Rows

if TYPE_CHECKING:
    import pandas as pd

A_MEMBER = Rule(
    lambda value: value is None or hasattr(value, "fit"),
    "any learner, or None for a decision tree",
    "learner or None",
    "what is trained on each sample",
)


def _is_share(value: Any) -> bool:
    if isinstance(value, bool | np.bool_):
        return False
    if isinstance(value, int | np.integer):
        return int(value) >= 1
    return isinstance(value, float | np.floating) and 0 < float(value) <= 1


def _is_whole(value: Any) -> bool:
    return isinstance(value, float | np.floating) and float(value) == 1.0


def _share(default: float, help: str) -> Any:
    words = "a share above 0 and up to 1, or a whole number of at least 1"
    rule = Rule(_is_share, words, "float or int", help)
    return field(default=default, metadata={"rule": rule})


class Bagging(Learner):
    """What the two bagging learners share: the parameters, the samples and the members."""

    estimator: Any = field(default=None, kw_only=False, metadata={"rule": A_MEMBER})
    n_estimators: int = between(
        1, inf, whole=True, default=10, kw_only=False, grid=(5, 10, 25), help="samples, and members"
    )
    max_samples: Any = _share(1.0, "size of a sample, as a share of the rows or as a number")
    max_features: Any = _share(1.0, "columns that a member sees, as a share or as a number")
    bootstrap: bool = flag(default=True, help="whether rows are drawn with replacement")
    bootstrap_features: bool = flag(default=False, help="whether columns are drawn with replacement")
    oob_score: bool = flag(default=False, help="whether to score each row by the members that never saw it")
    n_jobs: Any = free(default=None, help="members trained at a time, as joblib counts", kind="int or None")
    random_state: Any = seed(default=0, help="of the samples and of members that draw; None for a fresh draw")
    shared_by = ("estimator",)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags = get_tags(self._learner()).input_tags
        return tags

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers; where the learner takes categories, they become codes."""
        takes = get_tags(self._learner()).input_tags.categorical
        chosen = getattr(self._learner(), "categorical_features", "from_dtype") if takes else None
        return check_mixed(self, X, super().check_examples, chosen, reset=reset)

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> SharedRows:
        """The rows, and what the learner can share between samples and folds."""
        rows = SharedRows(Rows(X, y, weight), exact=False)
        return (
            rows if self.estimator is None and is_large(rows) else SharedRows.of(self._member(), X, y, weight)
        )

    def fit_prepared(self, data: SharedRows, start: Self | None = None) -> Self:
        """Draw the samples and train a member on each."""
        return next(self.fit_each([self], data))

    @classmethod
    def fit_each(cls, path: Sequence[Self], data: SharedRows) -> Iterator[Self]:
        """Train the members of the largest setting for all that differ in their number alone."""
        keys = [kinship(each, "n_estimators", "oob_score", "combine", "n_jobs") for each in path]
        most = {key: max(s.n_estimators for s, k in zip(path, keys) if k == key) for key in keys}
        rows = path[0]._recoded(data)
        planned = [each._forest(rows) for each in path]
        grown = iter(fitted_forests([each for each in planned if each], rows, path[0]._is_category()))
        bags: dict[str, list[Bag]] = {}
        for each, key, forest in zip(path, keys, planned):
            if forest is not None:
                yield each._take(next(grown), rows, data)
                continue
            if key not in bags:
                bags[key] = each._bags(rows, most[key])
            yield each._take(bags[key][: each.n_estimators], rows, data)

    def trace(self, X: Any) -> pd.DataFrame:
        """What every member says of every row."""
        import pandas as pd

        check_is_fitted(self)
        said = self._each(self.check_examples(X, reset=False))
        member, row = np.indices(said.shape)
        return pd.DataFrame({"member": member.ravel(), "row": row.ravel(), "predicted": said.ravel()})

    def _learner(self) -> Any:
        if self.estimator is not None:
            return self.estimator
        kind = "DecisionTreeClassifier" if isinstance(self, ClassifierMixin) else "DecisionTreeRegressor"
        return learners[kind].thing()

    def _member(self) -> Any:
        """The learner; levels reach it as codes, so that it is told which columns are categories."""
        return told_categories(self._learner(), getattr(self, "categories_", None))

    def _is_category(self) -> Flags | None:
        categories = getattr(self, "categories_", None)
        return None if categories is None else categories.mask

    def _forest(self, rows: SharedRows) -> Any:
        """For trees of many rows the forest that does the same; else None."""
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
        return draw_bags(
            self._member(),
            rows,
            n_members,
            root,
            sample=self.max_samples,
            features=self.max_features,
            replacement=self.bootstrap,
            features_again=self.bootstrap_features,
            n_jobs=self.n_jobs,
        )

    def _recoded(self, data: SharedRows) -> SharedRows:
        return data

    def _take(self, found: list[Bag] | Forest, rows: SharedRows, data: SharedRows) -> Self:
        every = np.arange(rows.table.X.shape[1])
        self.forest_ = found if isinstance(found, Forest) else None
        if isinstance(found, Forest):
            n_trees = len(found.trees_)
            codes = getattr(found, "classes_", None)
            self.estimators_: list[Any] = [BinnedTree(found, tree, codes) for tree in range(n_trees)]
            self.estimators_features_ = [every] * n_trees
            self.counts_ = compact(times_drawn(found, rows.n_rows))
            return self
        self.estimators_ = [bag.model for bag in found]
        self.estimators_features_ = [every if bag.columns is None else bag.columns for bag in found]
        self.counts_ = compact(np.array([bag.counts for bag in found]))
        return self

    @abstractmethod
    def _each(self, X: Any) -> Array:
        """What each member says of each row."""

    def _seen(self, X: Any) -> Iterator[tuple[Any, Any]]:
        """Each member with the columns that it sees."""
        X = as_checked(X, self.estimators_)
        for model, columns in zip(self.estimators_, self.estimators_features_):
            whole = len(columns) == X.shape[1] and (columns == np.arange(X.shape[1])).all()
            yield model, X if whole else X[:, columns]
