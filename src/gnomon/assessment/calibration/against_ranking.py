"""Ranking beside calibration: a learner may rank rows well and still give probabilities nobody should use."""

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
    """One line a learner: how well it ranks (auc), and how far its probabilities can be taken at their word.

    log_loss and brier judge both at once. Reliability (0 is best), resolution (the more the better) and
    uncertainty make up the Brier score but for what varies within bins. ece is the mean gap of probability
    and share; slope below 1 means probabilities too extreme, intercept above 0 probabilities too low. A value
    that is not defined here is None: the slope of many classes or of a faultless ranking, the AUC of
    leave-one-out.

    >>> print(RankingAndCalibration(({"learner": "A", "auc": 0.9, "slope": None},)))
    learner     auc  slope
          A  0.9000      -
    """

    lines: tuple[dict[str, str | float | None], ...]

    def frame(self) -> "pd.DataFrame":
        """One line a learner."""
        import pandas as pd

        return pd.DataFrame(list(self.lines))

    def __str__(self) -> str:
        header = list(self.lines[0])
        table = [header, *([_text(value) for value in line.values()] for line in self.lines)]
        widths = [max(map(len, column)) for column in zip(*table)]
        rows = ("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in table)
        return "\n".join(rows)


def ranking_and_calibration(*predictions: "Predictions", bins: int = 10) -> RankingAndCalibration:
    """Set ranking and calibration side by side, for one learner or several.

    auc, log_loss and brier are means over splits, as `score` gives them; parts, ece, slope and intercept are
    of all held-out rows together, as bins and lines need many. bins: of equal mass, for parts and ece.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("breast-cancer"), GaussianNB(), gn.k_fold(5))
    >>> ranking_and_calibration(predictions).frame()[["learner", "auc", "slope"]].round(2)
          learner   auc  slope
    0  GaussianNB  0.99   0.14
    """
    if not predictions:
        raise DesignError("there are no predictions to judge; give at least one learner's")
    names = [each.learner for each in predictions]
    if len(set(names)) < len(names):
        names = [called(each.learner, each.setting) for each in predictions]
    lines = ({"learner": name, **_judged(each, bins)} for name, each in zip(names, predictions))
    return RankingAndCalibration(tuple(lines))


def _judged(predictions: "Predictions", bins: int) -> dict[str, float | None]:
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
    """The measure of all rows together; None where it is not defined."""
    measure = find_measure(name, **parameters)
    assert predictions.classes is not None
    if measure.of_positive and len(predictions.classes) > 2:
        return None
    try:
        return measure(*predictions.given(measure), predictions.weight)
    except DataError:
        return None


def _text(value: str | float | None) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:.4f}"
