"""GN014: a best learner whose optimization did not converge."""

import warnings
from collections.abc import Iterator
from typing import Any

from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from gnomon.assessment.collecting import steps_of
from gnomon.assessment.resample import resample_each
from gnomon.data.task import Task
from gnomon.errors import GnomonError
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.cost import Cost, cost_of
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject
from gnomon.features.automatic.default_preparation import prepared
from gnomon.sharing.foreign import adapted
from gnomon.sharing.train import features_for

LONGER = 20


@methodology_check(
    "GN014",
    "best learner did not converge",
    needs=("tasks", "learners", "predictions"),
    why="Before convergence the model depends on the initialization and the scale of the columns, and "
    "another run of the same learner may rank differently.",
    how_to_fix="Increase max_iter, standardize the columns in a pipeline, or set a larger tol deliberately.",
)
def unconverged(subject: Subject) -> Iterator[Detection]:
    """Whether the best learner of each task converges when refitted on the first training set.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
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
        # Prepared as in the run: convergence depends on whether columns are standardized.
        ready = prepared(learner, part) if subject.design is not None and subject.design.prepare else learner
        if message := stopped_early(ready, part):
            cost = _cost(subject, name, learner)
            yield Detection("warning", Place(name, learner=winner), f"{winner} {message}.", cost)


def stopped_early(learner: Any, task: Task) -> str:
    """How training stopped if it did not converge; "" if it did.

    >>> import gnomon as gn
    >>> stopped_early(gn.LogisticRegression(max_iter=1), gn.load("iris"))
    'stopped after max_iter=1 iterations'
    """
    with warnings.catch_warnings(record=True) as recorded:
        warnings.simplefilter("always")
        try:
            fitted = adapted(clone(learner)).fit(features_for(learner, task), task.y)
        except (GnomonError, ValueError):
            return ""
    for step in [fitted, *steps_of(fitted).values()]:
        if getattr(step, "converged_", True) is False:
            limit = getattr(step, "max_iter", None)
            return "did not converge" if limit is None else f"stopped after max_iter={limit} iterations"
    shown = [each for each in recorded if issubclass(each.category, ConvergenceWarning)]
    return f"warns: {str(shown[0].message).splitlines()[0].rstrip('.')}" if shown else ""


def _cost(subject: Subject, name: str, learner: Any) -> Cost | None:
    """The bias: the score with max_iter as given, and with twenty times as many iterations."""
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
            return cost_of(short, long, subject.measure(name), probe.level, f"{how}, {LONGER} times max_iter")
    except (GnomonError, ValueError):
        return None
