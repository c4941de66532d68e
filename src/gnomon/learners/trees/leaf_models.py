"""Trees with models at their leaves: a short tree cuts the rows apart, and each part gets a learner."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import field, replace
from math import inf
from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin, clone
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import Rule, between
from gnomon.errors import ParameterError
from gnomon.learners.baseline import Baseline
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.linear.ridge import Ridge
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.regressor import DecisionTreeRegressor
from gnomon.registry import learners
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.sharing.row_weights import in_rows

A_LEARNER = Rule(
    lambda value: value is None or hasattr(value, "fit"),
    "a learner, or None for GaussianNB (classes) and Ridge (numbers)",
    "estimator or None",
    "what is fitted on the rows of each leaf",
)


class ModelTree(Learner):
    """Parameters of both model trees, and how rows find their leaf's model."""

    estimator: Any = field(default=None, kw_only=False, metadata={"rule": A_LEARNER})
    max_depth: int | None = between(
        1, inf, whole=True, optional=True, default=2, help="most questions on a way", grid=(1, 2, 3)
    )
    min_weight_fraction_leaf: float = between(
        0, 0.5, default=0.1, help="least share of the weight that a leaf must have"
    )

    def _fit_leaves(self, tree: Any, data: Rows, y: Any) -> Self:
        """Cut the rows by a tree, and fit a model on each part."""
        self.cutting_ = tree.fit(data.X, y, data.weight)
        ends = self.cutting_.apply(data.X)
        self.models_ = {
            int(leaf): self._leaf_model(data.rows(np.flatnonzero(ends == leaf)), y[ends == leaf])
            for leaf in np.unique(ends)
        }
        return self

    def _counted(self, data: Rows) -> Rows:
        """The rows that count, and how many rows each counts for."""
        if data.weight is None:
            return data
        return replace(data, weight=in_rows(data.weight)).rows(np.flatnonzero(data.weight > 0))

    def _leaf_model(self, rows: Rows, y: Array) -> Any:
        model = clone(self._learner(y))
        if rows.weight is None:
            return model.fit(rows.X, y)
        if not has_fit_parameter(model, "sample_weight"):
            raise ParameterError(
                f"{type(model).__name__} takes no weights; give another learner, or no weights"
            )
        return model.fit(rows.X, y, sample_weight=rows.weight)

    @abstractmethod
    def _learner(self, y: Array) -> Any:
        """The model of a leaf with these targets."""

    def _leaves(self, X: Any) -> tuple[Any, Integers]:
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        return checked, self.cutting_.apply(checked)


class ModelTreeClassifier(ClassifierMixin, ModelTree):
    """Cut the rows apart by a short decision tree, and classify each part by a model of its own.

    Attributes
    ----------
    classes_ : the classes
    cutting_ : the decision tree
    models_ : the model of each leaf, by its node

    Examples
    --------
    >>> import numpy as np
    >>> x = np.arange(40.0)[:, None]
    >>> ModelTreeClassifier(max_depth=1).fit(x, x[:, 0] > 19).predict([[5.0], [30.0]])
    array([False,  True])
    """

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Cut and fit."""
        rows = self._counted(data)
        y = rows.y.classes[rows.y.codes]
        self.classes_ = np.unique(y)
        tree = DecisionTreeClassifier(
            max_depth=self.max_depth,
            min_weight_fraction_leaf=self.min_weight_fraction_leaf,
            random_state=0,
        )
        return self._fit_leaves(tree, rows, y)

    def predict_proba(self, X: Any) -> Floats:
        """The probabilities that the model of each row's leaf gives."""
        rows, ends = self._leaves(X)
        shares = np.zeros((len(ends), len(self.classes_)))
        for leaf in np.unique(ends):
            model, inside = self.models_[int(leaf)], np.flatnonzero(ends == leaf)
            columns = np.searchsorted(self.classes_, model.classes_)
            shares[np.ix_(inside, columns)] = model.predict_proba(rows[inside])
        return shares

    def predict(self, X: Any) -> Array:
        """What the model of each row's leaf predicts."""
        rows, ends = self._leaves(X)
        found = np.empty(len(ends), dtype=self.classes_.dtype)
        for leaf in np.unique(ends):
            found[ends == leaf] = self.models_[int(leaf)].predict(rows[ends == leaf])
        return found

    def _learner(self, y: Array) -> Any:
        """A leaf of one class needs no model."""
        if len(np.unique(y)) == 1:
            return Baseline()
        return GaussianNB() if self.estimator is None else self.estimator


class ModelTreeRegressor(RegressorMixin, ModelTree):
    """Cut the rows apart by a short regression tree, and fit each part by a model of its own.

    Attributes
    ----------
    cutting_ : the decision tree
    models_ : the model of each leaf, by its node

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(-10, 10, 50)[:, None]
    >>> y = np.where(x[:, 0] > 0, 50 + x[:, 0], -x[:, 0])
    >>> ModelTreeRegressor(max_depth=1).fit(x, y).predict([[-5.0], [5.0]]).round(1)
    array([ 5., 55.])
    """

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Cut and fit."""
        rows = self._counted(data)
        tree = DecisionTreeRegressor(
            max_depth=self.max_depth,
            min_weight_fraction_leaf=self.min_weight_fraction_leaf,
            random_state=0,
        )
        return self._fit_leaves(tree, rows, rows.y)

    def predict(self, X: Any) -> Floats:
        """What the model of each row's leaf predicts."""
        rows, ends = self._leaves(X)
        found = np.empty(len(ends))
        for leaf in np.unique(ends):
            found[ends == leaf] = self.models_[int(leaf)].predict(rows[ends == leaf])
        return found

    def _learner(self, y: Array) -> Any:
        return Ridge() if self.estimator is None else self.estimator


learners.add(
    "ModelTreeClassifier",
    ModelTreeClassifier,
    "a short tree with a classifier in each leaf",
    task=("classification",),
    family="trees",
    default=False,
)
learners.add(
    "ModelTreeRegressor",
    ModelTreeRegressor,
    "a short tree with a regression in each leaf",
    task=("regression",),
    family="trees",
    default=False,
)
