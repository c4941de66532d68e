"""Out-of-fold scores of training rows, on which thresholds and calibrators are fitted."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from sklearn.base import clone
from sklearn.utils import _safe_indexing, column_or_1d, indexable
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.splits import Splits, as_splits, k_fold
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError
from gnomon.sharing.foreign import adapted
from gnomon.sharing.learner import Learner
from gnomon.sharing.train import train_each, weight_for

FOLDS = 5

Method = TypeVar("Method", bound=Callable[..., Any])


@dataclass(frozen=True, eq=False)
class TrainingRows:
    """Validated training rows of a classifier; made by `training_rows`."""

    X: Any
    labels: Array
    weight: Floats | None
    group: Array | None


def training_rows(X: Any, y: Any, weight: Any = None, group: Any = None) -> TrainingRows:
    """Validated rows with their labels; rows of weight 0 are dropped.

    >>> training_rows([[1.0], [2.0], [3.0]], ["a", "b", "a"], [1, 2, 0]).X
    [[1.0], [2.0]]
    """
    if y is None:
        raise DataError("a classifier requires y to be passed, but the target y is None; pass the labels")
    labels = column_or_1d(y, warn=True)
    units = None if group is None else column_or_1d(group)
    X, labels, units = indexable(X, labels, units)
    times = None if weight is None else _check_sample_weight(weight, labels, ensure_non_negative=True)
    if times is not None and not times.all():
        counts = np.flatnonzero(times)
        X, labels, times = _safe_indexing(X, counts), labels[counts], times[counts]
        units = None if units is None else units[counts]
    n_classes = len(np.unique(labels))
    if n_classes < 2:
        raise DataError(f"y has {n_classes} class in {len(labels)} rows; pass rows of at least 2 classes")
    check_classification_targets(labels)
    return TrainingRows(X, labels, times, units)


@dataclass(frozen=True, eq=False)
class OutOfFold:
    """Out-of-fold scores, in the order of the folds.

    row: of the training data; repeated for each fold that holds it out. fold: the fold of each score. score:
    of one of two classes, or one column per class.
    """

    row: Integers
    fold: Integers
    score: Floats


def out_of_fold(
    learner: Any, rows: TrainingRows, plan: Any = None, *, prefer: str, code: int = 1
) -> OutOfFold:
    """Out-of-fold scores (cross-validated predictions) of the training rows.

    plan: as in `resample`; a number of folds; or None, for 5 folds, fewer where a class has fewer rows.
    prefer, code: as in `class_scores`.

    >>> from sklearn.linear_model import LogisticRegression
    >>> rows = training_rows(np.arange(8.0)[:, None], [0, 0, 0, 0, 1, 1, 1, 1])
    >>> out_of_fold(LogisticRegression(), rows, 2, prefer="probability").fold
    array([0, 0, 0, 0, 1, 1, 1, 1])
    """
    classes = np.unique(rows.labels)
    splits = inner_splits(rows, plan)
    scores = []
    for model, examples in _trained(learner, rows, splits):
        if not np.array_equal(model.classes_, classes):
            raise DesignError(
                f"the training rows of an inner fold have {len(model.classes_)} of {len(classes)} classes; "
                "use a stratified plan, or fewer folds"
            )
        scores.append(class_scores(model, examples, prefer, code))
    sizes = [len(held_out) for held_out in splits.held_out]
    fold = np.repeat(np.arange(len(sizes)), sizes)
    return OutOfFold(np.concatenate(splits.held_out), fold, np.concatenate(scores))


def class_scores(model: Any, X: Any, prefer: str, code: int = 1) -> Floats:
    """Classification scores: of one of two classes (one per row), or of all classes (rows x classes).

    prefer: "probability" or "decision", for models with both. For "decision" without decision_function, the
    log-odds of the probabilities. code: of two classes, 0 for the first, 1 for the second.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> model = GaussianNB().fit([[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1])
    >>> class_scores(model, [[3.0]], "probability")
    array([0.5])
    """
    has = {
        "probability": hasattr(model, "predict_proba"),
        "decision": hasattr(model, "decision_function"),
    }
    if not any(has.values()):
        raise DesignError(
            f"{type(model).__name__} has neither predict_proba nor decision_function; use a learner that has "
            "one of them"
        )
    if has["probability"] and (prefer == "probability" or not has["decision"]):
        columns = _complete(np.asarray(model.predict_proba(X), dtype=np.float64), model)
        columns = columns if prefer == "probability" else _log_odds(columns)
        return columns[:, code] if columns.shape[1] == 2 else columns
    scores = _complete(np.asarray(model.decision_function(X), dtype=np.float64), model)
    return -scores if scores.ndim == 1 and code == 0 else scores


def fitted_on_all(learner: Any, rows: TrainingRows) -> Any:
    """A clone of the learner, fitted on all rows.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> fitted_on_all(GaussianNB(), training_rows([[0.0], [1.0]], [0, 1], [1, 2])).class_count_
    array([1., 2.])
    """
    model = adapted(clone(learner))
    return model.fit(rows.X, rows.labels, **weight_for(model, rows.weight))


def take_facts(owner: Any, model: Any) -> None:
    """Copy classes_, n_features_in_ and feature_names_in_ of a fitted model to an object.

    >>> from types import SimpleNamespace
    >>> owner = SimpleNamespace()
    >>> take_facts(owner, SimpleNamespace(classes_=[0, 1], n_features_in_=3))
    >>> owner.n_features_in_
    3
    """
    for name in ("classes_", "n_features_in_", "feature_names_in_"):
        if hasattr(model, name):
            setattr(owner, name, getattr(model, name))


def where_learner_has(method: str) -> Callable[[Method], Method]:
    """Decorator of a method that a meta-estimator has only if its `learner` has it.

    >>> class Wrapped:
    ...     learner = "text"
    ...     @where_learner_has("predict_proba")
    ...     def predict_proba(self): ...
    >>> hasattr(Wrapped(), "predict_proba")
    False
    """

    def has(owner: Any) -> bool:
        return hasattr(getattr(owner, "learner_", owner.learner), method)

    return available_if(has)


def inner_splits(rows: TrainingRows, plan: Any = None) -> Splits:
    """The inner folds of the training rows.

    >>> len(inner_splits(training_rows(np.zeros((5, 1)), [0, 0, 0, 1, 1])))
    2
    """
    kind = "classification"
    task = Task(np.zeros((len(rows.labels), 1)), rows.labels, kind=kind, weight=rows.weight, group=rows.group)
    if plan is None:
        assert task.codes is not None
        fewest = int(np.bincount(task.codes).min())
        if fewest < 2:
            raise DataError(
                "a class has 1 row, which cannot be both trained on and held out; pass at least 2 rows of "
                "every class"
            )
        plan = min(FOLDS, fewest)
    if isinstance(plan, int | np.integer) and not isinstance(plan, bool):
        plan = k_fold(int(plan))
    return as_splits(task, plan)


def _trained(learner: Any, rows: TrainingRows, splits: Splits) -> Iterator[tuple[Any, Any]]:
    """The fitted model and the held-out rows of each split; Gnomon's learners share prepared data."""
    if isinstance(learner, Learner):
        task = Task(rows.X, rows.labels, kind="classification", weight=rows.weight)
        for trained in train_each([learner], task, splits):
            yield trained.learner, trained.examples
        return
    for train, held_out in splits:
        weight = None if rows.weight is None else rows.weight[train]
        model = adapted(clone(learner))
        model.fit(_safe_indexing(rows.X, train), rows.labels[train], **weight_for(model, weight))
        yield model, _safe_indexing(rows.X, held_out)


def _complete(scores: Floats, model: Any) -> Floats:
    n_classes = len(model.classes_)
    is_single = scores.ndim == 1 and n_classes == 2
    if not is_single and (scores.ndim != 2 or scores.shape[1] != n_classes):
        raise DesignError(
            f"{type(model).__name__} returns scores of shape {scores.shape} for {n_classes} classes; "
            "it must return one score per class"
        )
    if not np.isfinite(scores).all():
        raise DataError(
            f"{type(model).__name__} returns the score {scores[~np.isfinite(scores)][0]} for some row; "
            "scores must be finite"
        )
    return scores


def _log_odds(probability: Floats) -> Floats:
    """Log-odds as ln p - ln (sum of the others), to avoid rounding 1 - p to 0."""
    others = probability @ (1 - np.eye(probability.shape[1]))
    tiny = np.finfo(np.float64).tiny
    return np.log(np.maximum(probability, tiny)) - np.log(np.maximum(others, tiny))
