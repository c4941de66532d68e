"""The fast correlation-based filter: keep columns that no better column can stand in for (Yu & Liu 2003)."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.features.select.coded import Coded
from gnomon.features.select.information import symmetric_uncertainty
from gnomon.ties import best_first


def predominant(coded: Coded, least: float = 0.0) -> tuple[Integers, Floats]:
    """Columns kept, best first, and the symmetrical uncertainty of every column with the target.

    Going down the ranking, a column removes those below it whose uncertainty with it is at least theirs with
    the target. Columns at `least` or below are not looked at.

    >>> codes = np.array([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]], dtype=np.uint8)
    >>> predominant(Coded(codes, 2, np.array([0, 1, 2, 3], dtype=np.uint16), 4))[0].tolist()
    [0, 2]
    """
    relevance = symmetric_uncertainty(coded.tables)
    strength = np.nan_to_num(relevance)
    waiting = [int(column) for column in best_first(strength) if strength[column] > least]
    kept = []
    while waiting:
        best = waiting.pop(0)
        kept.append(best)
        if waiting:
            some = coded.columns(waiting)
            tables = some.counted(coded.codes[:, best].astype(np.uint16), coded.n_levels)
            with_best = symmetric_uncertainty(tables)
            waiting = [
                column for column, shared in zip(waiting, with_best, strict=True) if shared < strength[column]
            ]
    return np.array(kept, dtype=np.int64), relevance
