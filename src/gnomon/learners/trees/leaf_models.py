"""Model trees: a shallow decision tree with a model fitted in each leaf."""

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
    "an estimator, or None for GaussianNB (classification) and Ridge (regression)",
    "estimator or None",
    "estimator fitted in each leaf",
)


class ModelTree(Learner):
    """Base class of the model trees."""

    estimator: Any = field(default=None, kw_only=False, metadata={"rule": A_LEARNER})
    max_depth: int | None = between(
        1, inf, whole=True, optional=True, default=2, help="maximum depth of the tree", grid=(1, 2, 3)
    )
    min_weight_fraction_leaf: float = between(
        0, 0.5, default=0.1, help="minimum fraction of the total weight in a leaf"
    )

    def _fit_leaves(self, tree: Any, data: Rows, y: Any) -> Self:
        """Split the rows by a tree, and fit a model in each leaf."""
        self.splitting_tree_ = tree.fit(data.X, y, data.weight)
        ends = self.splitting_tree_.apply(data.X)
        self.models_ = {
            int(leaf): self._leaf_model(data.rows(np.flatnonzero(ends == leaf)), y[ends == leaf])
            for leaf in np.unique(ends)
        }
        return self

    def _positive_weight(self, data: Rows) -> Rows:
        """The rows of positive weight, with weights scaled to counts."""
        if data.weight is None:
            return data
        return replace(data, weight=in_rows(data.weight)).rows(np.flatnonzero(data.weight > 0))

    def _leaf_model(self, rows: Rows, y: Array) -> Any:
        model = clone(self._learner(y))
        if rows.weight is None:
            return model.fit(rows.X, y)
        if not has_fit_parameter(model, "sample_weight"):
            raise ParameterError(
                f"{type(model).__name__} takes no sample weights; use another estimator, or no sample_weight"
            )
        return model.fit(rows.X, y, sample_weight=rows.weight)

    @abstractmethod
    def _learner(self, y: Array) -> Any:
        """The estimator for a leaf with these targets."""

    def _leaves(self, X: Any) -> tuple[Any, Integers]:
        check_is_fitted(self)
        checked = self.check_examples(X, reset=False)
        return checked, self.splitting_tree_.apply(checked)


class ModelTreeClassifier(ClassifierMixin, ModelTree):
    """Model tree classifier: a shallow decision tree with a classifier in each leaf (as in NBTree, LMT).

    Attributes
    ----------
    classes_ : the class labels
    splitting_tree_ : the decision tree
    models_ : the fitted classifier of each leaf, by node number

    Examples
    --------
    >>> import numpy as np
    >>> x = np.arange(40.0)[:, None]
    >>> ModelTreeClassifier(max_depth=1).fit(x, x[:, 0] > 19).predict([[5.0], [30.0]])
    array([False,  True])
    """

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Grow the tree and fit the leaf models."""
        rows = self._positive_weight(data)
        y = rows.y.classes[rows.y.codes]
        self.classes_ = np.unique(y)
        tree = DecisionTreeClassifier(
            max_depth=self.max_depth,
            min_weight_fraction_leaf=self.min_weight_fraction_leaf,
            random_state=0,
        )
        return self._fit_leaves(tree, rows, y)

    def predict_proba(self, X: Any) -> Floats:
        """The class probabilities of the model of each row's leaf."""
        rows, ends = self._leaves(X)
        probabilities = np.zeros((len(ends), len(self.classes_)))
        for leaf in np.unique(ends):
            model, inside = self.models_[int(leaf)], np.flatnonzero(ends == leaf)
            columns = np.searchsorted(self.classes_, model.classes_)
            probabilities[np.ix_(inside, columns)] = model.predict_proba(rows[inside])
        return probabilities

    def predict(self, X: Any) -> Array:
        """The predictions of the model of each row's leaf."""
        rows, ends = self._leaves(X)
        y_pred = np.empty(len(ends), dtype=self.classes_.dtype)
        for leaf in np.unique(ends):
            y_pred[ends == leaf] = self.models_[int(leaf)].predict(rows[ends == leaf])
        return y_pred

    def _learner(self, y: Array) -> Any:
        """A leaf of one class needs no model."""
        if len(np.unique(y)) == 1:
            return Baseline()
        return GaussianNB() if self.estimator is None else self.estimator


class ModelTreeRegressor(RegressorMixin, ModelTree):
    """Model tree regressor: a shallow regression tree with a linear model in each leaf (as in M5).

    Attributes
    ----------
    splitting_tree_ : the regression tree
    models_ : the fitted regressor of each leaf, by node number

    Examples
    --------
    >>> import numpy as np
    >>> x = np.linspace(-10, 10, 50)[:, None]
    >>> y = np.where(x[:, 0] > 0, 50 + x[:, 0], -x[:, 0])
    >>> ModelTreeRegressor(max_depth=1).fit(x, y).predict([[-5.0], [5.0]]).round(1)
    array([ 5., 55.])
    """

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Grow the tree and fit the leaf models."""
        rows = self._positive_weight(data)
        tree = DecisionTreeRegressor(
            max_depth=self.max_depth,
            min_weight_fraction_leaf=self.min_weight_fraction_leaf,
            random_state=0,
        )
        return self._fit_leaves(tree, rows, rows.y)

    def predict(self, X: Any) -> Floats:
        """The predictions of the model of each row's leaf."""
        rows, ends = self._leaves(X)
        y_pred = np.empty(len(ends))
        for leaf in np.unique(ends):
            y_pred[ends == leaf] = self.models_[int(leaf)].predict(rows[ends == leaf])
        return y_pred

    def _learner(self, y: Array) -> Any:
        return Ridge() if self.estimator is None else self.estimator


learners.add(
    "ModelTreeClassifier",
    ModelTreeClassifier,
    "model tree: a classifier in each leaf of a shallow tree",
    task=("classification",),
    family="trees",
    default=False,
)
learners.add(
    "ModelTreeRegressor",
    ModelTreeRegressor,
    "model tree: a linear model in each leaf of a shallow tree",
    task=("regression",),
    family="trees",
    default=False,
)
