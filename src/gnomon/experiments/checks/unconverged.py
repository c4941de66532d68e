"""GN014: a winner whose training stopped before it was done."""

import warnings
from collections.abc import Iterator
from typing import Any

from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from gnomon.assessment.collecting import steps_of
from gnomon.assessment.resample import resample_each
from gnomon.data.task import Task
from gnomon.errors import GnomonError
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.cost import Cost, cost_of
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject
from gnomon.features.automatic.default_preparation import prepared
from gnomon.sharing.foreign import adapted
from gnomon.sharing.train import features_for

LONGER = 20


@method_check(
    "GN014",
    "a winner that did not converge",
    needs=("tasks", "learners", "predictions"),
    why="Where training stops early the model depends on where it began and how columns are scaled, and "
    "another run of the same learner may rank otherwise.",
    way_out="Raise max_iter, scale the columns in a pipeline, or take a larger tol on purpose.",
)
def unconverged(subject: Subject) -> Iterator[Sighting]:
    """What the winner of each task, trained once more on the first training set, says of its convergence.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> import warnings
    >>> design = gn.Design(gn.load("heart"), gn.LogisticRegression(max_iter=1), gn.k_fold(3))
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     results = gn.run(design)
    >>> check_methodology(design=design, results=results, only=["GN014"], cost=False).codes
    ('GN014',)
    """
    for name, task in subject.tasks.items():
        if not subject.predictions.get(name) or name not in subject.splits:
            continue
        winner = subject.winner(name)
        learner = subject.learners.get(winner)
        if learner is None:
            continue
        part = task.rows(subject.splits[name][0][0])
        # As it was run: on columns as they come it may stop where on standardized ones it does not.
        ready = prepared(learner, part) if subject.design is not None and subject.design.prepare else learner
        if told := stopped_early(ready, part):
            cost = _cost(subject, name, learner)
            yield Sighting("warning", f"task {name!r}, learner {winner!r}", f"{winner} {told}.", cost)


def stopped_early(learner: Any, task: Task) -> str:
    """What a learner says of its training where it did not converge; nothing where it did.

    >>> import gnomon as gn
    >>> stopped_early(gn.LogisticRegression(max_iter=1), gn.load("iris"))
    'stopped after max_iter=1 steps'
    """
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            fitted = adapted(clone(learner)).fit(features_for(learner, task), task.y)
        except (GnomonError, ValueError):
            return ""
    for step in [fitted, *steps_of(fitted).values()]:
        if getattr(step, "converged_", True) is False:
            limit = getattr(step, "max_iter", None)
            return "did not converge" if limit is None else f"stopped after max_iter={limit} steps"
    told = [each for each in said if issubclass(each.category, ConvergenceWarning)]
    return f"warns: {str(told[0].message).splitlines()[0].rstrip('.')}" if told else ""


def _cost(subject: Subject, name: str, learner: Any) -> Cost | None:
    """The score as it is, and with twenty times the steps."""
    limits = {
        key: LONGER * value
        for key, value in learner.get_params(deep=True).items()
        if key.rpartition("__")[2] == "max_iter" and isinstance(value, int) and value > 0
    }
    if not limits or not subject.probe.is_wanted:
        return None
    probe, task = subject.probe, subject.tasks[name]
    part = task.rows(probe.part(task.n_rows, task.group))
    longer = clone(learner).set_params(**limits)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            short, long = resample_each(
                part, [probe.judge(part, each) for each in (learner, longer)], probe.plan
            )
            how = probe.how(learner, part.n_rows, task)
            return cost_of(
                short, long, subject.measure(name), probe.level, f"{how}, {LONGER} times the steps"
            )
    except (GnomonError, ValueError):
        return None
