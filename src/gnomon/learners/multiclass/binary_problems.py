"""Problems of two classes cut out of one of many, with what the learner prepared shared between them.

A learner that summarizes rows by class (naive Bayes, discriminants) looks at them once, and every problem is
a sum of its classes' summaries; one that sorts columns sorts them once; any other is given the rows.
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

BOTH = np.array([0, 1])


class Grouping(Protocol):
    """A summary by class, which can put classes together."""

    def grouped(self, sides: Integers) -> Any:
        """The classes of each side, 0 and 1, put together; those of side -1 are left out."""


def prepared(learner: Any, X: Any, y: Any, weight: Floats | None) -> Rows | Order:
    """What problems of all folds can share: columns in sorted order, if that is what the learner prepares."""
    if isinstance(learner, Learner) and not learner.summarizes:
        data = learner.prepare(X, y, weight)
        if isinstance(data, Order):
            return data
    return Rows(X, y, weight)


def present_classes(data: Rows | Order, owner: str) -> tuple[Labels, Array]:
    """The labels of the rows in view, and the codes of the classes that have weight."""
    view = data.index if isinstance(data, Order) else slice(None)
    labels = Labels.of(data.y)[view]
    weight = None if data.weight is None else data.weight[view]
    present = np.flatnonzero(np.bincount(labels.codes, weight, minlength=labels.n_classes) > 0)
    if len(present) < 2:
        raise DataError(
            f"{owner} needs 2 classes or more, and these rows have {len(present)} class; "
            "give rows of others too"
        )
    return labels, present


@dataclass(frozen=True, eq=False)
class Problems:
    """Prepared data of many classes, from which those of two can be had.

    learner: of two classes, unfitted. n_columns: of the rows. n_jobs: threads that fit problems at a time.
    """

    learner: Any
    data: Rows | Order | Grouping
    labels: Labels
    n_columns: int
    n_jobs: int | None = None

    @classmethod
    def of(cls, learner: Any, data: Rows | Order, labels: Labels, n_jobs: int | None = None) -> Problems:
        """The problems of these rows; a learner that summarizes looks at them here, once."""
        if data.weight is not None and not has_fit_parameter(learner, "sample_weight"):
            raise DataError(f"{type(learner).__name__} takes no weights; drop sample_weight or this learner")
        if isinstance(learner, Learner) and learner.summarizes and isinstance(data, Rows):
            summary = learner.prepare(data.X, labels, data.weight)
            if hasattr(summary, "grouped"):
                return cls(learner, summary, labels, data.X.shape[1], n_jobs)
        return cls(learner, data, labels, data.X.shape[1], n_jobs)

    def fit(self, sides: Integers) -> list[Any]:
        """A model for each row of sides: the classes that are its 1, its 0, and (-1) not in it."""
        models = Parallel(n_jobs=self.n_jobs, prefer="threads")(delayed(self._fitted)(each) for each in sides)
        return list(models)

    def _fitted(self, side: Integers) -> Any:
        model = clone(self.learner)
        if isinstance(self.data, Rows):
            rows = self._rows(self.data, side)
            weight = {} if rows.weight is None else {"sample_weight": rows.weight}
            return model.fit(rows.X, rows.y.codes, **weight)
        two = self._order(self.data, side) if isinstance(self.data, Order) else self.data.grouped(side)
        # What checking would have told of the columns.
        model.n_features_in_ = self.n_columns
        return model.fit_prepared(two)

    def _rows(self, data: Rows, side: Integers) -> Rows:
        codes = side[self.labels.codes]
        index = np.flatnonzero(codes >= 0)
        some = data if len(index) == len(codes) else data.rows(index)
        return replace(some, y=Labels(codes[index], BOTH))

    def _order(self, data: Order, side: Integers) -> Order:
        index = np.flatnonzero(side[self.labels.codes] >= 0)
        view = data.rows(index)
        return replace(view, y=Labels(np.maximum(side[view.y.codes], 0), BOTH))


def confidence(model: Any, X: Any) -> Floats:
    """How sure a model of two classes is of the second: its score, or else the probability."""
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(X), dtype=np.float64)
    return np.asarray(model.predict_proba(X)[:, 1], dtype=np.float64)
