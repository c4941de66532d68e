"""Nearest neighbors among few rows: condensed or edited before they are searched."""

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
from gnomon.learners.neighbors.prototypes import Prototypes, condensed_prototypes, edited_prototypes
from gnomon.registry import learners
from gnomon.sharing.distances import OF_SPARSE_ROWS, Space, refuse_too_large
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Rows
from gnomon.ties import first_largest

if TYPE_CHECKING:
    import pandas as pd


class CondensedNeighborsClassifier(ClassifierMixin, Learner):
    """The vote of the nearest neighbors among a chosen few of the training rows.

    "condense" (Hart 1968) keeps the rows near borders, from which the nearest tells the class of all others;
    "edit" (Wilson 1972) drops rows that their neighbors get wrong; "both" edits, then condenses.

    Attributes
    ----------
    classes_ : the classes
    prototypes_ : numbers of the rows kept, in the order they were taken
    history_ : rows taken in each pass
    converged_ : whether every row not kept has the class of its nearest prototype ("condense" and "both")

    Examples
    --------
    >>> from gnomon import CondensedNeighborsClassifier
    >>> model = CondensedNeighborsClassifier().fit([[0.0], [1.0], [2.0], [7.0], [8.0]], list("aaabb"))
    >>> model.prototypes_, model.predict([[6.0]])
    (array([0, 3]), array(['b'], dtype='<U1'))
    """

    rule: str = one_of("condense", "edit", "both", default="condense", help="which rows are kept")
    n_neighbors: int = between(1, inf, whole=True, default=1, help="how many of the rows kept vote")
    edit_neighbors: int = between(
        1, inf, whole=True, default=3, help="how many neighbors judge a row when editing"
    )
    metric: str = one_of(*OF_SPARSE_ROWS, default="euclidean", help="the distance", grid=())

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Choose the rows to keep; they carry no weights, as a neighbor either is near or is not."""
        return super().fit(X, y)

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows whose distances are floats."""
        return refuse_too_large(super().check_examples(X, reset=reset))

    def fit_prepared(self, data: Rows, start: Self | None = None) -> Self:
        """Choose the rows, and make them ready to be searched."""
        present, codes = np.unique(data.y.codes, return_inverse=True)
        self.classes_ = data.y.classes[present]
        found = self._chosen(Space(data.X, self.metric), codes)
        self.prototypes_ = found.kept
        self.history_ = np.bincount(found.taken_in)[1:]
        self.n_iter_, self.converged_ = found.n_passes, found.is_consistent
        self._found = found
        k = min(self.n_neighbors, len(found.kept))
        kept = data.rows(found.kept)
        self.model_ = KNeighborsClassifier(k, metric=self.metric).fit(kept.X, codes[found.kept])
        return self

    def predict(self, X: Any) -> Array:
        """The class with most votes; the first of equals."""
        most_probable = first_largest(self.predict_proba(X))
        return self.classes_[most_probable]

    def predict_proba(self, X: Any) -> Floats:
        """The share of the neighbors' votes that each class has."""
        check_is_fitted(self)
        shares = self.model_.predict_proba(self.check_examples(X, reset=False))
        found = np.zeros((len(shares), len(self.classes_)))
        found[:, self.model_.classes_] = shares
        return found

    def explain(self, X: Any) -> Explanation:
        """Why each query is predicted as it is; rows are numbered as in the training rows."""
        check_is_fitted(self)
        found = self.model_.explain(self.check_examples(X, reset=False))
        return Explanation(
            self.prototypes_[found.near], found.distance, found.share, self.classes_[found.target]
        )

    def trace(self) -> pd.DataFrame:
        """The rows kept, each with the pass over all rows in which it was taken."""
        check_is_fitted(self)
        return self._found.frame()

    def _chosen(self, space: Space, codes: Integers) -> Prototypes:
        if self.rule == "condense":
            return condensed_prototypes(space, codes)
        edited = edited_prototypes(space, codes, self.edit_neighbors)
        if len(edited.kept) == 0:
            raise DataError(
                f"CondensedNeighborsClassifier(rule={self.rule!r}): every row is of another class than its "
                f"{self.edit_neighbors} nearest, so none is left; use rule='condense'"
            )
        if self.rule == "edit":
            return edited
        few = condensed_prototypes(space.rows(edited.kept), codes[edited.kept])
        return Prototypes(edited.kept[few.kept], few.taken_in, few.is_consistent)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


learners.add(
    "CondensedNeighborsClassifier",
    CondensedNeighborsClassifier,
    "the vote of the nearest of a chosen few rows",
    task=("classification",),
    family="neighbors",
)
