"""Members of an ensemble (base estimators): one learner fitted repeatedly with other sample weights.

A Gnomon learner that sorts columns sorts them once for all members, and one that takes sample weights gets
the counts of a sample in place of copies of rows. Any other learner gets the rows.
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
    """Rows, and the preparation that the base estimators share.

    prepared: None if it cannot be reweighted. attributes: set on the base estimator by the data check.

    >>> from gnomon import DecisionStump
    >>> rows = SharedRows.of(DecisionStump(), np.array([[1.0], [2.0], [6.0]]), Labels.of([0, 0, 1]), None)
    >>> rows.fit(DecisionStump(), np.ones(3)).threshold_
    4.0
    """

    table: Rows
    prepared: Any = None
    attributes: Mapping[str, Any] = field(default_factory=dict)
    exact: bool = True

    @classmethod
    def of(cls, learner: Any, X: Any, y: Any, weight: Floats | None) -> SharedRows:
        """The preparation that base estimators of this kind share."""
        plain = cls(Rows(X, y, weight))
        if not isinstance(learner, Learner) or learner.summarizes or not takes_weights(learner):
            return plain
        template = clone(learner)
        checked = template.check_rows(X, y)
        data = template.prepare(*checked)
        if not isinstance(data, Order | TreeColumns):
            return plain
        attributes = {name: value for name, value in vars(template).items() if name.endswith("_")}
        return cls(Rows(X, y, weight), data, attributes)

    @property
    def n_rows(self) -> int:
        """Number of selected rows."""
        return int(self.table.X.shape[0])

    @property
    def targets(self) -> Array:
        """The targets as numbers; class labels as codes."""
        return self.table.y.codes if isinstance(self.table.y, Labels) else np.asarray(self.table.y)

    def recoded(self, code_of: Integers, n_classes: int) -> SharedRows:
        """The same rows with new class codes, which are their own labels."""

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
        """A fitted copy of the learner with sample weights; columns: those to use."""
        if columns is not None:
            return restricted_to_columns(learner, columns).fit(
                self.table.X[:, columns], self.targets, sample_weight=weight
            )
        if self.prepared is None:
            return clone(learner).fit(self.table.X, self.targets, sample_weight=weight)
        return self._fit_prepared(learner, _weighted(self.prepared, weight))

    def fit_on_sample(self, learner: Any, counts: Floats, columns: Integers | None = None) -> Any:
        """A fitted copy on a sample with these row counts: by sample weights if possible, else by copies."""
        is_count = bool((counts == np.rint(counts)).all())
        if not is_count:
            require_sample_weight(
                "an ensemble", learner, "drop sample_weight, or sample rows with replacement"
            )
        rows = np.repeat(np.arange(self.n_rows), counts.astype(np.int64))
        if is_count and isinstance(self.prepared, TreeColumns) and columns is None:
            return self._fit_prepared(learner, self.prepared.rows(rows))
        if not is_count or (isinstance(learner, Learner) and takes_weights(learner)):
            return self.fit(learner, counts, columns)
        X, y = self.table.examples(rows), self.targets[rows]
        return (
            clone(learner).fit(X, y)
            if columns is None
            else restricted_to_columns(learner, columns).fit(X[:, columns], y)
        )

    def _fit_prepared(self, learner: Any, data: Any) -> Any:
        model = clone(learner)
        for name, value in self.attributes.items():
            setattr(model, name, value)
        return model.fit_prepared(data)


def takes_weights(learner: Any) -> bool:
    """Whether `fit` of the learner takes sample weights.

    >>> from gnomon import GaussianNB, KNeighborsClassifier
    >>> takes_weights(GaussianNB()), takes_weights(KNeighborsClassifier())
    (True, False)
    """
    return bool(has_fit_parameter(learner, "sample_weight"))


def require_sample_weight(owner: str, learner: Any, remedy: str) -> None:
    """Raise DataError if the base estimator takes no sample weights.

    >>> from gnomon import GaussianNB
    >>> require_sample_weight("AdaBoostClassifier", GaussianNB(), "")
    """
    if not takes_weights(learner):
        raise DataError(f"{owner}: {type(learner).__name__} takes no sample weights; {remedy}")


def sharing_key(learner: Learner, *ignored: str) -> str:
    """Equal for learners that differ in these parameters (or those of `shared_by`) alone.

    >>> from gnomon import DecisionStump
    >>> one, other = DecisionStump(min_samples_leaf=2), DecisionStump()
    >>> sharing_key(one, "min_samples_leaf") == sharing_key(other, "min_samples_leaf")
    True
    """
    excluded = {*ignored, *learner.shared_by}
    return repr(
        {name: value for name, value in learner.get_params(deep=False).items() if name not in excluded}
    )


def with_categorical_features(learner: Any, categories: Categories | None) -> Any:
    """A copy of the learner with `categorical_features` set to the encoded columns.

    >>> from gnomon import DecisionTreeClassifier
    >>> with_categorical_features(DecisionTreeClassifier(), None)
    DecisionTreeClassifier()
    """
    model = clone(learner)
    return model if categories is None else model.set_params(categorical_features=categories.mask.tolist())


def restricted_to_columns(learner: Any, columns: Integers) -> Any:
    """A copy of the learner for some columns: `categorical_features` is restricted to them.

    >>> from gnomon import DecisionTreeClassifier
    >>> learner = DecisionTreeClassifier(categorical_features=[True, False])
    >>> restricted_to_columns(learner, np.array([1])).categorical_features
    [False]
    """
    model = clone(learner)
    flags = getattr(model, "categorical_features", None)
    if isinstance(flags, list) and all(isinstance(each, bool) for each in flags):
        model.set_params(categorical_features=[flags[column] for column in columns])
    return model


def seeded(learner: Any, root: np.random.SeedSequence, number: int) -> Any:
    """A copy of the learner with its own random_state, determined by the number.

    >>> from gnomon import Perceptron
    >>> seeded(Perceptron(), np.random.SeedSequence(0), 1).random_state == Perceptron().random_state
    False
    """
    model = clone(learner)
    names = sorted(name for name in model.get_params() if name.endswith("random_state"))
    states = seeds.child(root, number, 0).generate_state(max(len(names), 1))
    return model.set_params(**{name: int(value) for name, value in zip(names, states)})


def as_checked(X: Any, models: Sequence[Any]) -> Any:
    """Rows that an ensemble has checked, marked so that trees on numeric features skip the check.

    >>> from gnomon import DecisionTreeClassifier
    >>> tree = DecisionTreeClassifier().fit([[1.0], [2.0]], [0, 1])
    >>> type(as_checked(np.array([[3.0]]), [tree])).__name__
    'CodedRows'
    """
    are_plain_trees = all(
        isinstance(model, DecisionTree) and getattr(model, "categories_", None) is None for model in models
    )
    return X.view(CodedRows) if are_plain_trees and isinstance(X, np.ndarray) else X


def predicted_codes(model: Any, X: Any) -> Integers:
    """The predicted class of a member fitted on class codes, as a code.

    >>> from gnomon import Baseline
    >>> predicted_codes(Baseline().fit([[1.0], [2.0]], [1, 1]), [[3.0]])
    array([1])
    """
    return np.asarray(model.predict(X), dtype=np.int64)


def class_probabilities(model: Any, X: Any, n_classes: int) -> Floats:
    """The member's probabilities of all classes, 0 for classes absent from its sample.

    >>> from gnomon import Baseline
    >>> class_probabilities(Baseline().fit([[1.0], [2.0]], [1, 1]), np.array([[3.0]]), 3)
    array([[0., 1., 0.]])
    """
    probabilities = np.zeros((X.shape[0], n_classes))
    probabilities[:, np.asarray(model.classes_, dtype=np.int64)] = model.predict_proba(X)
    return probabilities


def _weighted(data: Any, weight: Floats) -> Any:
    """Prepared data with other weights of the selected rows."""
    by_row = np.bincount(data.index, weight, minlength=len(data.X)).astype(np.float64)
    if isinstance(data, TreeColumns):
        return replace(data, weight=by_row, index=np.unique(data.index))
    return replace(data, weight=by_row).rows(np.arange(len(data.index)))
