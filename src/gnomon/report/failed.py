"""The learners that failed somewhere, with the splits and what they said."""

from dataclasses import dataclass

from gnomon.experiments.results import Results
from gnomon.plotting.labels import shown
from gnomon.report.names import short

_MOST_OF_AN_ERROR = 400


@dataclass(frozen=True)
class FailedLine:
    """A learner that is left out on a task: how many splits failed of how many, and the first error."""

    learner: str
    task: str
    splits: str
    error: str


def failed_lines(results: Results) -> list[FailedLine]:
    """One line for each learner and task with a failure.

    >>> import gnomon as gn
    >>> failed_lines(gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))))
    []
    """
    failures = results.failures()
    return [
        FailedLine(
            short(learner),
            short(task),
            _splits(
                [(each.start, each.stop) for each in failures if (each.learner, each.task) == (learner, task)]
            ),
            shown(
                next(each.error for each in failures if (each.learner, each.task) == (learner, task)),
                _MOST_OF_AN_ERROR,
            ),
        )
        for learner, task in dict.fromkeys((each.learner, each.task) for each in failures)
    ]


def _splits(runs: list[tuple[int, int]]) -> str:
    """The numbers of the splits, counted from 1."""
    told = [f"{start + 1} to {stop}" if stop > start + 1 else f"{stop}" for start, stop in runs]
    more = f" and {len(told) - 4} more runs" if len(told) > 4 else ""
    return ", ".join(told[:4]) + more
