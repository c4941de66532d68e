"""Resampling (cross-validated predictions) of learners, and grid search over hyperparameters."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone, is_classifier, is_regressor

from gnomon import notebook, threads
from gnomon.arrays import Floats
from gnomon.assessment.collecting import PredictionBuffer, describe, plain, steps_of
from gnomon.assessment.estimation import by_row, is_by_splits, values_of_rows
from gnomon.assessment.intervals import rows_error
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.splits import as_splits
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.features.automatic.default_preparation import (
    preparation_notes,
    prepared,
    without_preparation,
)
from gnomon.sharing.train import train_each

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "RULES",
    "Selection",
    "choose",
    "describe",
    "grid_search",
    "resample",
    "resample_each",
    "setting_of",
]

RULES = ("best", "one standard error")
ROUNDING = 1e-12

# Number of settings in a printed selection.
SHOWN = 11


def resample(task: Task, learner: Any, plan: Any, *, prepare: bool = True) -> Predictions:
    """Cross-validated (resampled) predictions: fit on each training set, predict its held-out rows.

    learner: any scikit-learn estimator, unfitted. plan: a resampling plan, Splits, a scikit-learn splitter,
    or (training, held-out) pairs. prepare: whether to impute, encode and standardize named columns within
    each training set, as the learner needs (see `gn.preprocessing.preparation_plan`); False passes the
    columns unchanged. A user's pipeline is left unchanged.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "b", "b"])
    >>> gn.resample(task, DummyClassifier(), gn.leave_one_out()).score("accuracy")
    0.75
    """
    return resample_each(task, [learner], plan, prepare=prepare)[0]


def resample_each(task: Task, path: Sequence[Any], plan: Any, *, prepare: bool = True) -> list[Predictions]:
    """Cross-validated predictions of several learners or hyperparameter settings on the same splits.

    path: the learners, unfitted. prepare: as in `resample`.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsRegressor
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], [0.5, 1.5, 2.5, 3.5], kind="regression")
    >>> path = [KNeighborsRegressor(1), KNeighborsRegressor(2)]
    >>> [each.score("mean_absolute_error") for each in resample_each(task, path, gn.leave_one_out())]
    [1.0, 0.75]
    """
    splits = as_splits(task, plan)
    path = as_path(path, task)
    notes = [preparation_notes(learner, task) if prepare else [] for learner in path]
    if prepare:
        path = [prepared(learner, task) for learner in path]
    buffers = PredictionBuffer.for_each(task, splits, len(path))
    others = [index for index, learner in enumerate(path) if not buffers[index].add_left_out(learner)]
    # BLAS sums depend on the number of threads; one thread, as in `run`, gives the same numbers in both.
    with threads.single_blas():
        for trained in train_each([path[index] for index in others], task, splits) if others else ():
            buffers[others[trained.setting]].add(trained)
    return [
        buffer.predictions(*describe(learner), notes=note)
        for buffer, learner, note in zip(buffers, path, notes)
    ]


@dataclass(frozen=True, repr=False)
class Selection:
    """The result of a grid search: the selected hyperparameters and the score of every setting.

    best: index of the selected setting in the path. learner: that setting, unfitted. table: every setting
    with its score and interval. note: a caveat on the selected score.

    >>> import pandas as pd
    >>> print(Selection(0, "Ridge()", pd.DataFrame({"alpha": [1], "r2": [0.5]}), "Nothing was chosen."))
       alpha  r2
    *      1 0.5
    Nothing was chosen.
    """

    best: int
    learner: Any
    table: "pd.DataFrame"
    note: str

    def __str__(self) -> str:
        """The selected setting, marked by a star, among its neighbors in the path; then the note."""
        first = max(min(self.best - SHOWN // 2, len(self.table) - SHOWN), 0)
        shown = self.table.iloc[first : first + SHOWN]
        marks = ["*" if index == self.best else "" for index in range(first, first + len(shown))]
        left_out = len(self.table) - len(shown)
        more = f"({left_out} more settings in .table)\n" if left_out else ""
        return f"{shown.set_axis(marks).to_string(float_format='{:.4g}'.format)}\n{more}{self.note}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """The settings around the selected one, and the note."""
        first = max(min(self.best - notebook.MAX_ROWS // 2, len(self.table) - notebook.MAX_ROWS), 0)
        shown = self.table.iloc[first : first + notebook.MAX_ROWS]
        marks = ["chosen" if index == self.best else "" for index in range(first, first + len(shown))]
        shown = shown.assign(**{" ": marks})
        left_out = notebook.left_out(len(self.table) - len(shown))
        rows = shown.itertuples(index=False, name=None)
        return notebook.block(
            f"Chosen: {self.learner!r}",
            notebook.table(list(shown.columns), rows, left_out),
            notebook.note(self.note),
        )


def grid_search(
    task: Task,
    path: Sequence[Any],
    plan: Any,
    measure: MeasureLike,
    *,
    rule: str = "best",
    prepare: bool = True,
) -> Selection:
    """Grid search: select hyperparameters (or a learner) by resampling; of ties, the first in the path.

    rule: "best", or "one standard error" (1-SE rule): the first setting of the path, ordered from simple to
    complex, whose score is within one standard error of the best (Breiman et al. 1984, 3.4.3).
    prepare: as in `resample`; the selected learner is returned without the preprocessing.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyRegressor
    >>> task = gn.Task([[0.0], [1.0], [2.0], [9.0]], [1.0, 2.0, 1.0, 9.0], kind="regression")
    >>> path = [DummyRegressor(strategy="mean"), DummyRegressor(strategy="median")]
    >>> grid_search(task, path, gn.leave_one_out(), "mean_absolute_error").learner
    DummyRegressor(strategy='median')
    """
    import pandas as pd

    measure = find_measure(measure)
    path = as_path(path, task)
    check_path(path, rule)
    results = resample_each(task, path, plan, prepare=prepare)
    chosen, _ = choose(results, measure, rule)
    lines = [
        {"learner": each.learner, **setting, **_estimate(each, measure)}
        for each, setting in zip(results, setting_of(path))
    ]
    note = _optimism(measure, results[chosen], len(path), rule)
    return Selection(chosen, path[chosen], pd.DataFrame(lines), note)


def choose(results: Sequence[Predictions], measure: Measure, rule: str = "best") -> tuple[int, Floats]:
    """The index of the setting that a rule selects, and the score of every setting.

    >>> import gnomon as gn
    >>> path = [gn.KNeighborsClassifier(k) for k in (50, 5)]
    >>> results = resample_each(gn.load("iris"), path, gn.k_fold(5))
    >>> choose(results, find_measure("accuracy"))[0]
    1
    """
    scores = np.array([each.score(measure) for each in results])
    return _chosen(scores, measure, rule, lambda best: _standard_error(results[best], measure)), scores


def choose_by_splits(per_split: Floats, measure: Measure, rule: str = "best") -> tuple[int, Floats]:
    """As `choose`, from the score of each setting (row) on each split (column).

    >>> choose_by_splits(np.array([[4.0, 6.0], [1.0, 3.0]]), find_measure("mean_squared_error"))
    (1, array([5., 2.]))
    """
    scores = per_split.mean(axis=1)
    return _chosen(scores, measure, rule, lambda best: _spread_error(per_split[best])), scores


def as_path(path: Any, task: Task) -> list[Any]:
    """A list of learners, each checked to be an estimator of the task's kind; one learner becomes a list.

    A parameter `positive` that is None is set to the task's positive class.

    >>> import gnomon as gn
    >>> as_path(gn.Ridge(), gn.load("diabetes"))
    [Ridge()]
    """
    learners = list(path) if isinstance(path, Iterable) and not hasattr(path, "fit") else [path]
    for learner in learners:
        if isinstance(learner, type) or not hasattr(learner, "fit"):
            raise ParameterError(
                f"{learner!r} is not a learner; pass an estimator instance, such as GaussianNB()"
            )
        other = {"classification": is_regressor, "regression": is_classifier}.get(task.kind)
        if other is not None and other(learner):
            raise DesignError(
                f"{type(learner).__name__} does not support {task.kind}, the kind of task {task.name!r}; "
                "use another learner, or set kind= of the task"
            )
    return [_with_positive(learner, task) for learner in learners]


def check_path(path: Sequence[Any], rule: str) -> None:
    """Raise an error for an empty path or an unknown rule.

    >>> check_path([], "best")
    Traceback (most recent call last):
        ...
    gnomon.errors.DesignError: the path is empty; pass at least one learner
    """
    if not path:
        raise DesignError("the path is empty; pass at least one learner")
    if rule not in RULES:
        raise ParameterError(f"rule={rule!r}: it must be one of {', '.join(map(repr, RULES))}")


def setting_of(path: Sequence[Any]) -> list[dict[str, Any]]:
    """For each learner of a path the hyperparameters that differ within the path, as plain values.

    >>> from sklearn.linear_model import Ridge
    >>> setting_of([Ridge(alpha=1), Ridge(alpha=10)])
    [{'alpha': 1}, {'alpha': 10}]
    """
    settings = [_parameters(learner) for learner in path]
    names = dict.fromkeys(name for setting in settings for name in setting)
    varied = [name for name in names if len({repr(setting.get(name)) for setting in settings}) > 1]
    return [{name: plain(setting[name]) for name in varied if name in setting} for setting in settings]


def _with_positive(learner: Any, task: Task) -> Any:
    if task.positive is None or not hasattr(learner, "get_params"):
        return learner
    params = learner.get_params()
    unset = [name for name in params if name.split("__")[-1] == "positive" and params[name] is None]
    return clone(learner).set_params(**dict.fromkeys(unset, task.positive)) if unset else learner


def _parameters(learner: Any) -> dict[str, Any]:
    """All hyperparameters; those of a pipeline are of its steps, named as in `set_params`.

    The learner behind the automatic preprocessing keeps its parameter names.
    """
    bare = without_preparation(learner)
    if bare is not learner:
        (step, preparation), _ = learner.steps
        before = {f"{step}__{key}": value for key, value in preparation.get_params(deep=False).items()}
        return {**before, **_parameters(bare)}
    steps = steps_of(learner)
    if not steps:
        return dict(learner.get_params(deep=False))
    return {
        f"{name}__{key}": value for name, step in steps.items() for key, value in _parameters(step).items()
    }


def _chosen(scores: Floats, measure: Measure, rule: str, error_of: Callable[[int], float]) -> int:
    gain = measure.sign * scores
    best = int(np.argmax(gain))
    if not np.isfinite(gain[best]):
        return int(np.flatnonzero(gain == gain[best])[0])
    slack = ROUNDING * abs(float(gain[best]))
    if rule == "one standard error":
        slack += error_of(best)
    return int(np.flatnonzero(gain >= gain[best] - slack)[0])


def _spread_error(values: Floats) -> float:
    return float(np.std(values, ddof=1)) / sqrt(len(values))


def _standard_error(predictions: Predictions, measure: Measure) -> float:
    """Standard error of the score: over splits, or over rows if there is one split or one row per split."""
    if is_by_splits(predictions):
        return _spread_error(predictions.per_split(measure))
    if not measure.is_by_row:
        raise DesignError(
            f"rule='one standard error' needs a standard error of {measure.name}, which "
            f"{predictions.design} cannot estimate; use a plan of several splits, such as k_fold(5)"
        )
    return rows_error(*by_row(predictions, values_of_rows(predictions, measure)))[0]


def _estimate(predictions: Predictions, measure: Measure) -> dict[str, float]:
    estimate = predictions.estimate(measure)
    return {measure.name: estimate.value, "lower": estimate.lower, "upper": estimate.upper}


def _optimism(measure: Measure, chosen: Predictions, n_settings: int, rule: str) -> str:
    if n_settings == 1:
        return "There is one setting, so its score has no selection bias."
    which = "the best" if rule == "best" else "the first within one standard error of the best"
    return (
        f"{measure.name} {chosen.score(measure):.4g} is {which} of {n_settings} settings on the same rows "
        "that selected it, so it is optimistic; use assess_selection (nested cross-validation)."
    )
