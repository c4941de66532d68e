"""The settings that won: of a nested design, what the inner splits chose, and in how many outer splits."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gnomon.assessment.predictions import Predictions
from gnomon.assessment.settings import called
from gnomon.experiments.chosen import Chosen

AS_GIVEN = "as given"
_PREPARATION = "preparetable__"


@dataclass(frozen=True)
class WinningSetting:
    """A setting of a learner that was chosen in some of the outer splits.

    setting: the parameters that vary, without the steps of a pipeline in their names. times: in how many of
    the outer splits, `splits` in all, it was chosen. settings: how many there were to choose from.
    """

    learner: str
    setting: Mapping[str, Any]
    times: int
    splits: int
    settings: int

    @property
    def words(self) -> str:
        """The setting in words.

        >>> WinningSetting("SVC", {"C": 10.0, "gamma": "scale"}, 3, 5, 24).words
        "C=10.0, gamma='scale'"
        """
        return called("", self.setting)[1:-1] or AS_GIVEN

    def __str__(self) -> str:
        return f"{self.words} ({self.times} of {self.splits})"


def winning_settings(learner: str, tuned: Sequence[tuple[Predictions, Chosen]]) -> list[WinningSetting]:
    """The settings of a learner that were chosen, the most frequent first; of equals the simpler one.

    tuned: what `Results.tuned` gives.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> found = winning_settings("KNeighborsClassifier", gn.run(design).tuned())
    >>> sum(each.times for each in found), {each.splits for each in found}
    (3, {3})
    """
    if not tuned:
        return []
    settings = tuned[0][1].settings
    counts = Counter(int(place) for _, chosen in tuned for place in chosen.place)
    order = sorted(counts, key=lambda place: (-counts[place], place))
    n_splits = sum(counts.values())
    return [
        WinningSetting(learner, short_names(settings[place]), counts[place], n_splits, len(settings))
        for place in order
    ]


def short_names(setting: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters without the steps of a pipeline, where they stay apart.

    What the automatic preparation does differently for some settings was not chosen, and is left out.

    >>> short_names({"svc__C": 1, "svc__gamma": 2}), short_names({"a__C": 1, "b__C": 2})
    ({'C': 1, 'gamma': 2}, {'a__C': 1, 'b__C': 2})
    """
    tuned = {name: value for name, value in setting.items() if not name.startswith(_PREPARATION)}
    short = {name.rpartition("__")[2]: value for name, value in tuned.items()}
    return short if len(short) == len(tuned) else tuned
