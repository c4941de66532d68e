"""The training loop: fit every hyperparameter setting on every split, with shared computations.

Cross-validation, grid search, nested cross-validation, learning curves and the bootstrap all use it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, clone, is_regressor
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils.validation import has_fit_parameter

from gnomon.arrays import Floats, Integers
from gnomon.check import check_parameters
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError
from gnomon.sharing.foreign import adapted
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Parts, Prepared, Rows

Cut = tuple[Integers, Integers]
MAX_DENSE_CELLS = 2**27


@dataclass(frozen=True)
class Trained:
    """A fitted learner and its held-out rows.

    setting: index of the hyperparameters in the path. split: index of the split. examples: the held-out rows,
    in the form that this learner predicts fastest. held_out: their row indices. before: the fitted
    preprocessing step that transformed the examples, if settings share it; `model` is the pipeline of both.
    """

    setting: int
    split: int
    learner: Any
    examples: Any
    held_out: Integers
    before: tuple[tuple[str, Any], str] | None = None

    @property
    def model(self) -> Any:
        """The model for untransformed rows: the learner, or a pipeline of the step and the learner."""
        if self.before is None:
            return self.learner
        step, name = self.before
        return Pipeline([step, (name, self.learner)])


def train_each(path: Sequence[Any] | BaseEstimator, task: Task, splits: Iterable[Cut]) -> Iterator[Trained]:
    """Fit every learner of a path on every split; all settings of one split are consecutive.

    path: a learner with different hyperparameters, or any learners (scikit-learn's too). splits: pairs
    (training rows, held-out rows).

    >>> import gnomon as gn
    >>> task = gn.load("iris")
    >>> path = [gn.KNeighborsClassifier(n_neighbors=k) for k in (1, 5)]
    >>> [len(trained.held_out) for trained in train_each(path, task, gn.k_fold(5).split(task))][:4]
    [30, 30, 30, 30]
    """
    settings = [adapted(each) for each in ([path] if isinstance(path, BaseEstimator) else path)]
    cuts = splits if isinstance(splits, Sequence) else list(splits)
    families = [
        (indices, _family([settings[index] for index in indices], task, cuts))
        for indices in families_of(settings)
    ]
    for split, (train, held_out) in enumerate(cuts):
        for indices, family in families:
            data, examples = family.cut(split, train, held_out)
            models = family.fitted([settings[index] for index in indices], data)
            for index, model in zip(indices, models, strict=True):
                yield Trained(index, split, model, examples, held_out, family.before)


def features_for(learner: Any, task: Task) -> Any:
    """The features in the form a learner accepts: a Table, categories or one-hot codes, sparse or dense.

    Encoding is lazy: a step that `reads_tables` gets the Table without encoding.
    """
    while hasattr(learner, "learner"):
        learner = learner.learner
    reader = _first_reader(learner.steps) if isinstance(getattr(learner, "steps", None), list) else learner
    if getattr(reader, "reads_tables", False):
        return task.table
    if hasattr(reader, "transformers"):
        return task.X
    accepts = get_tags(adapted(reader)).input_tags
    if task.table.has_categories:
        return task.X if accepts.categorical else task.encoded
    if task.table.is_sparse and not accepts.sparse:
        return _dense(task)
    return task.X


def fitted_on(learner: Any, task: Task) -> Any:
    """A copy of the learner, fitted on all rows of a task.

    >>> import gnomon as gn
    >>> from sklearn.naive_bayes import GaussianNB
    >>> fitted_on(GaussianNB(), gn.load("iris")).class_count_
    array([50., 50., 50.])
    """
    model = adapted(clone(learner))
    return model.fit(features_for(model, task), task.y, **weight_for(model, task.weight))


def _first_reader(steps: list[tuple[str, Any]]) -> Any:
    """The first step of a pipeline that does not pass categories through unchanged."""
    some = [step for _, step in steps if step is not None and not isinstance(step, str)]
    return next((step for step in some if not getattr(step, "passes_categories", False)), some[-1])


def weight_for(model: Any, weight: Any) -> dict[str, Any]:
    """The sample weights as a keyword argument of `fit`; DesignError if the model does not support them."""
    if weight is None:
        return {}
    last = model.steps[-1] if getattr(model, "steps", None) else ("", model)
    if not has_fit_parameter(last[1], "sample_weight"):
        raise DesignError(
            f"{type(last[1]).__name__} does not support sample weights; drop the task's weight or this "
            f"learner"
        )
    return {f"{last[0]}__sample_weight" if last[0] else "sample_weight": weight}


def refuse_no_weight(split: int, train: Integers, weight: Floats | None) -> None:
    """Raise DesignError if all training rows of a split have weight 0."""
    if weight is not None and not weight[train].any():
        raise DesignError(f"all training rows of split {split} have weight 0; use fewer folds, or stratify")


def _dense(task: Task) -> Floats:
    n_cells = task.n_rows * task.table.n_columns
    if n_cells > MAX_DENSE_CELLS:
        raise DataError(
            f"task {task.name!r} is sparse, and its {task.n_rows} rows and {task.table.n_columns} columns "
            f"would take {8 * n_cells / 2**30:.0f} GiB as a dense array; use a learner that supports sparse "
            f"input"
        )
    return task.X.toarray()


def _family(settings: list[Any], task: Task, cuts: Sequence[Cut]) -> _SharedSplits | _SharedStep | _Refitted:
    first = settings[0]
    if isinstance(first, Learner):
        return _SharedSplits(first, task, cuts)
    return (_SharedStep if len(settings) > 1 else _Refitted)(first, task)


class Shared:
    """Hyperparameters of a Gnomon learner that share the prepared data of a task, validated once.

    >>> import gnomon as gn
    >>> shared = Shared(gn.GaussianNB(), gn.load("iris"))
    >>> (model,) = shared.fitted([gn.GaussianNB()], shared.prepare(np.arange(100)))
    >>> model.classes_.tolist()
    ['setosa', 'versicolor']
    """

    def __init__(self, learner: Learner, task: Task) -> None:
        self.template = clone(learner)
        if is_regressor(learner) != (task.kind == "regression") and task.kind != "clustering":
            raise DesignError(
                f"{type(learner).__name__} does not support {task.kind}, the kind of task {task.name!r}; "
                "use another learner, or set the task's kind="
            )
        weight_for(learner, task.weight)
        y = task.y if task.codes is None or task.classes is None else Labels(task.codes, task.classes)
        self.rows = Rows(*self.template.check_rows(features_for(learner, task), y, task.weight))
        # Fitted attributes of validation (number of columns, names, categories) are the same for every fit.
        self._facts = {name: fact for name, fact in vars(self.template).items() if name.endswith("_")}
        self._checked: dict[int, Learner] = {}

    def prepare(self, index: Integers) -> Any:
        """The prepared data of these rows alone."""
        some = self.rows.rows(index)
        return self.template.prepare(some.X, some.y, some.weight)

    def fitted(self, settings: Sequence[Learner], data: Any) -> Iterator[Learner]:
        """Fitted copies of these learners."""
        return type(self.template).fit_each([self._copy(setting) for setting in settings], data)

    def _copy(self, setting: Learner) -> Learner:
        if id(setting) not in self._checked:
            check_parameters(setting)
            self._checked[id(setting)] = setting
        model: Learner = clone(setting)
        for name, fact in self._facts.items():
            setattr(model, name, fact)
        return model


class _SharedSplits(Shared):
    """The same for all splits of a resampling plan."""

    before = None

    def __init__(self, learner: Learner, task: Task, cuts: Sequence[Cut]) -> None:
        super().__init__(learner, task)
        self._part_of = partitions(cuts, task.n_rows) if learner.summarizes else [None] * len(cuts)
        self._current: tuple[Integers | None, Prepared] | None = None

    def cut(self, split: int, train: Integers, held_out: Integers) -> tuple[Any, Any]:
        """The training data and the held-out examples of one split."""
        part = self._part_of[split]
        # One partition of the rows at a time, so that one set of summaries is in memory.
        if self._current is None or self._current[0] is not part:
            self._current = (part, self._prepared(part))
        prepared = self._current[1]
        refuse_no_weight(split, train, self.rows.weight)
        return prepared.rows(train), prepared.examples(held_out)

    def _prepared(self, part: Integers | None) -> Prepared:
        if not self.template.summarizes:
            return self.template.prepare(self.rows.X, self.rows.y, self.rows.weight)
        whole = np.zeros(self.rows.X.shape[0], dtype=np.int64)
        return Parts(self.template.prepare, self.rows, whole if part is None else part)


class _Refitted:
    """A scikit-learn estimator, refitted from the rows.

    A row that a bootstrap draws twice is repeated: not every estimator treats a weight of 2 like that.
    """

    before = None

    def __init__(self, estimator: Any, task: Task) -> None:
        self._rows = Rows(features_for(estimator, task), task.y, task.weight)

    def cut(self, split: int, train: Integers, held_out: Integers) -> tuple[Any, Any]:
        """The training data and the held-out examples of one split."""
        refuse_no_weight(split, train, self._rows.weight)
        return self._rows.rows(train), self._rows.examples(held_out)

    def fitted(self, settings: list[Any], data: Rows) -> Iterator[Any]:
        """Fitted copies of these estimators."""
        for setting in settings:
            model = clone(setting)
            yield model.fit(data.X, data.y, **weight_for(model, data.weight))


class _SharedStep:
    """Hyperparameters of a Gnomon learner after the same preprocessing step, fitted once per training set."""

    def __init__(self, pipeline: Any, task: Task) -> None:
        (self._name, self._step), (self._last, learner) = pipeline.steps
        weight_for(learner, task.weight)
        self._rows = Rows(features_for(pipeline, task), task.y, task.weight)
        self.before: tuple[tuple[str, Any], str] | None = None

    def cut(self, split: int, train: Integers, held_out: Integers) -> tuple[Any, Any]:
        """The transformed training data and held-out examples of one split."""
        refuse_no_weight(split, train, self._rows.weight)
        some = self._rows.rows(train)
        step = clone(self._step)
        transformed = step.fit_transform(some.X, some.y)
        self.before = (self._name, step), self._last
        return Rows(transformed, some.y, some.weight), step.transform(self._rows.examples(held_out))

    def fitted(self, settings: list[Any], data: Rows) -> Iterator[Any]:
        """Fitted copies of the learners of these pipelines, from the same prepared data."""
        learners = [clone(setting.steps[1][1]) for setting in settings]
        template = clone(learners[0])
        rows = template.check_rows(data.X, data.y, data.weight)
        facts = {name: fact for name, fact in vars(template).items() if name.endswith("_")}
        for learner in learners:
            check_parameters(learner)
            for name, fact in facts.items():
                setattr(learner, name, fact)
        return type(template).fit_each(learners, template.prepare(*rows))


def partitions(cuts: Sequence[Cut], n_rows: int) -> list[Integers | None]:
    """For each split its partition of the rows into test folds, or None.

    Consecutive splits belong to one partition if their held-out rows are disjoint and each trains on all
    other rows: a k-fold, each repeat of it, and the inner k-fold of an outer training set.

    >>> import numpy as np
    >>> a, b = np.array([0, 1]), np.array([2, 3])
    >>> partitions([(a, b), (b, a)], 4)[0]
    array([1, 1, 0, 0])
    """
    parts: list[Integers | None] = []
    part, run, members = np.full(n_rows, -1), 0, np.zeros(n_rows, dtype=np.int64)
    for train, held_out in cuts:
        times = np.bincount(np.concatenate([train, held_out]), minlength=n_rows)
        if (part[held_out] >= 0).any() or not np.array_equal(times, members):
            parts += [_closed(part, members)] * run
            part, run, members = np.full(n_rows, -1), 0, times
        if times.max() == 1:
            part[held_out], run = run, run + 1
        else:
            parts.append(None)
    return parts + [_closed(part, members)] * run


def _closed(part: Integers, members: Integers) -> Integers | None:
    """Make rows that no split of the run holds out one more part, and rows in no split another.

    None if nothing is shared: one split of a subset of the rows.
    """
    n_parts = int(part.max(initial=-1)) + 1
    if n_parts == 1 and not members.all():
        return None
    return np.where(part >= 0, part, np.where(members > 0, n_parts, n_parts + 1))


def families_of(settings: Sequence[Any]) -> list[tuple[int, ...]]:
    """Group the indices of learners that share prepared data: same class, equal `shared_by` parameters.

    After a preprocessing step that reads tables, they share the step as well.

    >>> import gnomon as gn
    >>> families_of([gn.Ridge(1.0), gn.Ridge(2.0), gn.LinearRegression()])
    [(0, 1), (2,)]
    """
    groups: dict[Any, list[int]] = {}
    for index, learner in enumerate(settings):
        step, last = _step_and_learner(learner)
        if isinstance(last, Learner):
            key: Any = step, type(last), *(_as_key(getattr(last, name)) for name in last.shared_by)
        else:
            key = index
        groups.setdefault(key, []).append(index)
    return [tuple(indices) for indices in groups.values()]


def _step_and_learner(learner: Any) -> tuple[Any, Any]:
    """A key of the preprocessing step, and the learner after it; (None, learner) for other pipelines."""
    steps = getattr(learner, "steps", None)
    if isinstance(steps, list) and len(steps) == 2 and getattr(steps[0][1], "reads_tables", False):
        (name, step), (_, last) = steps
        return (name, type(step), repr(step.get_params())), last
    return None, learner


def _as_key(value: Any) -> Any:
    """A hashable key of a parameter value; the repr of a long array would be truncated."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if is_dataclass(value) and not isinstance(value, type | BaseEstimator) and isinstance(value, Hashable):
        return value
    return id(value) if callable(value) else repr(value)
