"""Out-of-bag estimates of bagging: each row is predicted by the base estimators not fitted on it."""

from __future__ import annotations

import warnings

import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.errors import NumericsWarning
from gnomon.learners.ensembles.forest_out_of_bag import r_squared
from gnomon.learners.ensembles.members import SharedRows
from gnomon.ties import first_largest


def out_of_bag_classes(probabilities: list[Floats], counts: Array, rows: SharedRows) -> tuple[Floats, float]:
    """The out-of-bag class probabilities of each row, and their accuracy.

    probabilities: of each base estimator (rows, classes). counts: of each row in its sample.

    >>> from gnomon.sharing.labels import Labels
    >>> from gnomon.sharing.prepared import Rows
    >>> rows = SharedRows(Rows(np.zeros((2, 1)), Labels.of([0, 1])))
    >>> out_of_bag_classes([np.eye(2), 1 - np.eye(2)], np.array([[1, 0], [0, 2]]), rows)
    (array([[0., 1.],
           [0., 1.]]), 0.5)
    """
    is_out = counts == 0
    total = np.sum([each * flags[:, None] for each, flags in zip(probabilities, is_out)], axis=0)
    mean = _mean(total, is_out)
    is_scored, weight = _scored_rows(is_out, rows)
    right = first_largest(mean[is_scored]) == rows.targets[is_scored]
    return mean, float(np.average(right, weights=weight[is_scored])) if is_scored.any() else np.nan


def out_of_bag_regression(each: Floats, counts: Array, rows: SharedRows) -> tuple[Floats, float]:
    """The out-of-bag prediction of each row, and their R².

    each: predictions (members, rows). counts: of each row in each sample (members, rows).

    >>> from gnomon.sharing.prepared import Rows
    >>> rows = SharedRows(Rows(np.zeros((2, 1)), np.array([1.0, 3.0])))
    >>> out_of_bag_regression(np.array([[9.0, 3.0], [1.0, 9.0]]), np.array([[2, 0], [0, 2]]), rows)
    (array([1., 3.]), 1.0)
    """
    is_out = counts == 0
    mean = _mean((each * is_out).sum(axis=0)[:, None], is_out)[:, 0]
    is_scored, weight = _scored_rows(is_out, rows)
    if not is_scored.any():
        return mean, np.nan
    return mean, r_squared(rows.targets[is_scored], mean[is_scored], weight[is_scored])[0]


def _mean(total: Floats, is_out: Flags) -> Floats:
    times = is_out.sum(axis=0).astype(np.float64)[:, None]
    return np.divide(total, times, out=np.full_like(total, np.nan), where=times > 0)


def _scored_rows(is_out: Flags, rows: SharedRows) -> tuple[Flags, Floats]:
    """Which rows are out of bag for some member, and the weights; warns of rows that are in every sample."""
    weight = np.ones(rows.n_rows) if rows.table.weight is None else rows.table.weight
    is_scored = is_out.any(axis=0) & (weight > 0)
    n_left = int(((weight > 0) & ~is_scored).sum())
    if n_left:
        warnings.warn(
            f"{n_left} rows are in every one of the {len(is_out)} bootstrap samples and have no out-of-bag "
            "prediction; oob_score_ leaves them out; increase n_estimators",
            NumericsWarning,
            stacklevel=2,
        )
    return is_scored, weight
