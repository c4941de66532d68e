"""The default performance measure, by one rule for all commands and Python, with its reason.

Regression uses the root mean squared error, which is in the units of the target. Classification uses
accuracy, unless the majority class has 80 % of the rows or more: then the area under the ROC curve, which is
0.5 for constant predictions; or balanced accuracy if there are more than two classes, if a learner gives no
scores, or if a test set may lack a class, where AUC is undefined.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Integers
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.splits import Splits
from gnomon.data.task import Task

# Proportion of the majority class from which accuracy is uninformative.
LARGEST_SHARE = 0.8

_OF_NUMBERS, _OF_CLASSES = "root_mean_squared_error", "accuracy"
_BY_RANKS, _BY_CLASS = "auc", "balanced_accuracy"


@dataclass(frozen=True)
class DefaultMeasure:
    """The name of a measure, and a sentence why it is not the usual one; "" if it is."""

    name: str
    why: str = ""


def default_measure(
    task: Task, learners: Iterable[Any] = (), splits: Splits | None = None, inner: int = 0
) -> DefaultMeasure:
    """The default measure for ranking learners on a task.

    learners: those to be ranked. splits: the splits, if known. inner: number of inner folds for tuning; 0 for
    none.

    >>> import gnomon as gn
    >>> default_measure(gn.load("iris")).name, default_measure(gn.load("diabetes")).name
    ('accuracy', 'root_mean_squared_error')
    >>> rare = gn.Task({"size": range(50)}, ["ill"] * 5 + ["well"] * 45)
    >>> measure = default_measure(rare, [gn.GaussianNB()])
    >>> measure.name, measure.why[:33]
    ('auc', 'One class has 90.0 % of the rows,')
    """
    if task.codes is None or task.classes is None:
        return DefaultMeasure(_OF_NUMBERS if task.kind == "regression" else _OF_CLASSES)
    counts = np.bincount(task.codes, minlength=len(task.classes))
    is_ranked = all(map(_gives_scores, learners)) and _holds_both(task, counts, splits, inner)
    return _of_classes(counts, is_ranked=is_ranked)


def common_measures(measures: Iterable[DefaultMeasure]) -> list[DefaultMeasure]:
    """Of the default measures of several tasks, at most one for regression and one for classification.

    If classification tasks differ, balanced accuracy is used, which applies to all of them.

    >>> [each.name for each in common_measures([DefaultMeasure("accuracy"), DefaultMeasure("auc", "...")])]
    ['balanced_accuracy']
    """
    by_name = {each.name: each for each in measures}
    of_classes = [each for name, each in by_name.items() if name != _OF_NUMBERS]
    if len(of_classes) > 1:
        why = next(each.why for each in of_classes if each.why).replace(_by(_BY_RANKS), _by(_BY_CLASS))
        by_name = {
            (name if name == _OF_NUMBERS else _BY_CLASS): each
            if name == _OF_NUMBERS
            else DefaultMeasure(_BY_CLASS, why)
            for name, each in by_name.items()
        }
    return list(by_name.values())


def default_of(predictions: Predictions) -> DefaultMeasure:
    """The default measure for given predictions.

    >>> import gnomon as gn
    >>> default_of(gn.resample(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))).name
    'accuracy'
    """
    if predictions.classes is None:
        return DefaultMeasure(_OF_NUMBERS if predictions.kind == "regression" else _OF_CLASSES)
    first = np.unique(predictions.row, return_index=True)[1]
    counts = np.bincount(predictions.truth[first], minlength=len(predictions.classes))
    has_scores = predictions.probability is not None or predictions.decision is not None
    return _of_classes(counts, is_ranked=has_scores and counts.min() > 0)


def _of_classes(counts: Integers, *, is_ranked: bool) -> DefaultMeasure:
    share = counts.max() / counts.sum()
    n_classes = int(np.count_nonzero(counts))
    if share < LARGEST_SHARE or n_classes < 2:
        return DefaultMeasure(_OF_CLASSES)
    name = _BY_RANKS if is_ranked and len(counts) == 2 else _BY_CLASS
    why = f"One class has {100 * share:.1f} % of the rows, so accuracy is uninformative: {_by(name)}."
    return DefaultMeasure(name, why)


def _by(name: str) -> str:
    return f"learners are ranked by {name}"


def _holds_both(task: Task, counts: Integers, splits: Splits | None, inner: int) -> bool:
    """Whether every held-out set contains all classes, as far as known."""
    # An inner training set has at least about half of all rows.
    if splits is None or task.codes is None:
        return bool(counts.min() > 0)
    held_out = (np.bincount(task.codes[rows], minlength=len(counts)).min() for rows in splits.held_out)
    return bool(counts.min() >= 2 * inner) and all(smallest > 0 for smallest in held_out)


def _gives_scores(learner: Any) -> bool:
    return hasattr(learner, "predict_proba") or hasattr(learner, "decision_function")
