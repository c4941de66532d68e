"""Stored predictions of an outer split, from which the figures of the optimism ledger are estimated.

Of very many rows only a subsample of the inner and training predictions is stored. Estimates from it are
adjusted by the known scores of all rows, so that the choice of the subsample adds no optimism.
"""

from dataclasses import dataclass, replace
from math import sqrt

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.estimation import values_of_rows
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import Predictions
from gnomon.errors import DesignError
from gnomon.experiments.compact_predictions import CompactPredictions
from gnomon.experiments.selected_settings import Chosen


@dataclass(frozen=True)
class OuterSplit:
    """The stored predictions of one outer split of a unit."""

    like: Predictions
    chosen: Chosen
    part: int

    @property
    def training(self) -> Predictions:
        """Training-set predictions of the selected setting."""
        return self.chosen.trained(self.part, self.like)

    @property
    def choice(self) -> Predictions:
        """The inner held-out predictions of the selected setting."""
        setting, stored = int(self.chosen.place[self.part]), self.chosen.inner
        return stored.predictions(self.part, setting, self.like, self.chosen.inner_design)

    def candidates(self, measure: Measure) -> list[Predictions]:
        """The inner held-out predictions of every setting; DesignError for another measure than selected."""
        if not self._chose_by(measure):
            raise DesignError(
                f"settings were selected by {self.chosen.measure}, so there is no selection by "
                f"{measure.name} to correct for; make it the first measure of the design"
            )
        return self.chosen.within(self.part, self.like)

    def subsample_note(self, figure: str, measure: Measure) -> str:
        """What of a figure is estimated from the subsample, as a sentence; "" if all rows are stored."""
        stored = self.chosen.training if figure == "training" else self.chosen.inner
        n_stored, n_rows = int(stored.sizes[self.part]), stored.n_rows(self.part)
        if n_stored == n_rows:
            return ""
        subjects = {"training": "It is", "inner": "Its interval is"}
        subject = subjects.get(figure, "Correction and interval are") if self._chose_by(measure) else "It is"
        return (
            f"{subject} estimated from {n_stored:,} of {n_rows:,} rows per outer training set, evenly spaced."
        )

    def adjust_training(self, estimate: Estimate, outer: "ByRow | None") -> Estimate:
        """The training score, adjusted by the difference in difficulty between all rows and the subsample."""
        if outer is None or self._stores_all(self.chosen.training):
            return estimate
        return _shifted(estimate, outer.gain(estimate.value, self.training.row))

    def adjust(self, estimate: Estimate, measure: Measure) -> Estimate:
        """The estimate of the selected setting, shifted to its score on all rows."""
        if not self._chose_by(measure) or self._stores_all(self.chosen.inner):
            return estimate
        on_all = self.chosen.scores[self.part, self.chosen.place[self.part]]
        return _shifted(estimate, float(on_all) - estimate.value)

    def adjust_best(self, estimate: Estimate, measure: Measure) -> Estimate:
        """A corrected estimate, shifted by the difference of best scores on all rows and the subsample."""
        if self._stores_all(self.chosen.inner):
            return estimate
        on_all = self.chosen.scores[self.part, self.chosen.reached[self.part]]
        on_stored = [each.score(measure) for each in self.candidates(measure)]
        best = max if measure.sign > 0 else min
        return _shifted(estimate, float(best(on_all)) - best(on_stored))

    def _stores_all(self, stored: CompactPredictions) -> bool:
        return int(stored.sizes[self.part]) == stored.n_rows(self.part)

    def _chose_by(self, measure: Measure) -> bool:
        return find_measure(self.chosen.measure).name == measure.name


@dataclass(frozen=True)
class ByRow:
    """Per-row values whose weighted mean is the nested estimate; NaN for rows without a value.

    is_root: whether the estimate is the square root of that mean.
    """

    value: Floats
    weight: Floats
    is_root: bool = False

    @classmethod
    def of(cls, whole: Predictions, measure: Measure) -> "ByRow | None":
        """From predictions; None for a measure that is not a mean over rows."""
        if not measure.is_by_row:
            return None
        n_rows = whole.design.n_rows
        times = np.bincount(whole.row, minlength=n_rows)
        is_root, weights = measure.root_of is not None, whole.weight
        values = (
            values_of_rows(whole, measure)
            if measure.root_of is None
            else measure.root_of(*whole.measure_inputs(measure))
        )
        with np.errstate(invalid="ignore"):
            value = np.bincount(whole.row, values, minlength=n_rows) / times
            weight = np.bincount(whole.row, weights, minlength=n_rows) / np.maximum(times, 1)
        return cls(value, np.where(times > 0, weight, 0.0), is_root)

    def gain(self, score: float, rows: Integers) -> float:
        """The increase of a score from these rows to all rows."""
        difference = self.mean_difference(rows)
        return sqrt(max(score**2 + difference, 0.0)) - score if self.is_root else difference

    def mean_difference(self, rows: Integers) -> float:
        """The mean over all rows minus that over these; 0 if some have no value."""
        if np.isnan(self.value[rows]).any() or not self.weight[rows].any():
            return 0.0
        known = self.weight > 0
        whole = np.average(self.value[known], weights=self.weight[known])
        return float(whole - np.average(self.value[rows], weights=self.weight[rows]))


def _shifted(estimate: Estimate, by: float) -> Estimate:
    return replace(estimate, value=estimate.value + by, lower=estimate.lower + by, upper=estimate.upper + by)
