"""A learning curve as plain values, for the results file."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np

from gnomon.assessment.curves.learning import LearningCurve
from gnomon.assessment.curves.train_test_scores import TrainTestScores
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import find_measure


@dataclass(frozen=True)
class StoredCurve:
    """The values of a learning curve for storage.

    held_out, trained: test and training scores with bounds at each number of rows; NaN without bounds.

    >>> import gnomon as gn
    >>> curve = gn.learning_curve(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3), "accuracy", sizes=[30, 90])
    >>> StoredCurve.of(curve, "GaussianNB", 3).curve().rows.tolist()
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
    def of(cls, curve: LearningCurve, learner: str, n_splits: int) -> StoredCurve:
        """The values of a curve of this learner."""
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
        """Restore the learning curve."""
        scores = [
            TrainTestScores(
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
