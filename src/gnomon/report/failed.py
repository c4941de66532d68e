"""The learners that failed, with the splits and error messages."""

from dataclasses import dataclass

from gnomon.experiments.results import Results
from gnomon.plotting.labels import shown
from gnomon.report.names import short

_MAX_ERROR_LENGTH = 400


@dataclass(frozen=True)
class FailedLine:
    """A learner that failed on a task: the failed splits, and the first error."""

    learner: str
    task: str
    splits: str
    error: str


def failed_lines(results: Results) -> list[FailedLine]:
    """One line per learner and task with a failure.

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
                _MAX_ERROR_LENGTH,
            ),
        )
        for learner, task in dict.fromkeys((each.learner, each.task) for each in failures)
    ]


def _splits(runs: list[tuple[int, int]]) -> str:
    """The numbers of the splits, from 1."""
    ranges = [f"{start + 1} to {stop}" if stop > start + 1 else f"{stop}" for start, stop in runs]
    more = f" and {len(ranges) - 4} more runs" if len(ranges) > 4 else ""
    return ", ".join(ranges[:4]) + more
