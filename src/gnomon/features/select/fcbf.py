"""Fast correlation-based filter (FCBF): drop columns that are redundant given better ones (Yu & Liu 2003)."""

from __future__ import annotations

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.features.select.coded import Coded
from gnomon.features.select.information import symmetric_uncertainty
from gnomon.ties import best_first


def predominant(coded: Coded, min_relevance: float = 0.0) -> tuple[Integers, Floats]:
    """Predominant columns (FCBF), best first, and the symmetrical uncertainty of each column with the target.

    In ranking order, a column removes those below it whose symmetrical uncertainty with it is at least their
    own with the target. Columns with relevance <= `min_relevance` are ignored.

    >>> codes = np.array([[0, 0, 0], [0, 0, 1], [1, 1, 0], [1, 1, 1]], dtype=np.uint8)
    >>> predominant(Coded(codes, 2, np.array([0, 1, 2, 3], dtype=np.uint16), 4))[0].tolist()
    [0, 2]
    """
    relevance = symmetric_uncertainty(coded.tables)
    strength = np.nan_to_num(relevance)
    candidates = [int(column) for column in best_first(strength) if strength[column] > min_relevance]
    selected = []
    while candidates:
        best = candidates.pop(0)
        selected.append(best)
        if candidates:
            some = coded.columns(candidates)
            tables = some.counted(coded.codes[:, best].astype(np.uint16), coded.n_levels)
            with_best = symmetric_uncertainty(tables)
            candidates = [
                column
                for column, shared in zip(candidates, with_best, strict=True)
                if shared < strength[column]
            ]
    return np.array(selected, dtype=np.int64), relevance
