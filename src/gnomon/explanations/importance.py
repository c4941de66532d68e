"""Permutation feature importance: the drop in held-out score when a column is shuffled.

Breiman (2001), Machine Learning 45, 5-32. Models are scored on held-out rows, so a column that a model only
overfits has no importance. Correlated columns substitute for each other, so that each alone seems less
important than it is: such groups are also shuffled jointly.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon import seeds
from gnomon.arrays import Floats, Integers
from gnomon.assessment.collecting import PredictionBuffer
from gnomon.assessment.design import SplitDesign
from gnomon.assessment.estimation import values_of_rows
from gnomon.assessment.intervals import corrected_t_interval, rows_t_interval
from gnomon.assessment.measures.facts import Measure, find_measure
from gnomon.assessment.predictions import MeasureLike, Predictions
from gnomon.assessment.resample import as_path
from gnomon.assessment.splits import Splits, as_splits
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError
from gnomon.experiments.identity import readable
from gnomon.explanations.shuffled import feature_columns, stacked
from gnomon.features.automatic.default_preparation import left_out_of, prepared
from gnomon.features.profiles.pairs import ColumnPair, column_pairs, linked
from gnomon.sharing.train import Trained, features_for, train_each

if TYPE_CHECKING:
    import pandas as pd

MAX_COLUMNS = 100
N_SHUFFLES = 5
# Predicted rows per split, over all columns and shuffles.
MAX_PREDICTED = 200_000
_MIN_ROWS = 100
_CHUNK = 50_000


@dataclass(frozen=True)
class ColumnImportance:
    """The importance (score drop) of a column, or of a group of columns.

    value: mean over splits; lower, upper: its confidence interval. per_split: value of each split.

    >>> print(ColumnImportance(("age",), 0.1, 0.05, 0.15, (0.1, 0.1)))
    age: 0.1 (0.05 to 0.15)
    """

    columns: tuple[str, ...]
    value: float
    lower: float
    upper: float
    per_split: tuple[float, ...]

    @property
    def name(self) -> str:
        """The name of the column, or of a group."""
        first, *others = self.columns
        if len(others) > 1:
            return f"jointly: {first} and {len(others)} more"
        return f"jointly: {first}, {others[0]}" if others else first

    @property
    def members(self) -> str:
        """The columns."""
        return ", ".join(self.columns)

    def __str__(self) -> str:
        return f"{self.name}: {self.value:.4g} ({self.lower:.4g} to {self.upper:.4g})"


@dataclass(frozen=True)
class PermutationImportance:
    """Permutation importances of the columns, the largest first, and of groups of correlated columns.

    score: score without shuffling. importances: in units of the measure, positive if shuffling worsens the
    score. pairs: the correlated columns. n_rows: number of held-out rows. left_out: number of columns that
    were not shuffled.

    >>> import gnomon as gn
    >>> importance = held_out_importance(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5), n_shuffles=2)
    >>> importance.frame()["column"].tolist()[-1]
    'sepal width'
    """

    learner: str
    measure: str
    score: float
    importances: tuple[ColumnImportance, ...]
    pairs: tuple[ColumnPair, ...]
    n_splits: int
    n_shuffles: int
    n_rows: int
    level: float
    left_out: int = 0

    def frame(self) -> pd.DataFrame:
        """One row per column or group: importance with interval, whether it is a group, and its members."""
        import pandas as pd

        rows = [
            (each.name, each.value, each.lower, each.upper, len(each.columns) > 1, each.members)
            for each in self.importances
        ]
        return pd.DataFrame(rows, columns=["column", "importance", "lower", "upper", "is_group", "members"])

    def __str__(self) -> str:
        first = (
            f"{self.measure} of {self.learner} is {self.score:.4g} on {self.n_rows:,} held-out rows; "
            f"shuffling a column worsens it by"
        )
        return "\n".join([first, *map(str, self.importances), *map(str, self.pairs)])

    __repr__ = __str__


def held_out_importance(
    task: Task,
    learner: Any,
    plan: Any,
    measure: MeasureLike | None = None,
    *,
    columns: Sequence[str] | None = None,
    n_shuffles: int = N_SHUFFLES,
    level: float = 0.95,
    random_state: int = 0,
    prepare: bool = True,
) -> PermutationImportance:
    """Permutation feature importance on the held-out rows of each split, with confidence intervals.

    measure: accuracy or R² by default. columns: columns to shuffle; by default the first 100. n_shuffles:
    number of permutations per split (n_repeats). level: confidence level. prepare: as in `resample`.

    >>> import gnomon as gn
    >>> importance = gn.inspection.held_out_importance(gn.load("diabetes"), gn.Ridge(), gn.k_fold(5), "r2")
    >>> importance.importances[0].name, importance.importances[-1].name
    ('s5', 'age')
    """
    splits = as_splits(task, plan)
    (ready,) = as_path(learner, task)
    if prepare:
        ready = prepared(ready, task)
    chosen = find_measure(measure or ("accuracy" if task.kind == "classification" else "r2"))
    return importance_of_models(
        task,
        train_each([ready], task, splits),
        splits,
        chosen,
        learner=readable(learner),
        columns=columns,
        max_columns=MAX_COLUMNS if columns is None else len(columns),
        n_shuffles=n_shuffles,
        level=level,
        random_state=random_state,
    )


def used_columns(learner: Any, task: Task) -> list[str]:
    """The columns that the automatic preprocessing of a learner does not drop; all, if it drops all.

    >>> import gnomon as gn
    >>> task = gn.Task({"nr": range(1, 13), "age": [31.0, 45.0, 52.0] * 4}, ["a", "b", "b"] * 4)
    >>> used_columns(prepared(gn.SVC(), task), task)
    ['age']
    """
    dropped = left_out_of(learner)
    return [name for name in task.table.names if name not in dropped] or list(task.table.names)


def importance_of_models(
    task: Task,
    models: Iterable[Trained],
    splits: Splits,
    measure: Measure,
    *,
    learner: str,
    columns: Sequence[str] | None = None,
    max_columns: int = MAX_COLUMNS,
    n_shuffles: int = N_SHUFFLES,
    level: float = 0.95,
    random_state: int = 0,
    max_predicted: int = MAX_PREDICTED,
) -> PermutationImportance:
    """Permutation importance of fitted models, one per split, in the order of the splits.

    columns: the columns to shuffle, all by default; of these the first max_columns are shuffled.
    max_predicted: maximum number of predicted rows per model; rows are subsampled above it.

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> splits = gn.hold_out(0.3).split(task)
    >>> models = gn.selection.train_each(gn.GaussianNB(), task, splits)
    >>> importance_of_models(task, models, splits, find_measure("accuracy"), learner="NB").n_rows
    45
    """
    if n_shuffles < 1:
        raise ParameterError(f"n_shuffles={n_shuffles!r}: it must be at least 1")
    names = list(task.table.names if columns is None else columns)
    shown = names[:max_columns]
    pairs = column_pairs([task.table.column(name) for name in shown])
    groups: list[tuple[str, ...]] = [*((name,) for name in shown), *linked(pairs)]
    parts = [
        _part(task, trained, groups, measure, n_shuffles, random_state, max_predicted) for trained in models
    ]
    if not parts:
        raise DesignError("the plan has no splits; use one with at least one")
    drops = np.array([measure.sign * (part.base - part.scores.mean(axis=1)) for part in parts])
    ratio = float(np.mean(splits.held_out_sizes / splits.train_sizes))
    importances = [
        ColumnImportance(group, *_estimate(drops[:, index], parts, index, ratio, level))
        for index, group in enumerate(groups)
    ]
    return PermutationImportance(
        learner=learner,
        measure=measure.name,
        score=float(np.mean([part.base for part in parts])),
        importances=tuple(sorted(importances, key=lambda each: (-round(each.value, 12), each.columns))),
        pairs=pairs,
        n_splits=len(parts),
        n_shuffles=n_shuffles,
        n_rows=sum(part.n_rows for part in parts),
        level=level,
        left_out=len(names) - len(shown),
    )


@dataclass(frozen=True)
class _Part:
    """The results of one split: baseline score, scores of groups x shuffles, and loss increases by row.

    losses: groups x rows, mean increase of the loss of each row; None if the measure is not a mean over rows.
    """

    base: float
    scores: Floats
    losses: Floats | None
    group: Integers | None
    n_rows: int


def _part(
    task: Task,
    trained: Trained,
    groups: Sequence[tuple[str, ...]],
    measure: Measure,
    n_shuffles: int,
    random_state: int,
    max_predicted: int,
) -> _Part:
    rows = _some_rows(task, trained.held_out, max_predicted // (len(groups) * n_shuffles))
    X = _rows_of(features_for(trained.learner, task), rows)
    orders = [
        seeds.generator(seeds.child(random_state, trained.split, shuffle)).permutation(len(rows))
        for shuffle in range(n_shuffles)
    ]
    unchanged = (np.empty(0, dtype=np.int64), np.arange(len(rows)))
    changes = [(feature_columns(task, X, group), order) for group in groups for order in orders]
    predictions = _predictions(task, trained.learner, X, rows, [unchanged, *changes])
    scores = np.concatenate([each.per_split(measure) for each in predictions])
    losses = None
    # Measures of the positive class include only some rows.
    if measure.each is not None and not measure.of_positive:
        by_row = -measure.sign * np.concatenate([values_of_rows(each, measure) for each in predictions])
        by_copy = by_row.reshape(-1, len(rows))
        losses = by_copy[1:].reshape(len(groups), n_shuffles, -1).mean(axis=1) - by_copy[0]
    group = None if task.group is None else np.unique(task.group, return_inverse=True)[1][rows]
    return _Part(float(scores[0]), scores[1:].reshape(len(groups), n_shuffles), losses, group, len(rows))


def _estimate(
    drops: Floats, parts: Sequence[_Part], index: int, ratio: float, level: float
) -> tuple[float, float, float, tuple[float, ...]]:
    """Mean, interval and values over the splits; for a single split the interval is over its rows."""
    value = float(drops.mean())
    low, high = nan, nan
    if len(drops) > 1:
        low, high = corrected_t_interval(drops, ratio, level)
    elif parts[0].losses is not None and parts[0].n_rows > 1:
        low, high = rows_t_interval(parts[0].losses[index], None, parts[0].group, level)
    return value, low, high, tuple(drops.tolist())


def _some_rows(task: Task, held_out: Integers, max_rows: int) -> Integers:
    """Subsample the held-out rows, at least 100, stratified by the target."""
    max_rows = max(max_rows, _MIN_ROWS)
    if len(held_out) <= max_rows:
        return held_out
    target = task.y if task.codes is None else task.codes
    assert target is not None
    order = np.argsort(target[held_out], kind="stable")
    some = order[np.linspace(0, len(held_out) - 1, max_rows).round().astype(np.int64)]
    return held_out[np.sort(some)]


def _rows_of(X: Any, rows: Integers) -> Any:
    if isinstance(X, Table):
        return X.rows(rows)
    return X.iloc[rows] if hasattr(X, "iloc") else X[rows]


def _predictions(
    task: Task, model: Any, X: Any, rows: Integers, changes: Sequence[tuple[Integers, Integers]]
) -> list[Predictions]:
    """Predictions of the model for each copy of the rows, one split per copy, in batches."""
    some = max(_CHUNK // len(rows), 1)
    predictions = []
    for first in range(0, len(changes), some):
        part = changes[first : first + some]
        cached = _CachedPredictions(model, stacked(X, part))
        splits = Splits([rows] * len(part), _copies_as_splits(task, len(part)))
        collected = PredictionBuffer(task, splits)
        for index in range(len(part)):
            copy = slice(index * len(rows), (index + 1) * len(rows))
            collected.add(Trained(0, index, cached, copy, rows))
        predictions.append(collected.predictions("model", {}))
    return predictions


def _copies_as_splits(task: Task, n_copies: int) -> SplitDesign:
    """A design with one hold-out split per copy of the rows."""
    return SplitDesign(
        "hold-out", 1, n_copies, stratified=False, grouped=False, random_state=None, n_rows=task.n_rows
    )


class _CachedPredictions:
    """A model whose predictions for all copies are computed once; examples are slices of them."""

    def __init__(self, model: Any, X: Any) -> None:
        self._model, self._X = model, X
        self._known: dict[str, Any] = {}
        for name in ("classes_", "decision_function_shape", "predicts_most_probable"):
            if hasattr(model, name):
                setattr(self, name, getattr(model, name))

    def __getattr__(self, name: str) -> Any:
        if name not in ("predict", "predict_proba", "decision_function"):
            raise AttributeError(name)
        method = getattr(self._model, name)

        def sliced(copy: slice) -> Any:
            if name not in self._known:
                self._known[name] = np.asarray(method(self._X))
            return self._known[name][copy]

        return sliced
