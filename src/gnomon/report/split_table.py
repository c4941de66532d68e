"""A measure on every split, by learner."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gnomon.assessment.intervals.rounding import scatter_decimals, shown
from gnomon.assessment.measures.facts import Measure
from gnomon.errors import GnomonError
from gnomon.experiments.results import Results
from gnomon.report.names import short

MAX_SPLITS = 100
MAX_LEARNERS = 12


@dataclass(frozen=True)
class SplitTable:
    """The measure on every split (rows) for every learner (columns); `best` marks the best of each row.

    wins: number of splits on which each learner is best or tied. left_out, learners_left_out: number of
    splits and of learners not shown.
    """

    learners: tuple[str, ...] = ()
    rows: tuple[tuple[str, list[str], list[bool]], ...] = ()
    wins: tuple[int, ...] = ()
    left_out: int = 0
    learners_left_out: int = 0


def split_table(results: Results, task: str, measure: Measure, ranked: Sequence[str]) -> SplitTable:
    """The table of a task. ranked: the learners, best first.

    >>> import gnomon as gn
    >>> from gnomon.metrics import find_measure
    >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3)))
    >>> [name for name, _, _ in split_table(results, "iris", find_measure("accuracy"), ["GaussianNB"]).rows]
    ['fold 1', 'fold 2', 'fold 3']
    """
    try:
        scores = [results.predictions(task, each).per_split(measure.name) for each in ranked[:MAX_LEARNERS]]
    except GnomonError:
        # Some measures are not defined on the single row of a leave-one-out split.
        return SplitTable()
    values = np.column_stack(scores)
    signed = measure.sign * values
    is_best = signed == np.nanmax(np.where(np.isnan(signed), -np.inf, signed), axis=1, keepdims=True)
    splits = results.task(task).splits
    places = scatter_decimals(scores, measure.range)
    rows = tuple(
        (
            _name(number, splits["folds"], splits["repeats"]),
            [shown(each, places) for each in row],
            best.tolist(),
        )
        for number, (row, best) in enumerate(zip(values[:MAX_SPLITS], is_best))
    )
    return SplitTable(
        tuple(short(each) for each in ranked[:MAX_LEARNERS]),
        rows,
        tuple(is_best.sum(axis=0).tolist()),
        max(0, len(values) - MAX_SPLITS),
        max(0, len(ranked) - MAX_LEARNERS),
    )


def _name(number: int, folds: int, repeats: int) -> str:
    if folds == 1:
        return f"split {number + 1}"
    fold = f"fold {number % folds + 1}"
    return f"repeat {number // folds + 1}, {fold}" if repeats > 1 else fold
