"""Selection frequencies of hyperparameter settings over the outer splits of a nested design."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gnomon.assessment.predictions import Predictions
from gnomon.assessment.settings import called
from gnomon.experiments.selected_settings import Chosen

UNCHANGED = "as given"
_PREPARATION = "preparetable__"


@dataclass(frozen=True)
class WinningSetting:
    """A hyperparameter setting that was selected in some of the outer splits.

    setting: the hyperparameters that vary, without pipeline steps in their names. times: number of outer
    splits, of `splits` in all, that selected it. settings: number of candidate settings.
    """

    learner: str
    setting: Mapping[str, Any]
    times: int
    splits: int
    settings: int

    @property
    def words(self) -> str:
        """The setting as text.

        >>> WinningSetting("SVC", {"C": 10.0, "gamma": "scale"}, 3, 5, 24).words
        "C=10.0, gamma='scale'"
        """
        return called("", self.setting)[1:-1] or UNCHANGED

    def __str__(self) -> str:
        return f"{self.words} ({self.times} of {self.splits})"


def winning_settings(learner: str, tuned: Sequence[tuple[Predictions, Chosen]]) -> list[WinningSetting]:
    """The selected settings of a learner by decreasing frequency; ties by simplicity.

    tuned: from `Results.tuned`.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> winners = winning_settings("KNeighborsClassifier", gn.run(design).tuned())
    >>> sum(each.times for each in winners), {each.splits for each in winners}
    (3, {3})
    """
    if not tuned:
        return []
    settings = tuned[0][1].settings
    counts = Counter(int(index) for _, chosen in tuned for index in chosen.place)
    order = sorted(counts, key=lambda index: (-counts[index], index))
    n_splits = sum(counts.values())
    return [
        WinningSetting(learner, short_names(settings[index]), counts[index], n_splits, len(settings))
        for index in order
    ]


def short_names(setting: Mapping[str, Any]) -> dict[str, Any]:
    """Hyperparameter names without pipeline steps, if they remain unique.

    Parameters of the automatic preparation that differ between settings were not tuned, and are omitted.

    >>> short_names({"svc__C": 1, "svc__gamma": 2}), short_names({"a__C": 1, "b__C": 2})
    ({'C': 1, 'gamma': 2}, {'a__C': 1, 'b__C': 2})
    """
    tuned = {name: value for name, value in setting.items() if not name.startswith(_PREPARATION)}
    short = {name.rpartition("__")[2]: value for name, value in tuned.items()}
    return short if len(short) == len(tuned) else tuned
