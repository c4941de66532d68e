"""Preprocessing requirements of a learner: encoding of categories, imputation, scaling.

The first two follow from its scikit-learn tags. Scale sensitivity is tested empirically: the learner is
fitted on simulated rows, and again with rescaled columns. This works for any estimator, without a list of
names.
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
# Powers of two, so that thresholds of trees scale exactly with the columns.
_OTHER_UNITS = np.array([8.0, 1.0, 0.125])
_SAME_UNITS = np.array([1.0 + 2.0**-20, 1.0, 1.0 - 2.0**-20])
_CHANGE = 1e-3
_NOISE = 0.5
# Cache by class and parameters, so that each learner is tested once per process.
_cache: dict[tuple[type, str], Needs] = {}


@dataclass(frozen=True)
class Needs:
    """The preprocessing that a learner requires.

    encode: it does not accept categories. fill: it does not accept missing values. scale: its predictions
    depend on the scale of the columns. independent: it warns of collinear columns, such as the indicators of
    all levels of a category. sparse: it accepts sparse matrices.

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
    """The preprocessing requirements of a learner, by its tags and an empirical test.

    >>> from sklearn.linear_model import LinearRegression
    >>> needs_of(LinearRegression())
    Needs(encode=True, fill=True, scale=False, independent=False, sparse=True)
    """
    key = type(learner), repr(learner.get_params(deep=True))
    # A memory address does not identify a parameter value.
    if " at 0x" in key[1]:
        return _tested(learner)
    if key not in _cache:
        _cache[key] = _tested(learner)
    return _cache[key]


def _tested(learner: Any) -> Needs:
    learner = adapted(learner)
    inputs = get_tags(learner).input_tags
    # Standardized numbers may be negative, so learners of counts are not scaled.
    scale = not inputs.positive_only and depends_on_units(learner)
    encode = not inputs.categorical
    independent = encode and not inputs.positive_only and warns_of_collinearity(learner)
    is_sparse = encode and inputs.sparse
    return Needs(encode, not inputs.allow_nan, scale, independent, is_sparse)


def depends_on_units(learner: Any) -> bool:
    """Whether the learner is scale-sensitive: its predictions change if columns are rescaled.

    The predictions of some learners (which sample rows by their values) change after any perturbation: a
    change that a tiny rescaling causes as well does not count.

    >>> import gnomon as gn
    >>> depends_on_units(gn.SVC()), depends_on_units(gn.GaussianNB())
    (True, False)
    """
    X, y = _simulated_data(learner)
    try:
        original, rescaled, perturbed = (
            _outputs(learner, X * units, y) for units in (1.0, _OTHER_UNITS, _SAME_UNITS)
        )
    except Exception:  # A learner that cannot be fitted on these data is not scaled.
        return False
    by_units, by_noise = _change(original, rescaled), _change(original, perturbed)
    return by_units > _CHANGE and by_noise < _NOISE * by_units


def warns_of_collinearity(learner: Any) -> bool:
    """Whether the learner warns of collinear columns, or raises an error.

    >>> import gnomon as gn
    >>> warns_of_collinearity(gn.LinearDiscriminantAnalysis()), warns_of_collinearity(gn.Ridge())
    (True, False)
    """
    X, y = _simulated_data(learner)
    level = np.arange(len(X)) % 3
    dummies = (level[:, None] == np.arange(3)).astype(np.float64)
    return _warns(learner, np.hstack([X, dummies]), y) and not _warns(
        learner, np.hstack([X, dummies[:, 1:]]), y
    )


def _simulated_data(learner: Any) -> tuple[Floats, Array | None]:
    """Simulated rows with a target that suits the learner."""
    random = np.random.default_rng(0)
    X = random.normal(size=(2 * _N_ROWS, 3))
    signal = X @ np.array([1.0, -1.0, 0.5]) + 0.5 * random.normal(size=len(X))
    if is_classifier(learner):
        return X, (signal > 0).astype(np.int64)
    return X, signal if is_regressor(learner) else None


def _warns(learner: Any, X: Floats, y: Array | None) -> bool:
    model = clone(learner)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            model.fit(X) if y is None else model.fit(X, y)
        except Exception:  # Any error counts.
            return True
    return bool(caught)


def _outputs(learner: Any, X: Floats, y: Array | None) -> Floats:
    """The predictions of held-out rows; of a clusterer, which pairs of rows share a cluster."""
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
    raise TypeError(f"{type(learner).__name__} has no method that returns predictions")


def _change(one: Floats, other: Floats) -> float:
    if one.shape != other.shape:
        return 0.0
    return float(np.abs(one - other).max() / (np.abs(one).max() + np.finfo(np.float64).tiny))
