"""A learning curve as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from gnomon.assessment.curves.learning import LearningCurve
from gnomon.assessment.curves.sides import SideScores
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import find_measure


@dataclass(frozen=True)
class KeptCurve:
    """What is needed to draw a learning curve again.

    held_out, trained: value and bounds at each number of rows; NaN where a side has no bounds.

    >>> import gnomon as gn
    >>> curve = gn.learning_curve(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3), "accuracy", sizes=[30, 90])
    >>> KeptCurve.of(curve, "GaussianNB", 3).curve().rows.tolist()
    [30, 90]
    """

    learner: str
    measure: str
    rows: tuple[int, ...]
    held_out: tuple[tuple[float, float, float], ...]
    trained: tuple[tuple[float, float, float], ...]
    per_split: tuple[tuple[float, ...], ...]
    test_to_train: float
    level: float
    n_splits: int

    @classmethod
    def of(cls, curve: LearningCurve, learner: str, n_splits: int) -> KeptCurve:
        """The plain values of a curve, under this learner's name."""
        held_out = [each.held_out for each in curve.scores]
        trained = [(each.train, *(each.train_bounds or (nan, nan))) for each in curve.scores]
        return cls(
            learner,
            curve.measure.name,
            tuple(int(each) for each in curve.rows),
            tuple((float(each.value), float(each.lower), float(each.upper)) for each in held_out),
            tuple((float(a), float(b), float(c)) for a, b, c in trained),
            tuple(tuple(map(float, row)) for row in curve.per_split),
            float(curve.test_to_train),
            curve.level,
            n_splits,
        )

    def curve(self) -> LearningCurve:
        """The learning curve again."""
        scores = [
            SideScores(
                Estimate(*held_out, self.level, "corrected t", ""),
                trained[0],
                None if np.isnan(trained[1]) else (trained[1], trained[2]),
            )
            for held_out, trained in zip(self.held_out, self.trained)
        ]
        return LearningCurve(
            self.learner,
            find_measure(self.measure),
            np.array(self.rows),
            tuple(scores),
            np.array(self.per_split),
            self.test_to_train,
            self.level,
        )
