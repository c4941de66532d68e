"""Members of a committee: one learner trained many times on the same rows under other weights.

A Gnomon learner that sorts columns sorts them once for all members, and one that takes weights is given those
of a sample in place of copies of rows. Any other learner is given the rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from gnomon import seeds
from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.learners.trees.columns import TreeColumns
from gnomon.learners.trees.decision_tree import DecisionTree
from gnomon.sharing.categories import Categories
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import CodedRows, examples_of
from gnomon.sharing.order import Order
from gnomon.sharing.prepared import Rows


@dataclass(frozen=True)
class SharedRows:
    """Rows, and what the learner of the members prepared of them.

    prepared: None if that cannot be weighted anew. facts: what checking told the learner of the columns.

    >>> from gnomon import DecisionStump
    >>> rows = SharedRows.of(DecisionStump(), np.array([[1.0], [2.0], [6.0]]), Labels.of([0, 0, 1]), None)
    >>> rows.fit(DecisionStump(), np.ones(3)).threshold_
    4.0
    """

    table: Rows
    prepared: Any = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    exact: bool = True

    @classmethod
    def of(cls, learner: Any, X: Any, y: Any, weight: Floats | None) -> SharedRows:
        """What members of this kind share."""
        plain = cls(Rows(X, y, weight))
        if not isinstance(learner, Learner) or learner.summarizes or not takes_weights(learner):
            return plain
        template = clone(learner)
        checked = template.check_rows(X, y)
        data = template.prepare(*checked)
        if not isinstance(data, Order | TreeColumns):
            return plain
        facts = {name: fact for name, fact in vars(template).items() if name.endswith("_")}
        return cls(Rows(X, y, weight), data, facts)

    @property
    def n_rows(self) -> int:
        """How many rows are in view."""
        return int(self.table.X.shape[0])

    @property
    def targets(self) -> Array:
        """The targets as numbers: of classes, their codes."""
        return self.table.y.codes if isinstance(self.table.y, Labels) else np.asarray(self.table.y)

    def recoded(self, code_of: Integers, n_classes: int) -> SharedRows:
        """The same rows with other codes for the classes, which stand for themselves."""

        def labels(y: Labels) -> Labels:
            return Labels(code_of[y.codes], np.arange(n_classes))

        data = None if self.prepared is None else replace(self.prepared, y=labels(self.prepared.y))
        return replace(self, table=replace(self.table, y=labels(self.table.y)), prepared=data)

    def rows(self, index: Integers) -> SharedRows:
        """These rows only."""
        data = self.prepared
        # Order sorts again where rows come twice, and members would gain nothing.
        if data is None or (isinstance(data, Order) and len(np.unique(index)) < len(index)):
            return SharedRows(self.table.rows(index))
        return replace(self, table=self.table.rows(index), prepared=data.rows(index))

    def examples(self, index: Integers) -> Any:
        """The features of these rows."""
        return examples_of(self.table.X, index)

    def fit(self, learner: Any, weight: Floats, columns: Integers | None = None) -> Any:
        """A fitted copy of the learner, each row counted by its weight; columns: those it may see."""
        if columns is not None:
            return of_columns(learner, columns).fit(
                self.table.X[:, columns], self.targets, sample_weight=weight
            )
        if self.prepared is None:
            return clone(learner).fit(self.table.X, self.targets, sample_weight=weight)
        return self._fit_prepared(learner, _weighted(self.prepared, weight))

    def fit_drawn(self, learner: Any, counts: Floats, columns: Integers | None = None) -> Any:
        """A fitted copy on rows drawn so many times: by weights where they mean that, else by copies."""
        is_count = bool((counts == np.rint(counts)).all())
        if not is_count:
            refuse_no_weights("a committee", learner, "drop sample_weight, or draw rows with replacement")
        drawn = np.repeat(np.arange(self.n_rows), counts.astype(np.int64))
        if is_count and isinstance(self.prepared, TreeColumns) and columns is None:
            return self._fit_prepared(learner, self.prepared.rows(drawn))
        if not is_count or (isinstance(learner, Learner) and takes_weights(learner)):
            return self.fit(learner, counts, columns)
        X, y = self.table.examples(drawn), self.targets[drawn]
        return (
            clone(learner).fit(X, y)
            if columns is None
            else of_columns(learner, columns).fit(X[:, columns], y)
        )

    def _fit_prepared(self, learner: Any, data: Any) -> Any:
        model = clone(learner)
        for name, fact in self.facts.items():
            setattr(model, name, fact)
        return model.fit_prepared(data)


def takes_weights(learner: Any) -> bool:
    """Whether `fit` of the learner takes weights.

    >>> from gnomon import GaussianNB, KNeighborsClassifier
    >>> takes_weights(GaussianNB()), takes_weights(KNeighborsClassifier())
    (True, False)
    """
    return bool(has_fit_parameter(learner, "sample_weight"))


def refuse_no_weights(owner: str, learner: Any, way_out: str) -> None:
    """Raise DataError if the learner of the members takes no weights.

    >>> from gnomon import GaussianNB
    >>> refuse_no_weights("AdaBoostClassifier", GaussianNB(), "")
    """
    if not takes_weights(learner):
        raise DataError(f"{owner}: {type(learner).__name__} takes no weights; {way_out}")


def kinship(learner: Learner, *apart: str) -> str:
    """The same for settings that differ in these parameters alone, and in those they share by.

    >>> from gnomon import DecisionStump
    >>> one, other = DecisionStump(min_samples_leaf=2), DecisionStump()
    >>> kinship(one, "min_samples_leaf") == kinship(other, "min_samples_leaf")
    True
    """
    left_out = {*apart, *learner.shared_by}
    return repr(
        {name: value for name, value in learner.get_params(deep=False).items() if name not in left_out}
    )


def told_categories(learner: Any, categories: Categories | None) -> Any:
    """A copy of the learner that is told which columns hold codes of levels.

    >>> from gnomon import DecisionTreeClassifier
    >>> told_categories(DecisionTreeClassifier(), None)
    DecisionTreeClassifier()
    """
    model = clone(learner)
    return model if categories is None else model.set_params(categorical_features=categories.mask.tolist())


def of_columns(learner: Any, columns: Integers) -> Any:
    """A copy of the learner for some columns of the table: flags of categories are those of these columns.

    >>> from gnomon import DecisionTreeClassifier
    >>> learner = DecisionTreeClassifier(categorical_features=[True, False])
    >>> of_columns(learner, np.array([1])).categorical_features
    [False]
    """
    model = clone(learner)
    flags = getattr(model, "categorical_features", None)
    if isinstance(flags, list) and all(isinstance(each, bool) for each in flags):
        model.set_params(categorical_features=[flags[column] for column in columns])
    return model


def seeded(learner: Any, root: np.random.SeedSequence, number: int) -> Any:
    """A copy of the learner with a seed of its own for every random choice; the same for the same number.

    >>> from gnomon import Perceptron
    >>> seeded(Perceptron(), np.random.SeedSequence(0), 1).random_state == Perceptron().random_state
    False
    """
    model = clone(learner)
    names = sorted(name for name in model.get_params() if name.endswith("random_state"))
    drawn = seeds.child(root, number, 0).generate_state(max(len(names), 1))
    return model.set_params(**{name: int(value) for name, value in zip(names, drawn)})


def as_checked(X: Any, models: Sequence[Any]) -> Any:
    """Rows that a committee has checked, marked so that trees of numbers need not check them again.

    >>> from gnomon import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0]], [0, 1])
    >>> type(as_checked(np.array([[3.0]]), [tree])).__name__
    'CodedRows'
    """
    are_plain_trees = all(
        isinstance(model, DecisionTree) and getattr(model, "categories_", None) is None for model in models
    )
    return X.view(CodedRows) if are_plain_trees and isinstance(X, np.ndarray) else X


def named_codes(model: Any, X: Any) -> Integers:
    """The class that a member trained on codes names, as a code.

    >>> from gnomon import Baseline
    >>> named_codes(Baseline().fit([[1.0], [2.0]], [1, 1]), [[3.0]])
    array([1])
    """
    return np.asarray(model.predict(X), dtype=np.int64)


def class_shares(model: Any, X: Any, n_classes: int) -> Floats:
    """The member's probabilities of all classes, 0 for those that its sample had none of.

    >>> from gnomon import Baseline
    >>> class_shares(Baseline().fit([[1.0], [2.0]], [1, 1]), np.array([[3.0]]), 3)
    array([[0., 1., 0.]])
    """
    found = np.zeros((X.shape[0], n_classes))
    found[:, np.asarray(model.classes_, dtype=np.int64)] = model.predict_proba(X)
    return found


def _weighted(data: Any, weight: Floats) -> Any:
    """Prepared data with other weights of the rows in view."""
    by_row = np.bincount(data.index, weight, minlength=len(data.X)).astype(np.float64)
    if isinstance(data, TreeColumns):
        return replace(data, weight=by_row, index=np.unique(data.index))
    return replace(data, weight=by_row).rows(np.arange(len(data.index)))
