"""Held-out predictions of an experiment, for a display."""

from collections.abc import Sequence

from gnomon.assessment.predictions import Predictions
from gnomon.errors import NameUnknown
from gnomon.experiments.results import Results


def held_out_of(
    results: Results, task: str | None = None, learners: str | Sequence[str] | None = None
) -> list[Predictions]:
    """Predictions of these learners on a task; None for all that finished.

    Examples
    --------
    >>> import gnomon as gn
    >>> from gnomon.plotting.experiments.held_out import held_out_of
    >>> results = gn.run(gn.Design(gn.load("iris"), [gn.GaussianNB(), gn.DecisionStump()], gn.k_fold(3)))
    >>> [each.learner for each in held_out_of(results)]
    ['GaussianNB', 'DecisionStump']
    """
    task = only_task(results, task)
    if learners is None:
        names = results.finished(task)
    else:
        names = [learners] if isinstance(learners, str) else list(learners)
    return [results.predictions(task, name) for name in names]


def only_task(results: Results, task: str | None) -> str:
    """The name of the task; None for the only one.

    Examples
    --------
    >>> import gnomon as gn
    >>> from gnomon.plotting.experiments.held_out import only_task
    >>> only_task(gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))), None)
    'iris'
    """
    if task is None and len(results.tasks) == 1:
        return results.tasks[0]
    if task is None or task not in results.tasks:
        raise NameUnknown(f"task is {task!r}; the results have {', '.join(map(repr, results.tasks))}")
    return task
