"""Out of bag: each row judged by the members of a bagging whose samples it is not in."""

from __future__ import annotations

import warnings

import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.errors import NumericsWarning
from gnomon.learners.ensembles.forest_judgment import r_squared
from gnomon.learners.ensembles.members import SharedRows
from gnomon.ties import first_largest


def held_out_classes(shares: list[Floats], counts: Array, rows: SharedRows) -> tuple[Floats, float]:
    """For each row the mean shares of the members that never saw it, and how often their class is right.

    shares: what each member says of the rows (rows, classes). counts: how often it saw each.

    >>> from gnomon.sharing.labels import Labels
    >>> from gnomon.sharing.prepared import Rows
    >>> rows = SharedRows(Rows(np.zeros((2, 1)), Labels.of([0, 1])))
    >>> held_out_classes([np.eye(2), 1 - np.eye(2)], np.array([[1, 0], [0, 2]]), rows)
    (array([[0., 1.],
           [0., 1.]]), 0.5)
    """
    unseen = counts == 0
    total = np.sum([each * flags[:, None] for each, flags in zip(shares, unseen)], axis=0)
    mean = _mean(total, unseen)
    judged, weight = _judged(unseen, rows)
    right = first_largest(mean[judged]) == rows.targets[judged]
    return mean, float(np.average(right, weights=weight[judged])) if judged.any() else np.nan


def held_out_numbers(each: Floats, counts: Array, rows: SharedRows) -> tuple[Floats, float]:
    """For each row the mean prediction of the members that never saw it, and the R² of these.

    each: what members predict (members, rows). counts: how often each member saw each row.

    >>> from gnomon.sharing.prepared import Rows
    >>> rows = SharedRows(Rows(np.zeros((2, 1)), np.array([1.0, 3.0])))
    >>> held_out_numbers(np.array([[9.0, 3.0], [1.0, 9.0]]), np.array([[2, 0], [0, 2]]), rows)
    (array([1., 3.]), 1.0)
    """
    unseen = counts == 0
    mean = _mean((each * unseen).sum(axis=0)[:, None], unseen)[:, 0]
    judged, weight = _judged(unseen, rows)
    if not judged.any():
        return mean, np.nan
    return mean, r_squared(rows.targets[judged], mean[judged], weight[judged])[0]


def _mean(total: Floats, unseen: Flags) -> Floats:
    times = unseen.sum(axis=0).astype(np.float64)[:, None]
    return np.divide(total, times, out=np.full_like(total, np.nan), where=times > 0)


def _judged(unseen: Flags, rows: SharedRows) -> tuple[Flags, Floats]:
    """Which rows some member never saw, and the weights; a warning if there are rows that all have seen."""
    weight = np.ones(rows.n_rows) if rows.table.weight is None else rows.table.weight
    judged = unseen.any(axis=0) & (weight > 0)
    n_left = int(((weight > 0) & ~judged).sum())
    if n_left:
        warnings.warn(
            f"{n_left} rows are in every one of the {len(unseen)} samples, so that no member can judge them; "
            "they are left out of oob_score_; raise n_estimators",
            NumericsWarning,
            stacklevel=2,
        )
    return judged, weight
