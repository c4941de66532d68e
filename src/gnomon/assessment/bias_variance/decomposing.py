"""Bias-variance decomposition of a learner on a task: many training sets, one model each, the same cases."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.assessment.bias_variance.decomposition import Decomposition
from gnomon.assessment.bias_variance.models import check_loss, models_of, models_of_draws
from gnomon.assessment.bias_variance.sources import SampledTrainingSets
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
    """Bias-variance decomposition of a learner: expected loss as noise + bias + variance over training sets.

    plan: bootstrap(50), repeated(k_fold(10), times=20) or repeated(hold_out(0.3), times=50), in which each
    row is predicted by models not trained on it; or sample_training_sets(source, n_rows), which draws
    training sets from a known data-generating process and predicts the task's rows. loss: "squared" (of
    numbers, or of classes coded by numbers), "zero-one", "brier", "log" or "cost"; by default squared for
    regression and zero-one for classification. method: for zero-one loss, "domingos" or "kohavi-wolpert".
    cases: "held-out", or "all" for every model on every row, which is optimistic. class_values: under
    squared loss the number of each class, in order; by default +1 (positive) and -1. costs: for loss "cost",
    true x predicted class; by default the task's. prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.linear_model import LinearRegression
    >>> from gnomon.datasets import sample_training_sets
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
    """Bias-variance decompositions of several learners, or settings of one, on the same training sets.

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
        raise ParameterError(f"cases={cases!r}: must be 'held-out' or 'all'")
    check_loss(task.kind, loss, method)
    costs = task.costs if costs is None else costs
    if isinstance(plan, SampledTrainingSets):
        by_setting = list(zip(*plan.predictions(task, path)))
        models = [models_of_draws(draws, task, *plan.truth(task)) for draws in by_setting]
        return [each.decomposition(loss, method, class_values, costs, "") for each in models]
    splits, note = as_splits(task, plan), ""
    if cases == "all":
        splits, note = _on_all_rows(splits)
    predictions = resample_each(task, path, splits, prepare=prepare)
    return [models_of(each).decomposition(loss, method, class_values, costs, note) for each in predictions]


def bias_variance_of(
    predictions: Predictions,
    *,
    loss: str | None = None,
    method: str = "domingos",
    class_values: Any = None,
    costs: Any = None,
) -> Decomposition:
    """Bias-variance decomposition of existing Predictions, without refitting; rows held out at least twice.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> predictions = gn.resample(gn.load("iris"), GaussianNB(), gn.repeated(gn.k_fold(5), times=4))
    >>> parts = bias_variance_of(predictions, loss="log")
    >>> parts.n_sets, abs(parts.bias + parts.variance - parts.loss) < 1e-12
    (4, True)
    """
    return models_of(predictions).decomposition(loss, method, class_values, costs, "")


def _on_all_rows(splits: Splits) -> tuple[Splits, str]:
    """The same training sets with every row predicted, and a caveat."""
    n_rows = splits.design.n_rows
    share = float(np.mean(splits.train_sizes)) / n_rows
    note = (
        f"{100 * share:.0f} % of the cases are training rows of each model, so the loss is optimistic; "
        "cases='held-out' is not."
    )
    held_out = [np.arange(n_rows)] * len(splits)
    return Splits(held_out, splits.design, [train for train, _ in splits]), note
