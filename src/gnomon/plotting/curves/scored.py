"""Scored rows of an estimator, of predictions or of an experiment: the input of curves over thresholds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gnomon.arrays import Array, Flags, Floats
from gnomon.assessment.curves.held_out import independent_units
from gnomon.assessment.curves.threshold_counts import scored
from gnomon.assessment.out_of_fold import class_scores
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.settings import called
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.experiments.results import Results
from gnomon.plotting.experiments.held_out import held_out_of

RESPONSES = {"auto": "probability", "predict_proba": "probability", "decision_function": "decision"}


@dataclass(frozen=True, eq=False)
class ScoredRows:
    """Labels and scores of rows, with the name of their curve.

    group: independent unit of each row, for intervals.

    Examples
    --------
    >>> import numpy as np
    >>> from gnomon.plotting.curves.scored import ScoredRows
    >>> ScoredRows("A", np.array([True, False]), np.array([0.9, 0.2])).name
    'A'
    """

    name: str
    positive: Flags
    score: Floats
    weight: Floats | None = None
    group: Array | None = None


def of_estimator(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    sample_weight: Any = None,
    response_method: str = "auto",
    pos_label: Any = None,
    name: str | None = None,
) -> list[ScoredRows]:
    """Score the rows of X by a fitted classifier; several classes one against the rest.

    pos_label: the positive class; None for the last of two, as in scikit-learn.

    Examples
    --------
    >>> import gnomon as gn
    >>> from gnomon.plotting.curves.scored import of_estimator
    >>> X, y = [[0.0], [1.0], [5.0], [6.0]], ["a", "a", "b", "b"]
    >>> of_estimator(gn.GaussianNB().fit(X, y), X, y)[0].positive
    array([False, False,  True,  True])
    """
    if response_method not in RESPONSES:
        raise ParameterError(f"response_method={response_method!r}: pass one of {', '.join(RESPONSES)}")
    classes = list(np.asarray(getattr(estimator, "classes_", ())).tolist())
    if len(classes) < 2:
        raise DataError(f"{type(estimator).__name__} is no fitted classifier; fit it on two classes or more")
    if pos_label is not None and pos_label not in classes:
        raise ParameterError(f"pos_label={pos_label!r} is none of the classes {classes[:10]}")
    wanted = [pos_label] if pos_label is not None else classes[1:] if len(classes) == 2 else classes
    label = name or type(estimator).__name__
    return [
        ScoredRows(
            label if len(wanted) == 1 else f"{label}, {each}",
            np.asarray(y) == each,
            _column(estimator, X, RESPONSES[response_method], classes.index(each)),
            None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64),
        )
        for each in wanted
    ]


def of_predictions(
    y_true: Any,
    y_score: Any = None,
    *,
    sample_weight: Any = None,
    pos_label: Any = None,
    name: str | None = None,
    ranks: bool = True,
) -> list[ScoredRows]:
    """Score rows by `Predictions` of one or several learners, or by arrays as in scikit-learn.

    Examples
    --------
    >>> from gnomon.plotting.curves.scored import of_predictions
    >>> of_predictions(["a", "b", "b"], [0.2, 0.9, 0.4], pos_label="b")[0].positive
    array([False,  True,  True])
    """
    if isinstance(y_true, Predictions):
        y_true = [y_true]
    if y_score is None:
        return _of_held_out(y_true, pos_label, ranks)
    positive = _is_positive(np.asarray(y_true), pos_label)
    weight = None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    return [ScoredRows(name or "classifier", positive, np.asarray(y_score), weight)]


def of_experiment(
    results: Results,
    task: str | None = None,
    learners: str | Sequence[str] | None = None,
    *,
    pos_label: Any = None,
    ranks: bool = True,
    needs: str = "score",
) -> list[ScoredRows]:
    """Score the held-out rows of an experiment; learners without scores are skipped unless named.

    needs: "score" or "probability".

    Examples
    --------
    >>> import gnomon as gn
    >>> from gnomon.plotting.curves.scored import of_experiment
    >>> learners = [gn.GaussianNB(), gn.SVC()]
    >>> results = gn.run(gn.Design(gn.load("breast-cancer"), learners, gn.k_fold(3)))
    >>> [each.name for each in of_experiment(results, needs="probability")]
    ['GaussianNB']
    """
    held_out = held_out_of(results, task, learners)
    if learners is None:
        selected = [each for each in held_out if _has(each, needs)]
        held_out = selected or held_out
    return _of_held_out(held_out, pos_label, ranks)


def _has(predictions: Predictions, needs: str) -> bool:
    return predictions.probability is not None or (needs == "score" and predictions.decision is not None)


def _of_held_out(predictions: Any, pos_label: Any, ranks: bool) -> list[ScoredRows]:
    listed = list(predictions) if isinstance(predictions, Sequence) else []
    if not listed or not all(isinstance(each, Predictions) for each in listed):
        raise DataError("pass Predictions, a list of them, or both y_true and y_score")
    if len(listed) > 1 and pos_label is None and listed[0].positive is None and listed[0].classes is not None:
        raise DesignError(
            f"{listed[0].task_name!r} has {len(listed[0].classes)} classes, so each of {len(listed)} "
            f"learners has as many curves; name a class (pos_label={listed[0].classes[0]!r}), or one learner"
        )
    rows = [row for each in listed for row in _rows_of(each, pos_label, ranks)]
    return [replace(each, name=name) for name, each in zip(_distinct_names(listed, rows), rows)]


def _rows_of(predictions: Predictions, pos_label: Any, ranks: bool) -> list[ScoredRows]:
    """One curve; for several classes without a positive one, a curve for each class."""
    if pos_label is None and predictions.positive is None and predictions.classes is not None:
        wanted = predictions.classes.tolist()
    else:
        wanted = [pos_label]
    # Without ranking, leave-one-out is valid too; there each row is one unit, however often held out.
    own = predictions.row if predictions.group is None else predictions.group
    group = independent_units(predictions) if ranks else own
    return [
        ScoredRows(
            predictions.learner if len(wanted) == 1 else f"{predictions.learner}, {each}",
            *scored(predictions, positive=each, ranks=ranks),
            group,
        )
        for each in wanted
    ]


def _distinct_names(listed: list[Predictions], rows: list[ScoredRows]) -> list[str]:
    """Names of the curves; learners of one name get their hyperparameters or a number."""
    names = [each.name for each in rows]
    if len(set(names)) == len(names):
        return names
    if len(listed) == len(rows):
        names = [called(each.learner, each.setting) for each in listed]
    return [name if names.count(name) == 1 else f"{name} {place}" for place, name in enumerate(names, 1)]


def _column(estimator: Any, X: Any, prefer: str, code: int) -> Floats:
    scores = class_scores(estimator, X, prefer, code)
    return scores if scores.ndim == 1 else scores[:, code]


def _is_positive(labels: Array, pos_label: Any) -> Flags:
    if labels.ndim != 1:
        raise DataError(f"y_true has shape {labels.shape}; pass one label per row")
    classes = list(dict.fromkeys(labels.tolist()))
    if pos_label is None:
        if not set(classes) <= {0, 1} and not set(classes) <= {-1, 1}:
            raise ParameterError(f"y_true has the labels {classes[:10]}; pass the positive one as pos_label")
        pos_label = 1
    elif pos_label not in classes:
        raise ParameterError(f"pos_label={pos_label!r} is none of the classes {classes[:10]}")
    return labels == pos_label
