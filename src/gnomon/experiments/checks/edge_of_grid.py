"""GN015: the best hyperparameter value lies at the edge of its grid."""

from collections.abc import Iterator, Mapping, Sequence
from inspect import signature
from numbers import Real
from typing import Any

import numpy as np

from gnomon.assessment.predictions import Predictions
from gnomon.assessment.resample import setting_of
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.families import families
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject
from gnomon.registry import learners
from gnomon.ties import first_largest

Tried = tuple[str, Sequence[Mapping[str, Any]], list[int]]

MIN_VALUES = 3
MAJORITY = 0.5


@methodology_check(
    "GN015",
    "best hyperparameter at the edge of its grid",
    needs=("predictions",),
    why="A better value may lie beyond the grid, so the learner's performance is underestimated.",
    how_to_fix="Extend the grid on that side until the best value is in its interior.",
)
def edge_of_grid(subject: Subject) -> Iterator[Detection]:
    """Grids of one learner whose best setting has the smallest or largest value of a numeric parameter.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> path = [gn.Ridge(alpha=alpha) for alpha in (1e4, 1e5, 1e6)]
    >>> results = gn.resample_each(gn.load("diabetes"), path, gn.k_fold(5))
    >>> print(check_methodology(results=results, only=["GN015"]).findings[0].message)
    The best alpha is 10000, the smallest of the 3 values tried (10000 to 1e+06).
    """
    for task in subject.predictions:
        tried = _chosen(subject, task) if subject.is_nested else _best(subject, task)
        for learner, settings, indices in tried:
            for parameter, value, values in at_edge(settings, indices):
                yield Detection("note", Place(task, learner=learner), _message(parameter, value, values))


def at_edge(
    settings: Sequence[Mapping[str, Any]], chosen: Sequence[int]
) -> list[tuple[str, float, list[float]]]:
    """Numeric parameters mostly selected at one end of their grid: name, that value, and all values tried.

    settings: the parameter values of each setting. chosen: indices of the selected settings.

    >>> at_edge([{"C": 1}, {"C": 10}, {"C": 100}], [2])
    [('C', 100, [1, 10, 100])]
    >>> at_edge([{"C": 1}, {"C": 10}, {"C": 100}], [1])
    []
    """
    at_ends = []
    for name in dict.fromkeys(name for setting in settings for name in setting):
        tried = [setting.get(name) for setting in settings]
        if not all(isinstance(value, Real) and not isinstance(value, bool) for value in tried):
            continue
        values = sorted({value for value in tried if value is not None})
        if len(values) < MIN_VALUES:
            continue
        for end in (values[0], values[-1]):
            if np.mean([tried[index] == end for index in chosen]) > MAJORITY:
                at_ends.append((name, end, values))
    return at_ends


def _best(subject: Subject, task: str) -> Iterator[Tried]:
    """For each learner with several settings in the results: the settings and the index of the best."""
    measure, predictions = subject.measure(task), subject.predictions[task]
    for classes, names in families(subject, task).items():
        scores = [measure.sign * predictions[name].score(measure) for name in names]
        yield classes, _settings(subject, predictions, classes, names), [int(first_largest(scores))]


def _settings(
    subject: Subject, predictions: Mapping[str, Predictions], classes: str, names: list[str]
) -> list[dict[str, Any]]:
    """The parameters of each setting, with the defaults filled in where they are known."""
    if all(name in subject.learners for name in names):
        return setting_of([subject.learners[name] for name in names])
    known = signature(learners[classes].thing).parameters if classes in learners else {}
    defaults = {name: each.default for name, each in known.items()}
    varied = dict.fromkeys(key for name in names for key in predictions[name].setting)
    filled = {key: defaults[key] for key in varied if key in defaults}
    return [{**filled, **predictions[name].setting} for name in names]


def _chosen(subject: Subject, task: str) -> Iterator[Tried]:
    """For each learner of a nested design: the settings, and the index selected in each outer split."""
    if subject.results is None:
        return
    for learner in subject.predictions[task]:
        units = [chosen for _, chosen in subject.results.tuned(task, learner)]
        if units:
            yield learner, units[0].settings, [int(index) for unit in units for index in unit.place]


def _message(parameter: str, value: float, values: list[float]) -> str:
    side = "smallest" if value == values[0] else "largest"
    return (
        f"The best {parameter} is {value:g}, the {side} of the {len(values)} values tried "
        f"({values[0]:g} to {values[-1]:g})."
    )
