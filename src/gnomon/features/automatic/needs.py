"""What a learner needs of its table: whether it takes categories and missing values, whether units matter.

The first two its tags say. The third is found by asking the learner: it is fitted on a few made-up rows, and
again with the columns in other units. No list of names has to be kept, and any estimator can be asked.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.utils import get_tags

from gnomon.arrays import Array, Floats
from gnomon.sharing.foreign import adapted

_N_ROWS = 60
# Powers of two, so that thresholds of trees move exactly with the numbers.
_OTHER_UNITS = np.array([8.0, 1.0, 0.125])
_SAME_UNITS = np.array([1.0 + 2.0**-20, 1.0, 1.0 - 2.0**-20])
_CHANGE = 1e-3
_NOISE = 0.5
# What is known of learners, by class and parameters: the trials are made once in a process.
_known: dict[tuple[type, str], Needs] = {}


@dataclass(frozen=True)
class Needs:
    """What has to be done for a learner.

    encode: it takes no categories. fill: it takes no missing values. scale: its answer depends on units.
    independent: it complains of columns that follow from others, as all levels of a category do. sparse: it
    takes sparse rows.

    >>> import gnomon as gn
    >>> needs_of(gn.KNeighborsClassifier())
    Needs(encode=True, fill=True, scale=True, independent=False, sparse=True)
    >>> needs_of(gn.LinearDiscriminantAnalysis())
    Needs(encode=True, fill=True, scale=False, independent=True, sparse=False)
    """

    encode: bool
    fill: bool
    scale: bool
    independent: bool = False
    sparse: bool = False


def needs_of(learner: Any) -> Needs:
    """What a learner needs, by its tags and by a trial.

    >>> from sklearn.linear_model import LinearRegression
    >>> needs_of(LinearRegression())
    Needs(encode=True, fill=True, scale=False, independent=False, sparse=True)
    """
    key = type(learner), repr(learner.get_params(deep=True))
    # An address in memory says nothing of what lies there.
    if " at 0x" in key[1]:
        return _asked(learner)
    if key not in _known:
        _known[key] = _asked(learner)
    return _known[key]


def _asked(learner: Any) -> Needs:
    learner = adapted(learner)
    inputs = get_tags(learner).input_tags
    # Scaled numbers are negative, so learners of counts are left alone.
    scale = not inputs.positive_only and depends_on_units(learner)
    encode = not inputs.categorical
    independent = encode and not inputs.positive_only and complains_of_dependence(learner)
    is_sparse = encode and inputs.sparse
    return Needs(encode, not inputs.allow_nan, scale, independent, is_sparse)


def depends_on_units(learner: Any) -> bool:
    """Whether the learner answers differently once its columns are in other units.

    A learner that draws rows by their contents answers differently after any change, however small: what
    changes as much by nearly the same units is not put down to units.

    >>> import gnomon as gn
    >>> depends_on_units(gn.SVC()), depends_on_units(gn.GaussianNB())
    (True, False)
    """
    X, y = _trial(learner)
    try:
        known, moved, nearly = (_answers(learner, X * units, y) for units in (1.0, _OTHER_UNITS, _SAME_UNITS))
    except Exception:  # A learner that cannot be asked (it wants other data) is left alone.
        return False
    by_units, by_noise = _change(known, moved), _change(known, nearly)
    return by_units > _CHANGE and by_noise < _NOISE * by_units


def complains_of_dependence(learner: Any) -> bool:
    """Whether the learner warns of columns of which one follows from others, or refuses them.

    >>> import gnomon as gn
    >>> complains_of_dependence(gn.LinearDiscriminantAnalysis()), complains_of_dependence(gn.Ridge())
    (True, False)
    """
    X, y = _trial(learner)
    level = np.arange(len(X)) % 3
    dummies = (level[:, None] == np.arange(3)).astype(np.float64)
    return _complains(learner, np.hstack([X, dummies]), y) and not _complains(
        learner, np.hstack([X, dummies[:, 1:]]), y
    )


def _trial(learner: Any) -> tuple[Floats, Array | None]:
    """Made-up rows with a target that suits the learner."""
    random = np.random.default_rng(0)
    X = random.normal(size=(2 * _N_ROWS, 3))
    signal = X @ np.array([1.0, -1.0, 0.5]) + 0.5 * random.normal(size=len(X))
    if is_classifier(learner):
        return X, (signal > 0).astype(np.int64)
    return X, signal if is_regressor(learner) else None


def _complains(learner: Any, X: Floats, y: Array | None) -> bool:
    model = clone(learner)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            model.fit(X) if y is None else model.fit(X, y)
        except Exception:  # Whatever it refuses them by.
            return True
    return bool(heard)


def _answers(learner: Any, X: Floats, y: Array | None) -> Floats:
    """The answers to rows that were not trained on; of clusters, which pairs of rows are together."""
    model = clone(learner)
    seeds = [name for name in model.get_params() if name.split("__")[-1] == "random_state"]
    model.set_params(**dict.fromkeys(seeds, 0))
    train, new = X[:_N_ROWS], X[_N_ROWS:]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        model.fit(train) if y is None else model.fit(train, y[:_N_ROWS])
        if y is None and hasattr(model, "labels_"):
            return (model.labels_[:, None] == model.labels_[None]).astype(np.float64)
        for method in ("predict_proba", "decision_function", "predict", "transform"):
            if hasattr(model, method):
                return np.asarray(getattr(model, method)(new), dtype=np.float64)
    raise TypeError(f"{type(learner).__name__} answers nothing")


def _change(one: Floats, other: Floats) -> float:
    if one.shape != other.shape:
        return 0.0
    return float(np.abs(one - other).max() / (np.abs(one).max() + np.finfo(np.float64).tiny))
