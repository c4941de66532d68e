"""Binary problems of a multiclass reduction, with prepared data shared between them.

For a learner with sufficient statistics by class (naive Bayes, discriminant analysis) these are computed
once, and each problem is a sum of them; for one that sorts columns they are sorted once; others are fitted on
the rows of each problem.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from gnomon.arrays import Array, Floats, Integers
from gnomon.errors import DataError
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.order import Order
from gnomon.sharing.prepared import Rows

BINARY = np.array([0, 1])


class Grouping(Protocol):
    """Sufficient statistics by class, whose classes can be merged."""

    def grouped(self, groups: Integers) -> Any:
        """Merge the classes into the groups 0 and 1; those of group -1 are dropped."""


def prepared(learner: Any, X: Any, y: Any, weight: Floats | None) -> Rows | Order:
    """Data shared by the problems of all folds: sorted columns, if the learner prepares these."""
    if isinstance(learner, Learner) and not learner.summarizes:
        data = learner.prepare(X, y, weight)
        if isinstance(data, Order):
            return data
    return Rows(X, y, weight)


def present_classes(data: Rows | Order, owner: str) -> tuple[Labels, Array]:
    """Labels of the selected rows, and the codes of the classes of positive weight."""
    view = data.index if isinstance(data, Order) else slice(None)
    labels = Labels.of(data.y)[view]
    weight = None if data.weight is None else data.weight[view]
    present = np.flatnonzero(np.bincount(labels.codes, weight, minlength=labels.n_classes) > 0)
    if len(present) < 2:
        raise DataError(
            f"{owner} needs 2 classes or more, but y has {len(present)} class; add rows of other classes"
        )
    return labels, present


@dataclass(frozen=True, eq=False)
class Problems:
    """Prepared multiclass data, from which binary problems are derived.

    learner: binary classifier, unfitted. n_columns: number of features. n_jobs: number of parallel fits.
    """

    learner: Any
    data: Rows | Order | Grouping
    labels: Labels
    n_columns: int
    n_jobs: int | None = None

    @classmethod
    def of(cls, learner: Any, data: Rows | Order, labels: Labels, n_jobs: int | None = None) -> Problems:
        """Problems of these rows; sufficient statistics are computed here, once."""
        if data.weight is not None and not has_fit_parameter(learner, "sample_weight"):
            raise DataError(
                f"{type(learner).__name__} does not support sample_weight; drop it, or use another learner"
            )
        if isinstance(learner, Learner) and learner.summarizes and isinstance(data, Rows):
            summary = learner.prepare(data.X, labels, data.weight)
            if hasattr(summary, "grouped"):
                return cls(learner, summary, labels, data.X.shape[1], n_jobs)
        return cls(learner, data, labels, data.X.shape[1], n_jobs)

    def fit(self, codes: Integers) -> list[Any]:
        """Fit a model for each row of the code matrix: 1 and 0 for the two groups of classes, -1 to drop."""
        models = Parallel(n_jobs=self.n_jobs, prefer="threads")(delayed(self._fitted)(each) for each in codes)
        return list(models)

    def _fitted(self, code: Integers) -> Any:
        model = clone(self.learner)
        if isinstance(self.data, Rows):
            rows = self._rows(self.data, code)
            weight = {} if rows.weight is None else {"sample_weight": rows.weight}
            return model.fit(rows.X, rows.y.codes, **weight)
        binary = self._order(self.data, code) if isinstance(self.data, Order) else self.data.grouped(code)
        # Set by the checks of fit, which is not called.
        model.n_features_in_ = self.n_columns
        return model.fit_prepared(binary)

    def _rows(self, data: Rows, code: Integers) -> Rows:
        codes = code[self.labels.codes]
        index = np.flatnonzero(codes >= 0)
        some = data if len(index) == len(codes) else data.rows(index)
        return replace(some, y=Labels(codes[index], BINARY))

    def _order(self, data: Order, code: Integers) -> Order:
        index = np.flatnonzero(code[self.labels.codes] >= 0)
        view = data.rows(index)
        return replace(view, y=Labels(np.maximum(code[view.y.codes], 0), BINARY))


def confidence(model: Any, X: Any) -> Floats:
    """Confidence of a binary classifier in the second class: decision function, or else probability."""
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(X), dtype=np.float64)
    return np.asarray(model.predict_proba(X)[:, 1], dtype=np.float64)
