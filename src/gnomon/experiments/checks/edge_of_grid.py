"""GN015: the best setting lies at the end of the values that were tried."""

from collections.abc import Iterator, Mapping, Sequence
from inspect import signature
from numbers import Real
from typing import Any

import numpy as np

from gnomon.assessment.predictions import Predictions
from gnomon.assessment.resample import setting_of
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.families import families
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject
from gnomon.registry import learners
from gnomon.ties import first_largest

Tried = tuple[str, Sequence[Mapping[str, Any]], list[int]]

FEWEST_VALUES = 3
MOSTLY = 0.5


@method_check(
    "GN015",
    "the best setting is at the edge of its grid",
    needs=("predictions",),
    why="A better setting may lie beyond the values that were tried, so the learner is sold short.",
    way_out="Widen the grid on that side until the best value has worse ones on both sides.",
)
def edge_of_grid(subject: Subject) -> Iterator[Sighting]:
    """Settings of one learner whose best has the least or greatest value tried of a numeric parameter.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> path = [gn.Ridge(alpha=alpha) for alpha in (1e4, 1e5, 1e6)]
    >>> results = gn.resample_each(gn.load("diabetes"), path, gn.k_fold(5))
    >>> print(check_methodology(results=results, only=["GN015"]).findings[0].found)
    The best alpha is 10000, the least of the 3 values tried (10000 to 1e+06).
    """
    for task in subject.predictions:
        tried = _chosen(subject, task) if subject.is_nested else _best(subject, task)
        for learner, settings, places in tried:
            for parameter, value, values in at_edge(settings, places):
                yield Sighting("note", f"task {task!r}, learner {learner!r}", _told(parameter, value, values))


def at_edge(
    settings: Sequence[Mapping[str, Any]], chosen: Sequence[int]
) -> list[tuple[str, float, list[float]]]:
    """The numeric parameters whose chosen values are mostly at one end, the value, and all values tried.

    settings: the values of the parameters in each setting. chosen: places of the settings that were chosen.

    >>> at_edge([{"C": 1}, {"C": 10}, {"C": 100}], [2])
    [('C', 100, [1, 10, 100])]
    >>> at_edge([{"C": 1}, {"C": 10}, {"C": 100}], [1])
    []
    """
    found = []
    for name in dict.fromkeys(name for setting in settings for name in setting):
        tried = [setting.get(name) for setting in settings]
        if not all(isinstance(value, Real) and not isinstance(value, bool) for value in tried):
            continue
        values = sorted({value for value in tried if value is not None})
        if len(values) < FEWEST_VALUES:
            continue
        for end in (values[0], values[-1]):
            if np.mean([tried[place] == end for place in chosen]) > MOSTLY:
                found.append((name, end, values))
    return found


def _best(subject: Subject, task: str) -> Iterator[Tried]:
    """Of each learner with several settings in the results: these, and the best of them."""
    measure, predictions = subject.measure(task), subject.predictions[task]
    for classes, names in families(subject, task).items():
        scores = [measure.sign * predictions[name].score(measure) for name in names]
        yield classes, _settings(subject, predictions, classes, names), [int(first_largest(scores))]


def _settings(
    subject: Subject, predictions: Mapping[str, Predictions], classes: str, names: list[str]
) -> list[dict[str, Any]]:
    """The parameters of each setting; those that were left at their defaults too, where these are known."""
    if all(name in subject.learners for name in names):
        return setting_of([subject.learners[name] for name in names])
    known = signature(learners[classes].thing).parameters if classes in learners else {}
    defaults = {name: each.default for name, each in known.items()}
    varied = dict.fromkeys(key for name in names for key in predictions[name].setting)
    usual = {key: defaults[key] for key in varied if key in defaults}
    return [{**usual, **predictions[name].setting} for name in names]


def _chosen(subject: Subject, task: str) -> Iterator[Tried]:
    """Of each learner of a nested design: the settings, and the choice of every outer split."""
    if subject.results is None:
        return
    for learner in subject.predictions[task]:
        units = [chosen for _, chosen in subject.results.tuned(task, learner)]
        if units:
            yield learner, units[0].settings, [int(place) for unit in units for place in unit.place]


def _told(parameter: str, value: float, values: list[float]) -> str:
    side = "least" if value == values[0] else "greatest"
    return (
        f"The best {parameter} is {value:g}, the {side} of the {len(values)} values tried "
        f"({values[0]:g} to {values[-1]:g})."
    )
