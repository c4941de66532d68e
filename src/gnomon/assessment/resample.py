"""Train on every split and keep what is predicted for the rows held out; choose among settings by it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone, is_classifier, is_regressor

from gnomon import notebook, threads
from gnomon.arrays import Floats
from gnomon.assessment.collecting import Collected, describe, plain, steps_of
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

# Settings that a printed selection shows.
SHOWN = 11


def resample(task: Task, learner: Any, plan: Any, *, prepare: bool = True) -> Predictions:
    """Predictions of a learner for the held-out rows of every split.

    learner: any scikit-learn estimator, unfitted. plan: a plan, Splits, a scikit-learn splitter, or pairs.
    prepare: where the columns of the task have names, do within each training set what they and the learner
    need (impute, encode, standardize), as `gn.preprocessing.preparation_plan` shows; False gives the learner
    the columns as they are. A learner in a pipeline of somebody's own stays as it is.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyClassifier
    >>> task = gn.Task([[0.0], [1.0], [2.0], [3.0]], ["a", "b", "b", "b"])
    >>> gn.resample(task, DummyClassifier(), gn.leave_one_out()).score("accuracy")
    0.75
    """
    return resample_each(task, [learner], plan, prepare=prepare)[0]


def resample_each(task: Task, path: Sequence[Any], plan: Any, *, prepare: bool = True) -> list[Predictions]:
    """Predictions of several learners, or settings of one, in one pass over the same splits.

    prepare: as in `resample`.

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
    collected = Collected.for_each(task, splits, len(path))
    others = [place for place, learner in enumerate(path) if not collected[place].add_left_out(learner)]
    # Sums of BLAS depend on its threads; with one here as in `run` both give the same numbers.
    with threads.single_blas():
        for trained in train_each([path[place] for place in others], task, splits) if others else ():
            collected[others[trained.setting]].add(trained)
    return [
        each.predictions(*describe(learner), notes=said)
        for each, learner, said in zip(collected, path, notes)
    ]


