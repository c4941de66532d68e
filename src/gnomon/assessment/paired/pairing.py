"""Checks that predictions are paired: same held-out rows, same training rows, same target."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from gnomon.assessment.predictions import Predictions
from gnomon.errors import DesignError


def check_paired(all_predictions: Sequence[Predictions]) -> None:
    """Raise DesignError unless all predictions are of the same splits of the same task.

    >>> check_paired([])
    Traceback (most recent call last):
    gnomon.errors.DesignError: a comparison needs the Predictions of at least 2 learners, not 0
    """
    if len(all_predictions) < 2:
        raise DesignError(
            f"a comparison needs the Predictions of at least 2 learners, not {len(all_predictions)}"
        )
    for a, b in pairwise(all_predictions):
        _check_two(a, b)


def names(all_predictions: Sequence[Predictions]) -> list[str]:
    """Unique display names: the learner's, with its hyperparameters or a number where names are equal.

    >>> import gnomon as gn
    >>> from sklearn.linear_model import Ridge
    >>> task = gn.Task([[0.0], [1.0], [2.0]], [0.0, 1.0, 2.0], kind="regression")
    >>> names(gn.resample_each(task, [Ridge(), Ridge(alpha=2), Ridge()], gn.leave_one_out()))
    ['Ridge()', 'Ridge(alpha=2)', 'Ridge() #3']
    """
    plain = [each.learner for each in all_predictions]
    often = Counter(plain)
    full = [each.learner if often[each.learner] == 1 else _with_setting(each) for each in all_predictions]
    return [name if name not in full[:index] else f"{name} #{index + 1}" for index, name in enumerate(full)]


def _check_two(a: Predictions, b: Predictions) -> None:
    if a.splits != b.splits or not np.array_equal(a.split, b.split):
        raise DesignError(
            f"{a.learner} ({a.design}) and {b.learner} ({b.design}) have different splits, so their scores "
            "are not paired; make splits = plan.split(task) once and resample both on it"
        )
    same = [np.array_equal(getattr(a, name), getattr(b, name)) for name in ("truth", "weight", "group")]
    if not all(same) or a.positive != b.positive:
        raise DesignError(
            f"{a.task_name!r} and {b.task_name!r} differ in target, weights, groups or positive class; "
            "compare learners on one task"
        )


def _with_setting(predictions: Predictions) -> str:
    setting = ", ".join(f"{name}={value!r}" for name, value in predictions.setting.items())
    return f"{predictions.learner}({setting})"
