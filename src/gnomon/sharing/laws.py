"""The laws that let work be shared, as checks to run on any learner.

1. Narrowing: `prepare(D).rows(r)` fits the model that `prepare(D[r])` fits. A preparation that lets the rows
   left out speak breaks this, so it is also the test for leakage.
2. Merging: `prepare(A) + prepare(B)` fits the model of A and B together.
3. Forgetting: `(a + b) - b` fits the model of a.
4. Starting: `start`, and the company of other settings in `fit_each` and `predict_each`, change the time,
   not the answer.
5. Frugality: `prepare` reads no parameter outside `shared_by`.

Laws 2 and 3 bind learners that summarize. A broken law raises `LawBroken`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import rules
from gnomon.errors import ParameterError
from gnomon.sharing.learner import Learner
from gnomon.sharing.prepared import Parts, Rows


class LawBroken(AssertionError):
    """A learner does not keep a law; sharing its work would give wrong numbers."""


def check_learner(learner: Learner) -> None:
    """Every law, and every check that scikit-learn has for an estimator."""
    for law in LAWS:
        law(learner)
    check_estimator(learner)


def check_narrowing(learner: Learner, random_state: int = 0) -> None:
    """Law 1, on folds, on rows in any order, on rows drawn with replacement, and with a class absent."""
    rows = _sample(learner, random_state)
    for index in _narrow_indices(rows, random_state):
        whole = _prepared(learner, rows, np.isin(np.arange(len(rows.X)), index).astype(np.int64))
        alone = clone(learner).fit(rows.X[index], _raw(rows.y[index]))
        _same(learner, "narrowing", _fitted(learner, whole.rows(index)), alone, rows.X)


def check_merging(learner: Learner, random_state: int = 0) -> None:
    """Law 2."""
    if learner.summarizes:
        rows = _sample(learner, random_state)
        a, b = np.arange(70), np.arange(70, len(rows.X))
        merged = _summary(learner, rows.rows(a)) + _summary(learner, rows.rows(b))
        together = clone(learner).fit(rows.X, _raw(rows.y))
        _same(learner, "merging", _fitted(learner, merged), together, rows.X)


def check_forgetting(learner: Learner, random_state: int = 0) -> None:
    """Law 3."""
    if learner.summarizes:
        rows = _sample(learner, random_state)
        kept, gone = np.arange(70), np.arange(70, len(rows.X))
        left = _summary(learner, rows) - _summary(learner, rows.rows(gone))
        alone = clone(learner).fit(rows.X[kept], _raw(rows.y[kept]))
        _same(learner, "forgetting", _fitted(learner, left), alone, rows.X)


def check_starting(learner: Learner, random_state: int = 0) -> None:
    """Law 4, for every value of every parameter's grid that leaves the preparation alone."""
    rows = _sample(learner, random_state)
    data = _summary(learner, rows)
    first = _fitted(learner, data)
    settings = [setting for setting in _neighboring_settings(learner) if _fits(setting, rows)]
    together = list(type(learner).fit_each([clone(setting) for setting in settings], data))
    _same_in_company([first, *together], rows.X)
    for setting, in_company in zip(settings, together, strict=True):
        cold = clone(setting).fit(rows.X, _raw(rows.y))
        _same(learner, "starting", _fitted(setting, data, first), cold, rows.X)
        _same(learner, "starting", in_company, cold, rows.X)


def check_frugality(learner: Learner, random_state: int = 0) -> None:
    """Law 5: any look at another parameter while preparing raises."""
    rows = _sample(learner, random_state)
    forbidden = set(rules(type(learner))) - set(learner.shared_by)
    template = clone(learner)
    checked = template.check_rows(rows.X, rows.y)

    def watched(self: Any, name: str) -> Any:
        if name in forbidden:
            raise LawBroken(f"{type(learner).__name__}.prepare reads {name!r}, which is not in shared_by")
        return object.__getattribute__(self, name)

    watcher = type(type(learner).__name__, (type(learner),), {"__getattribute__": watched})
    template.__class__ = watcher
    template.prepare(*checked)


LAWS = (check_narrowing, check_merging, check_forgetting, check_starting, check_frugality)


def _sample(learner: Learner, random_state: int) -> Rows:
    """Rows far from the origin, on unlike scales, with some repeated values and three classes."""
    random = np.random.default_rng(random_state)
    X = random.normal(size=(120, 5)) * [1, 10, 0.1, 1, 1] + [50, 0, 3, -20, 1000]
    X[:, 3] = np.round(X[:, 3])
    if get_tags(learner).input_tags.positive_only:
        X = np.abs(X)
    signal = (X - X.mean(axis=0)) @ [1.0, 0.1, 5.0, 0.3, -1.0] + random.normal(size=120)
    if not is_classifier(learner):
        return Rows(*clone(learner).check_rows(X, signal))
    return Rows(*clone(learner).check_rows(X, np.array(["a", "b", "c"])[np.digitize(signal, [-1.0, 1.5])]))


def _narrow_indices(rows: Rows, random_state: int) -> Iterator[Integers]:
    random = np.random.default_rng(random_state + 1)
    yield np.sort(random.permutation(len(rows.X))[:80])
    yield random.permutation(len(rows.X))[:60]
    yield np.arange(len(rows.X))
    yield random.integers(len(rows.X), size=len(rows.X))
    if hasattr(rows.y, "codes"):
        yield np.flatnonzero(rows.y.codes != 1)


def _prepared(learner: Learner, rows: Rows, part: Integers) -> Any:
    """Prepared data that can be narrowed, in the way the training loop makes them."""
    template = clone(learner)
    checked = template.check_rows(rows.X, rows.y)
    return Parts(template.prepare, Rows(*checked), part) if learner.summarizes else template.prepare(*checked)


def _summary(learner: Learner, rows: Rows) -> Any:
    template = clone(learner)
    return template.prepare(*template.check_rows(rows.X, rows.y))


def _fitted(learner: Learner, data: Any, start: Any = None) -> Learner:
    return clone(learner).fit_prepared(data, start=start)


def _raw(y: Any) -> Any:
    return y.classes[y.codes] if hasattr(y, "codes") else y


def _neighboring_settings(learner: Learner) -> Iterator[Learner]:
    for name, rule in rules(type(learner)).items():
        if name not in learner.shared_by:
            for value in rule.grid:
                yield clone(learner).set_params(**{name: value})


def _fits(setting: Learner, rows: Rows) -> bool:
    """Whether the setting is one for these data."""
    try:
        clone(setting).fit(rows.X, _raw(rows.y))
    except ParameterError:
        return False
    return True


def _same_in_company(models: list[Any], X: Floats) -> None:
    if not hasattr(models[0], "predict"):
        return
    found = type(models[0]).predict_each(models, X)
    for model, in_company in zip(models, found, strict=True):
        if not _close(np.asarray(in_company), model.predict(X)):
            raise LawBroken(f"{type(model).__name__} breaks the law of starting: predict_each differs")


def _same(learner: Learner, law: str, one: Learner, other: Learner, X: Floats) -> None:
    for method in ("predict", "predict_proba", "decision_function", "transform"):
        if hasattr(other, method) and not _close(getattr(one, method)(X), getattr(other, method)(X)):
            raise LawBroken(f"{type(learner).__name__} breaks the law of {law}: {method} differs")


def _close(a: Array, b: Array) -> bool:
    return np.allclose(a, b, rtol=1e-7, atol=1e-9) if a.dtype.kind == "f" else np.array_equal(a, b)