@dataclass(frozen=True, repr=False)
class Selection:
    """The best of several settings by cross-validation.

    best: its place in the path. learner: that setting, unfitted. table: every setting with its estimate.
    note: how far to trust the best score.

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
        """The setting chosen, marked by a star, among its neighbors in the path; then the note."""
        first = max(min(self.best - SHOWN // 2, len(self.table) - SHOWN), 0)
        shown = self.table.iloc[first : first + SHOWN]
        marks = ["*" if place == self.best else "" for place in range(first, first + len(shown))]
        left_out = len(self.table) - len(shown)
        more = f"({left_out} more settings in .table)\n" if left_out else ""
        return f"{shown.set_axis(marks).to_string(float_format='{:.4g}'.format)}\n{more}{self.note}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """The settings around the chosen one, and how far to trust its score."""
        first = max(min(self.best - notebook.MAX_ROWS // 2, len(self.table) - notebook.MAX_ROWS), 0)
        shown = self.table.iloc[first : first + notebook.MAX_ROWS]
        marks = ["chosen" if place == self.best else "" for place in range(first, first + len(shown))]
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
    """Choose among settings by their score over the same splits; of equals, the first in the path.

    rule: "best", or "one standard error": the first setting of the path, which should go from simple to
    intricate, whose score is within one standard error of the best one's (Breiman et al. 1984, 3.4.3).
    prepare: as in `resample`; the learner that comes back is as it was given.

    >>> import gnomon as gn
    >>> from sklearn.dummy import DummyRegressor
    >>> task = gn.Task([[0.0], [1.0], [2.0], [9.0]], [1.0, 2.0, 1.0, 9.0], kind="regression")
    >>> path = [DummyRegressor(strategy="mean"), DummyRegressor(strategy="median")]
    >>> grid_search(task, path, gn.leave_one_out(), "mean_absolute_error").learner
    DummyRegressor(strategy='median')
    """
    import pandas as pd

    found = find_measure(measure)
    path = as_path(path, task)
    check_path(path, rule)
    results = resample_each(task, path, plan, prepare=prepare)
    chosen, _ = choose(results, found, rule)
    lines = [
        {"learner": each.learner, **setting, **_estimate(each, found)}
        for each, setting in zip(results, setting_of(path))
    ]
    note = _optimism(found, results[chosen], len(path), rule)
    return Selection(chosen, path[chosen], pd.DataFrame(lines), note)


def choose(results: Sequence[Predictions], measure: Measure, rule: str = "best") -> tuple[int, Floats]:
    """The place of the setting that a rule chooses, and the score of every setting.

    >>> import gnomon as gn
    >>> path = [gn.KNeighborsClassifier(k) for k in (50, 5)]
    >>> results = resample_each(gn.load("iris"), path, gn.k_fold(5))
    >>> choose(results, find_measure("accuracy"))[0]
    1
    """
    scores = np.array([each.score(measure) for each in results])
    return _chosen(scores, measure, rule, lambda best: _standard_error(results[best], measure)), scores


def choose_by_splits(per_split: Floats, measure: Measure, rule: str = "best") -> tuple[int, Floats]:
    """The same from the score of each setting (row) on each split (column).

    >>> choose_by_splits(np.array([[4.0, 6.0], [1.0, 3.0]]), find_measure("mean_squared_error"))
    (1, array([5., 2.]))
    """
    scores = per_split.mean(axis=1)
    return _chosen(scores, measure, rule, lambda best: _spread_error(per_split[best])), scores


def as_path(path: Any, task: Task) -> list[Any]:
    """Learners as a list, each an estimator of the task's kind; one by itself is a list of one.

    A parameter `positive` that is left open is filled with the task's positive class.

    >>> import gnomon as gn
    >>> as_path(gn.Ridge(), gn.load("diabetes"))
    [Ridge()]
    """
    learners = list(path) if isinstance(path, Iterable) and not hasattr(path, "fit") else [path]
    for learner in learners:
        if isinstance(learner, type) or not hasattr(learner, "fit"):
            raise ParameterError(
                f"{learner!r} is no learner; give an estimator with its parameters, such as GaussianNB()"
            )
        other = {"classification": is_regressor, "regression": is_classifier}.get(task.kind)
        if other is not None and other(learner):
            raise DesignError(
                f"{type(learner).__name__} does not do {task.kind}, which task {task.name!r} asks for; "
                "choose another learner, or give the task another kind="
            )
    return [_with_positive(learner, task) for learner in learners]


def check_path(path: Sequence[Any], rule: str) -> None:
    """Refuse a path without settings, and a rule that is none.

    >>> check_path([], "best")
    Traceback (most recent call last):
        ...
    gnomon.errors.DesignError: there is no setting to choose from; give a path of at least one
    """
    if not path:
        raise DesignError("there is no setting to choose from; give a path of at least one")
    if rule not in RULES:
        raise ParameterError(f"rule={rule!r}: it must be one of {', '.join(map(repr, RULES))}")


def setting_of(path: Sequence[Any]) -> list[dict[str, Any]]:
    """For each setting of a path the parameters that are not the same in all of it, as plain values.

    >>> from sklearn.linear_model import Ridge
    >>> setting_of([Ridge(alpha=1), Ridge(alpha=10)])
    [{'alpha': 1}, {'alpha': 10}]
    """
    all_given = [_parameters(learner) for learner in path]
    names = dict.fromkeys(name for given in all_given for name in given)
    varied = [name for name in names if len({repr(given.get(name)) for given in all_given}) > 1]
    return [{name: plain(given[name]) for name in varied if name in given} for given in all_given]


def _with_positive(learner: Any, task: Task) -> Any:
    if task.positive is None or not hasattr(learner, "get_params"):
        return learner
    found = learner.get_params()
    is_open = [name for name in found if name.split("__")[-1] == "positive" and found[name] is None]
    return clone(learner).set_params(**dict.fromkeys(is_open, task.positive)) if is_open else learner


def _parameters(learner: Any) -> dict[str, Any]:
    """All parameters; those of a pipeline are its steps', as `set_params` names them.

    Those of the learner behind the automatic preparation are its own.
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
    """Of the score: over splits, or over rows where there is one split or one row a split."""
    if is_by_splits(predictions):
        return _spread_error(predictions.per_split(measure))
    if not measure.is_by_row:
        raise DesignError(
            f"rule='one standard error' needs the spread of {measure.name}, and {predictions.design} shows "
            "none; use a plan of several splits, such as k_fold(5)"
        )
    return rows_error(*by_row(predictions, values_of_rows(predictions, measure)))[0]


def _estimate(predictions: Predictions, measure: Measure) -> dict[str, float]:
    estimate = predictions.estimate(measure)
    return {measure.name: estimate.value, "lower": estimate.lower, "upper": estimate.upper}


def _optimism(measure: Measure, chosen: Predictions, n_settings: int, rule: str) -> str:
    if n_settings == 1:
        return "one setting: nothing was chosen, so its score is as honest as the splits."
    which = "the best" if rule == "best" else "the first within one standard error of the best"
    return (
        f"{measure.name} {chosen.score(measure):.4g} is {which} of {n_settings} settings on the rows that "
        "chose it, so it is optimistic; measure the choice itself on rows it has not seen: assess_selection."
    )
