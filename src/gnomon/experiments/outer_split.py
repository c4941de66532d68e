"""What is kept of an outer split, to state a learner's score in several ways.

Of very many rows only some are kept of inner splits and training rows. Estimates that rest on them are moved
by what is known of all rows, so that which rows were kept makes no optimism.
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
from gnomon.experiments.chosen import Chosen
from gnomon.experiments.kept import Kept


@dataclass(frozen=True)
class OuterSplit:
    """What is kept of one outer split of a unit."""

    like: Predictions
    chosen: Chosen
    part: int

    @property
    def training(self) -> Predictions:
        """What the choice predicts for rows that it was trained on."""
        return self.chosen.trained(self.part, self.like)

    @property
    def choice(self) -> Predictions:
        """The inner held-out predictions of the setting that was chosen."""
        place, kept = int(self.chosen.place[self.part]), self.chosen.inner
        return kept.predictions(self.part, place, self.like, self.chosen.inner_design)

    def raced(self, measure: Measure) -> list[Predictions]:
        """The inner held-out predictions of every setting; corrections are for the measure that chose."""
        if not self._chose_by(measure):
            raise DesignError(
                f"settings were chosen by {self.chosen.measure}, so there is no choice by {measure.name} to "
                f"correct for; make it the first measure of the design"
            )
        return self.chosen.within(self.part, self.like)

    def share_kept(self, figure: str, measure: Measure) -> str:
        """What of a figure rests on some of the rows, as a sentence; nothing where all were kept."""
        kept = self.chosen.training if figure == "training" else self.chosen.inner
        n_kept, n_given = int(kept.sizes[self.part]), kept.n_given(self.part)
        if n_kept == n_given:
            return ""
        what = {"training": "It rests", "inner": "Its interval rests"}
        said = what.get(figure, "Correction and interval rest") if self._chose_by(measure) else "It rests"
        return f"{said} on {n_kept:,} of {n_given:,} rows of an outer training set, evenly spaced."

    def training_moved(self, estimate: Estimate, outer: "ByRow | None") -> Estimate:
        """The training score, moved by how much easier than all the kept rows are to the outer splits."""
        if outer is None or self._keeps_all(self.chosen.training):
            return estimate
        return _moved(estimate, outer.gain(estimate.value, self.training.row))

    def moved(self, estimate: Estimate, measure: Measure) -> Estimate:
        """The estimate of the choice, moved to its score on all rows."""
        if not self._chose_by(measure) or self._keeps_all(self.chosen.inner):
            return estimate
        on_all = self.chosen.scores[self.part, self.chosen.place[self.part]]
        return _moved(estimate, float(on_all) - estimate.value)

    def best_moved(self, estimate: Estimate, measure: Measure) -> Estimate:
        """A corrected estimate, moved by how much the best score on all rows differs from that on some."""
        if self._keeps_all(self.chosen.inner):
            return estimate
        on_all = self.chosen.scores[self.part, self.chosen.reached[self.part]]
        on_kept = [each.score(measure) for each in self.raced(measure)]
        best = max if measure.sign > 0 else min
        return _moved(estimate, float(best(on_all)) - best(on_kept))

    def _keeps_all(self, kept: Kept) -> bool:
        return int(kept.sizes[self.part]) == kept.n_given(self.part)

    def _chose_by(self, measure: Measure) -> bool:
        return find_measure(self.chosen.measure).name == measure.name


@dataclass(frozen=True)
class ByRow:
    """What the nested estimate is the mean of: value and weight of each row, NaN where it has none.

    is_root: whether it is the square root of that mean.
    """

    value: Floats
    weight: Floats
    is_root: bool = False

    @classmethod
    def of(cls, whole: Predictions, measure: Measure) -> "ByRow | None":
        """None of a measure that rows do not add up to."""
        if not measure.is_by_row:
            return None
        n_rows = whole.design.n_rows
        times = np.bincount(whole.row, minlength=n_rows)
        is_root, weights = measure.root_of is not None, whole.weight
        values = (
            values_of_rows(whole, measure)
            if measure.root_of is None
            else measure.root_of(*whole.given(measure))
        )
        with np.errstate(invalid="ignore"):
            value = np.bincount(whole.row, values, minlength=n_rows) / times
            weight = np.bincount(whole.row, weights, minlength=n_rows) / np.maximum(times, 1)
        return cls(value, np.where(times > 0, weight, 0.0), is_root)

    def gain(self, score: float, rows: Integers) -> float:
        """By how much a score of these rows would be larger on all of them."""
        less = self.all_less(rows)
        return sqrt(max(score**2 + less, 0.0)) - score if self.is_root else less

    def all_less(self, rows: Integers) -> float:
        """The mean of all rows less that of these; 0 where some have no value."""
        if np.isnan(self.value[rows]).any() or not self.weight[rows].any():
            return 0.0
        known = self.weight > 0
        whole = np.average(self.value[known], weights=self.weight[known])
        return float(whole - np.average(self.value[rows], weights=self.weight[rows]))


def _moved(estimate: Estimate, by: float) -> Estimate:
    return replace(estimate, value=estimate.value + by, lower=estimate.lower + by, upper=estimate.upper + by)
