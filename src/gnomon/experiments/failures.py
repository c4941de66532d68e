"""Units that could not be finished, and the learners that a leaderboard leaves out for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gnomon.experiments.design import Unit


@dataclass(frozen=True)
class Failure:
    """A unit that failed: the task, the learner, the run of splits, and what it said.

    >>> Failure("iris", "SVC", 5, 10, "too long").learner
    'SVC'
    """

    task: str
    learner: str
    start: int
    stop: int
    error: str


def failures_of(units: Sequence[Unit], errors: Mapping[str, str]) -> list[Failure]:
    """The units that failed, in the order of the design. errors: what each said, by its key.

    >>> failures_of([Unit("k1", "iris", "SVC", 0, 5), Unit("k2", "iris", "SVC", 5, 10)], {"k2": "too long"})
    [Failure(task='iris', learner='SVC', start=5, stop=10, error='too long')]
    """
    return [
        Failure(unit.task, unit.learner, unit.start, unit.stop, errors[unit.key])
        for unit in units
        if unit.key in errors
    ]


def left_out(failures: Sequence[Failure], task: str) -> dict[str, str]:
    """The learners that failed somewhere on a task, each with its first reason.

    A mean over the splits that happened to go well would not be comparable with the others.

    >>> left_out([Failure("iris", "SVC", 5, 10, "too long")], "iris")
    {'SVC': 'too long'}
    """
    return {each.learner: each.error for each in reversed(failures) if each.task == task}


def in_sentences(failures: Sequence[Failure]) -> list[str]:
    """For each learner left out on a task, that it is and why.

    >>> in_sentences([Failure("iris", "SVC", 5, 10, "SVC failed on iris: too long")])
    ['SVC is left out on iris, as 1 unit failed. SVC failed on iris: too long.']
    """
    told = []
    for task, learner in dict.fromkeys((each.task, each.learner) for each in failures):
        errors = [each.error for each in failures if (each.task, each.learner) == (task, learner)]
        count = f"{len(errors)} unit{'s' if len(errors) > 1 else ''} failed"
        told.append(f"{learner} is left out on {task}, as {count}. {errors[0].rstrip('.')}.")
    return told
