"""Failed units, and the learners that are excluded from a leaderboard because of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gnomon.experiments.design import Unit


@dataclass(frozen=True)
class Failure:
    """A failed unit: its task, learner, range of splits and error message.

    >>> Failure("iris", "SVC", 5, 10, "too long").learner
    'SVC'
    """

    task: str
    learner: str
    start: int
    stop: int
    error: str


def failures_of(units: Sequence[Unit], errors: Mapping[str, str]) -> list[Failure]:
    """The failed units in the order of the design. errors: error messages by key.

    >>> failures_of([Unit("k1", "iris", "SVC", 0, 5), Unit("k2", "iris", "SVC", 5, 10)], {"k2": "too long"})
    [Failure(task='iris', learner='SVC', start=5, stop=10, error='too long')]
    """
    return [
        Failure(unit.task, unit.learner, unit.start, unit.stop, errors[unit.key])
        for unit in units
        if unit.key in errors
    ]


def left_out(failures: Sequence[Failure], task: str) -> dict[str, str]:
    """The learners with a failure on a task, each with its first error.

    A mean over the remaining splits would not be comparable with other learners.

    >>> left_out([Failure("iris", "SVC", 5, 10, "too long")], "iris")
    {'SVC': 'too long'}
    """
    return {each.learner: each.error for each in reversed(failures) if each.task == task}


def in_sentences(failures: Sequence[Failure]) -> list[str]:
    """A sentence for each learner excluded on a task, with the reason.

    >>> in_sentences([Failure("iris", "SVC", 5, 10, "SVC failed on iris: too long")])
    ['SVC is left out on iris, as 1 unit failed. SVC failed on iris: too long.']
    """
    sentences = []
    for task, learner in dict.fromkeys((each.task, each.learner) for each in failures):
        errors = [each.error for each in failures if (each.task, each.learner) == (task, learner)]
        count = f"{len(errors)} unit{'s' if len(errors) > 1 else ''} failed"
        sentences.append(f"{learner} is left out on {task}, as {count}. {errors[0].rstrip('.')}.")
    return sentences
