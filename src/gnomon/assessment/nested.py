"""Nested cross-validation: an unbiased estimate of hyperparameter selection on rows not used for it.

Select by the inner splits of an outer training set, refit the selected setting on all of that set, predict
the rows that the outer split holds out. With `nested(k_fold(5), k_fold(5))` this is nested cross-validation;
with `train_validation_test()` a single train/validation/test split; with `repeated(...)` of that, several.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon import notebook
from gnomon.arrays import Floats, Integers
from gnomon.assessment.collecting import PredictionBuffer, describe
from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.nested_fits import Fits, fits_of
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.resample import as_path, check_path, choose, setting_of
from gnomon.assessment.settings import called
from gnomon.assessment.splits import Nested, NestedSplits
from gnomon.data.task import Task
from gnomon.errors import DesignError
from gnomon.features.automatic.default_preparation import preparation_notes, prepared

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class SelectionAssessment:
    """The result of nested cross-validation of hyperparameter selection.

    predictions: of the selected settings for the outer held-out rows. chosen: the index in the path of the
    setting selected in each outer split. inner: inner scores, outer splits x settings.

    >>> import gnomon as gn
    >>> from gnomon import train_validation_test
    >>> path = [gn.Ridge(alpha) for alpha in (0.1, 10_000.0)]
    >>> result = assess_selection(gn.load("diabetes"), path, train_validation_test(), "r2")
    >>> result.chosen, result.frame().shape
    (array([0]), (2, 5))
    """

    predictions: Predictions
    path: tuple[Any, ...]
    chosen: Integers
    inner: Floats
    measure: Measure
    rule: str

    @property
    def score(self) -> float:
        """The nested cross-validation score, on outer held-out rows."""
        return self.predictions.score(self.measure)

    @property
    def chosen_by(self) -> Floats:
        """The inner score of the setting selected in each outer split, as a non-nested search reports it."""
        return self.inner[np.arange(len(self.chosen)), self.chosen]

    @property
    def optimism(self) -> float:
        """Selection bias (optimism): how much better the inner score is than the outer one."""
        return self.measure.sign * (float(np.mean(self.chosen_by)) - self.score)

    def per_split(self) -> Floats:
        """The score of each outer split."""
        return self.predictions.per_split(self.measure)

    def estimate(self, level: float = 0.95) -> Estimate:
        """The score with a confidence interval that is valid for the outer design."""
        return self.predictions.estimate(self.measure, level)

    def frame(self) -> "pd.DataFrame":
        """One row per outer split and setting: the inner score, and whether it was selected."""
        import pandas as pd

        settings = setting_of(self.path)
        return pd.DataFrame(
            [
                {
                    "split": int(split),
                    "learner": describe(learner)[0],
                    **setting,
                    f"inner {self.measure.name}": float(scores[index]),
                    "is_chosen": bool(index == chosen),
                }
                for split, scores, chosen in zip(self._numbers, self.inner, self.chosen)
                for index, (learner, setting) in enumerate(zip(self.path, settings))
            ]
        )

    def choices(self) -> "pd.DataFrame":
        """One row per outer split: the selected setting, its inner and outer score and the optimism."""
        import pandas as pd

        names, outer = _names(self.path), self.per_split()
        return pd.DataFrame(
            {
                "split": self._numbers,
                "choice": [names[index] for index in self.chosen],
                "inner": self.chosen_by,
                "outer": outer,
                "optimism": self.measure.sign * (self.chosen_by - outer),
            }
        )

    @property
    def sentence(self) -> str:
        """The result in words."""
        names = _names(self.path)
        counts = Counter(names[index] for index in self.chosen)
        listed = ", ".join(f"{name} ({times})" for name, times in counts.most_common(5))
        more = f" and {len(counts) - 5} more" if len(counts) > 5 else ""
        settings, splits = _counted(len(names), "setting"), _counted(len(self.chosen), "outer split")
        return (
            f"Selecting among {settings} has {self.measure.name} {self.score:.4g} on rows not used for the "
            f"selection ({splits}{self._spread()}); the inner score of the selected setting was "
            f"{np.mean(self.chosen_by):.4g}, an optimism of {self.optimism:.2g}. Selected: {listed}{more}."
        )

    def __str__(self) -> str:
        return self.sentence

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return notebook.block(self.sentence, notebook.frame(self.choices()))

    @property
    def _numbers(self) -> Integers:
        return np.unique(self.predictions.split)

    def _spread(self) -> str:
        if len(self.chosen) == 1 or self.predictions.design.method == "leave-one-out":
            return ""
        return f", standard deviation {np.std(self.per_split(), ddof=1):.2g}"


def assess_selection(
    task: Task,
    path: Sequence[Any],
    plan: Nested | NestedSplits,
    measure: MeasureLike,
    *,
    rule: str = "best",
    prepare: bool = True,
) -> SelectionAssessment:
    """Nested cross-validation of hyperparameter selection: select on inner splits, test on outer ones.

    path: a learner with several hyperparameter settings, or several learners; of ties the first is selected.
    plan: `nested(outer, inner)`, or `train_validation_test()`. rule: "best" or "one standard error", as in
    `grid_search`. prepare: as in `resample`. Computation is shared over inner splits and settings. The
    selection may differ between outer splits: the score is of the procedure, and the learner to use is the
    one that `grid_search` selects on all rows.

    >>> import gnomon as gn
    >>> from gnomon import nested
    >>> path = [gn.KNeighborsClassifier(k) for k in (1, 5, 15)]
    >>> result = assess_selection(gn.load("iris"), path, nested(gn.k_fold(5), gn.k_fold(5)), "accuracy")
    >>> result.inner.shape, len(result.predictions.row), result.score > 0.9
    ((5, 3), 150, True)
    """
    measure = find_measure(measure)
    path = as_path(path, task)
    check_path(path, rule)
    splits = _nested_splits(task, plan)
    with_preparation = [prepared(learner, task) for learner in path] if prepare else path
    fits = fits_of(task, with_preparation, splits)
    chosen, scores = _choices(fits, measure, rule)
    buffer = PredictionBuffer(task, splits.outer)
    for _, trained in fits.train_chosen(chosen):
        buffer.add(trained)
    kinds = list(dict.fromkeys(describe(learner)[0] for learner in path))
    name = f"choice among {len(path)} {kinds[0] if len(kinds) == 1 else 'learners'}"
    notes = preparation_notes(path[0], task) if prepare else []
    predictions = buffer.predictions(name, {"measure": measure.name, "rule": rule}, notes)
    return SelectionAssessment(predictions, tuple(path), chosen, scores, measure, rule)


def _nested_splits(task: Task, plan: Any) -> NestedSplits:
    if isinstance(plan, Nested):
        return plan.split(task)
    if not isinstance(plan, NestedSplits):
        raise DesignError(
            f"plan={plan!r} has no inner splits, and selection needs other rows than evaluation; "
            "use nested(outer, inner), such as nested(k_fold(5), k_fold(5)), or train_validation_test()"
        )
    if plan.outer.design.n_rows != task.n_rows:
        raise DesignError(
            f"splits of {plan.outer.design.n_rows} rows do not match task {task.name!r} of {task.n_rows} "
            "rows; use plan.split(task) of this task"
        )
    return plan


def _choices(fits: Fits, measure: Measure, rule: str) -> tuple[Integers, Floats]:
    """The selected setting of each outer split and the inner scores of all settings."""
    inner = fits.inner_results(labels_only=measure.needs == "label")
    chosen, scores = zip(*(choose(each, measure, rule) for each, _ in inner))
    return np.array(chosen), np.array(scores)


def _names(path: Sequence[Any]) -> list[str]:
    """Each setting by its class and the hyperparameters that vary."""
    return [called(describe(learner)[0], each) for learner, each in zip(path, setting_of(path))]


def _counted(n: int, thing: str) -> str:
    return f"{n} {thing}{'s' * (n > 1)}"
