"""Nearest neighbors among prototypes: condensed (Hart) and edited (Wilson) nearest neighbors."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import between, one_of
from gnomon.errors import DataError
from gnomon.learners.neighbors.explanation import Explanation
from gnomon.learners.neighbors.nearest import KNeighborsClassifier
from gnomon.learners.neighbors.prototypes import Prototypes, condensed, edited
from gnomon.registry import learners
from gnomon.sharing.distances import OF_SPARSE_ROWS, Space, refuse_too_large
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd


class CondensedNeighborsClassifier(ClassifierMixin, Learner):
    """Condensed or edited nearest neighbors (Hart, Wilson): kNN among prototypes (instance selection).

    "condense" (Hart 1968) selects rows near the decision boundary whose 1-NN rule classifies all others;
    "edit" (Wilson 1972) removes rows that their neighbors misclassify; "both" edits, then condenses.

    Attributes
    ----------
    classes_ : the classes
    prototypes_ : row indices of the prototypes, in the order they were selected
    history_ : number of prototypes selected in each pass
    converged_ : whether the prototypes classify all other rows correctly ("condense" and "both")

    Examples
    --------
    >>> from gnomon import CondensedNeighborsClassifier
    >>> model = CondensedNeighborsClassifier().fit([[0.0], [1.0], [2.0], [7.0], [8.0]], list("aaabb"))
    >>> model.prototypes_, model.predict([[6.0]])
    (array([0, 3]), array(['b'], dtype='<U1'))
    """

    rule: str = one_of("condense", "edit", "both", default="condense", help="how prototypes are selected")
    n_neighbors: int = between(1, inf, whole=True, default=1, help="number of neighbors among the prototypes")
    edit_neighbors: int = between(
        1, inf, whole=True, default=3, help="number of neighbors that classify a row when editing"
    )
    metric: str = one_of(*OF_SPARSE_ROWS, default="euclidean", help="distance metric", grid=())

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Select prototypes from X with classes y; sample weights are not supported."""
        return super().fit(X, y)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Check that squared distances between rows do not overflow."""
        return refuse_too_large(super().check_examples(X, reset=reset))

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Select the prototypes and index them for the search."""
        present, codes = np.unique(data.y.codes, return_inverse=True)
        self.classes_ = data.y.classes[present]
        prototypes = self._select(Space(data.X, self.metric), codes)
        self.prototypes_ = prototypes.indices
        self.history_ = np.bincount(prototypes.selected_in_pass)[1:]
        self.n_iter_, self.converged_ = prototypes.n_passes, prototypes.is_consistent
        self._prototypes = prototypes
        k = min(self.n_neighbors, len(prototypes.indices))
        rows = data.rows(prototypes.indices)
        self.model_ = KNeighborsClassifier(k, metric=self.metric).fit(rows.X, codes[prototypes.indices])
        return self

    def predict(self, X: Any) -> Array:
        """Predict the class by majority vote; ties go to the first class."""
        probability = self.predict_proba(X)
        return self.classes_[first_largest(probability)]

    def predict_proba(self, X: Any) -> Floats:
        """Class probabilities: the share of the neighbors' votes of each class."""
        check_is_fitted(self)
        shares = self.model_.predict_proba(self.check_examples(X, reset=False))
        probabilities = np.zeros((len(shares), len(self.classes_)))
        probabilities[:, self.model_.classes_] = shares
        return probabilities

    def explain(self, X: Any) -> Explanation:
        """Explain predictions by the neighbors of each query; row indices are those of the training data."""
        check_is_fitted(self)
        within = self.model_.explain(self.check_examples(X, reset=False))
        return Explanation(
            self.prototypes_[within.near], within.distance, within.share, self.classes_[within.target]
        )

    def trace(self) -> pd.DataFrame:
        """The prototypes, each with the pass over the training rows that selected it."""
        check_is_fitted(self)
        return self._prototypes.frame()

    def _select(self, space: Space, codes: Integers) -> Prototypes:
        if self.rule == "condense":
            return condensed(space, codes)
        remaining = edited(space, codes, self.edit_neighbors)
        if len(remaining.indices) == 0:
            raise DataError(
                f"CondensedNeighborsClassifier(rule={self.rule!r}): the {self.edit_neighbors} nearest "
                "neighbors misclassify every row, so no prototype is left; use rule='condense' or more "
                "edit_neighbors"
            )
        if self.rule == "edit":
            return remaining
        within = condensed(space.rows(remaining.indices), codes[remaining.indices])
        return Prototypes(remaining.indices[within.indices], within.selected_in_pass, within.is_consistent)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


learners.add(
    "CondensedNeighborsClassifier",
    CondensedNeighborsClassifier,
    "condensed or edited nearest neighbors (Hart, Wilson)",
    task=("classification",),
    family="neighbors",
)
