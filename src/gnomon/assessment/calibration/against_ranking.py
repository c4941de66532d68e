"""Discrimination versus calibration: a learner may have a high AUC and poorly calibrated probabilities."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gnomon.assessment.measures.calibration import brier_decomposition
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.settings import called
from gnomon.errors import DataError, DesignError

if TYPE_CHECKING:
    import pandas as pd

    from gnomon.assessment.predictions import Predictions


@dataclass(frozen=True)
class RankingAndCalibration:
    """Discrimination (AUC) and calibration of the probabilities, one row per learner.

    log_loss and brier are proper scoring rules, which measure both. Reliability (0 is best), resolution
    (higher is better) and uncertainty decompose the Brier score, except for the variance within bins. ece is
    the expected calibration error; a calibration slope below 1 means too extreme probabilities, an intercept
    above 0 too low ones. An undefined value is None: the slope of several classes or of a perfect ranking,
    the AUC of leave-one-out.

    >>> print(RankingAndCalibration(({"learner": "A", "auc": 0.9, "slope": None},)))
    learner     auc  slope
          A  0.9000      -
    """

    lines: tuple[dict[str, str | float | None], ...]

    def frame(self) -> "pd.DataFrame":
        """One row per learner."""
        import pandas as pd

        return pd.DataFrame(list(self.lines))

    def __str__(self) -> str:
        header = list(self.lines[0])
        table = [header, *([_text(value) for value in line.values()] for line in self.lines)]
        widths = [max(map(len, column)) for column in zip(*table)]
        rows = ("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in table)
        return "\n".join(rows)


def ranking_and_calibration(*predictions: "Predictions", bins: int = 10) -> RankingAndCalibration:
    """Discrimination and calibration of one or several learners: AUC, Brier decomposition, ECE, slope.

    auc, log_loss and brier are means over splits, as in `Predictions.score`; the decomposition, ece, slope
    and intercept are of all held-out rows pooled. bins: number of equal-mass bins.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> ranking_and_calibration(predictions).frame()[["learner", "auc", "slope"]].round(2)
          learner   auc  slope
    0  GaussianNB  0.99   0.14
    """
    if not predictions:
        raise DesignError("there are no predictions; pass those of at least one learner")
    names = [each.learner for each in predictions]
    if len(set(names)) < len(names):
        names = [called(each.learner, each.setting) for each in predictions]
    lines = ({"learner": name, **_scores(each, bins)} for name, each in zip(names, predictions))
    return RankingAndCalibration(tuple(lines))


def _scores(predictions: "Predictions", bins: int) -> dict[str, float | None]:
    log_loss, brier = predictions.score("log_loss"), predictions.score("brier")
    assert predictions.probability is not None
    parts = brier_decomposition(
        predictions.truth, predictions.probability, predictions.weight, bins=bins, by="mass"
    )
    return {
        "auc": None if predictions.design.method == "leave-one-out" else predictions.score("auc"),
        "log_loss": log_loss,
        "brier": brier,
        "reliability": parts.reliability,
        "resolution": parts.resolution,
        "uncertainty": parts.uncertainty,
        "ece": _pooled(predictions, "ece", bins=bins, by="mass"),
        "slope": _pooled(predictions, "calibration_slope"),
        "intercept": _pooled(predictions, "calibration_intercept"),
    }


def _pooled(predictions: "Predictions", name: str, **parameters: object) -> float | None:
    """The measure of all rows pooled; None where it is not defined."""
    measure = find_measure(name, **parameters)
    assert predictions.classes is not None
    if measure.of_positive and len(predictions.classes) > 2:
        return None
    try:
        return measure(*predictions.measure_inputs(measure), predictions.weight)
    except DataError:
        return None


def _text(value: str | float | None) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:.4f}"
