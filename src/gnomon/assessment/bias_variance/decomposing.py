"""Bias and variance of a learner on a task: many training sets, one model each, the same cases."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.assessment.bias_variance.decomposition import Decomposition
from gnomon.assessment.bias_variance.models import check_loss, models_of, models_of_draws
from gnomon.assessment.bias_variance.sources import Drawn
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.resample import resample_each
from gnomon.assessment.splits import Splits, as_splits
from gnomon.data.task import Task
from gnomon.errors import ParameterError


def bias_variance(
    task: Task,
    learner: Any,
    plan: Any,
    *,
    loss: str | None = None,
    method: str = "domingos",
    cases: str = "held-out",
    class_values: Any = None,
    costs: Any = None,
    prepare: bool = True,
) -> Decomposition:
    """Expected loss of a learner as noise + bias + variance over training sets.

    plan: bootstrap(50), repeated(k_fold(10), times=20) or repeated(hold_out(0.3), times=50), in which each
    row is predicted by models that have not seen it; or drawn(source, n_rows), which draws training sets
    afresh from a source of known truth and takes the task's rows as cases. loss: "squared" (of numbers, or of
    classes coded by numbers), "zero-one", "brier", "log" or "cost"; if not given, squared for numbers and
    zero-one for classes. method: for zero-one loss, "domingos" or "kohavi-wolpert". cases: "held-out", or
    "all" for every model on every row, which flatters. class_values: under squared loss the number of each
    class, in order; +1 (positive) and -1 if not given. costs: for loss "cost", true x predicted class; the
    task's if not given. prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.linear_model import LinearRegression
    >>> from gnomon.assessment.bias_variance import sample_training_sets
    >>> source = gn.datasets.NoisyPolynomial((1.0, -2.0, 0.5), noise=0.5)
    >>> line = bias_variance(
    ...     source.draw(200, random_state=1), LinearRegression(), sample_training_sets(source, 40, times=20)
    ... )
    >>> line.noise
    0.25
    >>> line.bias > 10 * line.variance
    True
    """
    return bias_variance_each(
        task,
        [learner],
        plan,
        loss=loss,
        method=method,
        cases=cases,
        class_values=class_values,
        costs=costs,
        prepare=prepare,
    )[0]


def bias_variance_each(
    task: Task,
    path: Sequence[Any],
    plan: Any,
    *,
    loss: str | None = None,
    method: str = "domingos",
    cases: str = "held-out",
    class_values: Any = None,
    costs: Any = None,
    prepare: bool = True,
) -> list[Decomposition]:
    """Decompositions of several learners, or settings of one, over the same training sets.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> path = [KNeighborsClassifier(k) for k in (1, 25)]
    >>> one, many = bias_variance_each(
    ...     gn.datasets.make_moons(100, noise=0.3, random_state=0), path, gn.bootstrap(20)
    ... )
    >>> one.instability > many.instability
    True
    """
    if cases not in ("held-out", "all"):
        raise ParameterError(f"cases={cases!r}: it must be 'held-out' or 'all'")
    check_loss(task.kind, loss, method)
    costs = task.costs if costs is None else costs
    if isinstance(plan, Drawn):
        by_setting = list(zip(*plan.predictions(task, path)))
        models = [models_of_draws(draws, task, *plan.truth(task)) for draws in by_setting]
        return [each.decomposition(loss, method, class_values, costs, "") for each in models]
    splits, note = as_splits(task, plan), ""
    if cases == "all":
        splits, note = _on_all_rows(splits)
    found = resample_each(task, path, splits, prepare=prepare)
    return [models_of(each).decomposition(loss, method, class_values, costs, note) for each in found]


def bias_variance_of(
    predictions: Predictions,
    *,
    loss: str | None = None,
    method: str = "domingos",
    class_values: Any = None,
    costs: Any = None,
) -> Decomposition:
    """The same of stored Predictions, with no refit: each row must be held out twice or more.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.repeated(gn.k_fold(5), times=4))
    >>> found = bias_variance_of(predictions, loss="log")
    >>> found.n_sets, abs(found.bias + found.variance - found.loss) < 1e-12
    (4, True)
    """
    return models_of(predictions).decomposition(loss, method, class_values, costs, "")


def _on_all_rows(splits: Splits) -> tuple[Splits, str]:
    """The same training sets with every row predicted, and what is to be said of it."""
    n_rows = splits.design.n_rows
    share = float(np.mean(splits.train_sizes)) / n_rows
    note = (
        f"A model has seen {100 * share:.0f} % of the cases it is judged on, so the loss flatters; "
        "cases='held-out' does not."
    )
    held_out = [np.arange(n_rows)] * len(splits)
    return Splits(held_out, splits.design, [train for train, _ in splits]), note
