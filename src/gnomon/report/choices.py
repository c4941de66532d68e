"""Chosen settings: which setting of each learner won the inner selection, how often, and with which score."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gnomon.errors import GnomonError
from gnomon.experiments.results import Results
from gnomon.report.names import short
from gnomon.report.rounding import shown

MAX_LINES = 6
MAX_LEARNERS = 30

_STEP = re.compile(r"\b[a-z0-9]+(?:-\d+)?__")


@dataclass(frozen=True)
class ChosenLine:
    """A setting of a learner: how many outer splits chose it, of how many, and its mean inner score."""

    learner: str
    setting: str
    times: int
    of: int
    inner: str


@dataclass(frozen=True)
class ChosenTable:
    """The settings that won, learner by learner, the most frequent first.

    left_out: how many lines are not shown. unstable: learners of which no setting won in most splits.
    """

    lines: tuple[ChosenLine, ...] = ()
    left_out: int = 0
    unstable: tuple[str, ...] = ()


def chosen_table(results: Results, task: str, ranked: Sequence[str]) -> ChosenTable:
    """The table of a task; empty in a plain design. ranked: the learners in the order of the leaderboard.

    >>> import gnomon as gn
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> sum(line.times for line in chosen_table(gn.run(design), "iris", ["KNeighborsClassifier"]).lines)
    3
    """
    if not results.record.is_nested:
        return ChosenTable()
    lines: list[ChosenLine] = []
    left_out, unstable = 0, []
    for learner in ranked[:MAX_LEARNERS]:
        try:
            found = results.choices(task, learner)
        except GnomonError:
            continue
        if found["choice"].eq("as given").all():
            continue
        counts = found["choice"].value_counts(sort=False)
        order = counts.sort_values(ascending=False, kind="stable")
        if order.iloc[0] * 2 <= len(found) and len(found) > 1:
            unstable.append(short(learner))
        for setting, times in order.head(MAX_LINES).items():
            inner = float(np.mean(found.loc[found["choice"] == setting, "inner"]))
            named = short(without_steps(str(setting)), 160)
            lines.append(ChosenLine(short(learner), named, int(times), len(found), shown(inner, 4)))
        left_out += max(len(order) - MAX_LINES, 0)
    return ChosenTable(tuple(lines), left_out, tuple(unstable))


def without_steps(text: str) -> str:
    """Parameters by their own names, without the step of a pipeline that they belong to.

    >>> without_steps("svc__C=10, svc__gamma=0.1")
    'C=10, gamma=0.1'
    """
    return _STEP.sub("", text)
