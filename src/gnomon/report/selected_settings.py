"""Hyperparameters selected by the inner splits: values of each learner, how often, with which score."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gnomon.assessment.intervals.rounding import scatter_decimals, shown
from gnomon.assessment.measures.facts import find_measure
from gnomon.errors import GnomonError
from gnomon.experiments.results import Results
from gnomon.report.names import short

MAX_LINES = 6
MAX_LEARNERS = 30

_STEP = re.compile(r"\b[a-z0-9]+(?:-\d+)?__")


@dataclass(frozen=True)
class ChosenLine:
    """Hyperparameters of a learner: number of outer splits that selected them, and mean inner score."""

    learner: str
    setting: str
    times: int
    of: int
    inner: str


@dataclass(frozen=True)
class ChosenTable:
    """The selected hyperparameters of each learner, the most frequent first.

    left_out: number of lines not shown. unstable: learners without a majority of splits for one setting.
    """

    lines: tuple[ChosenLine, ...] = ()
    left_out: int = 0
    unstable: tuple[str, ...] = ()


def chosen_table(results: Results, task: str, ranked: Sequence[str]) -> ChosenTable:
    """The table of a task; empty without nested selection. ranked: learners in leaderboard order.

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
            choices = results.choices(task, learner)
        except GnomonError:
            continue
        if choices["choice"].eq("as given").all():
            continue
        scores = np.asarray(choices["inner"], dtype=float)
        places = scatter_decimals([scores], find_measure(results.measure(task)).range)
        counts = choices["choice"].value_counts(sort=False)
        order = counts.sort_values(ascending=False, kind="stable")
        if order.iloc[0] * 2 <= len(choices) and len(choices) > 1:
            unstable.append(short(learner))
        for setting, times in order.head(MAX_LINES).items():
            inner = float(np.mean(choices.loc[choices["choice"] == setting, "inner"]))
            named = short(without_steps(str(setting)), 160)
            lines.append(ChosenLine(short(learner), named, int(times), len(choices), shown(inner, places)))
        left_out += max(len(order) - MAX_LINES, 0)
    return ChosenTable(tuple(lines), left_out, tuple(unstable))


def without_steps(text: str) -> str:
    """Parameter names without the prefix of their pipeline step.

    >>> without_steps("svc__C=10, svc__gamma=0.1")
    'C=10, gamma=0.1'
    """
    return _STEP.sub("", text)
