"""Invariants of shared computations, as checks to run on any learner.

1. Subsetting: `prepare(D).rows(r)` fits the same model as `prepare(D[r])`. Prepared data that depend on the
   excluded rows fail, so this is also a check for data leakage.
2. Merging: `prepare(A) + prepare(B)` fits the same model as A and B concatenated.
3. Removal: `(a + b) - b` fits the same model as a.
4. Warm starts: `start`, and batches in `fit_each` and `predict_each`, change the run time, not the result.
5. Declared parameters: `prepare` reads no parameter outside `shared_by`.
6. Incremental fits: `partial_fit` on batches fits the same model as one fit on all rows, also where a batch
   lacks a declared class; `forget` fits the same model as a fit without these rows.

Laws 2, 3 and 6 apply to learners that summarize. A violation raises `LawBroken`, which says on which rows of
`sample_rows(learner)` the models differ, what was expected, and which method to look at.
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

RTOL, ATOL = 1e-7, 1e-9


class LawBroken(AssertionError):
    """A learner violates an invariant; sharing its computations would give wrong results."""


def check_learner(learner: Learner) -> None:
    """Check every law, and run scikit-learn's `check_estimator`."""
    for law in LAWS:
        law(learner)
    check_estimator(learner)


def check_subsetting(learner: Learner, random_state: int = 0) -> None:
    """Law 1 (subsetting): on folds, permuted rows, rows drawn with replacement, and without one class."""
    rows = sample_rows(learner, random_state)
    for case, index in _subset_indices(rows, random_state):
        whole = _prepared(learner, rows, np.isin(np.arange(len(rows.X)), index).astype(np.int64))
        alone = clone(learner).fit(rows.X[index], _raw(rows.y[index]))
        _same(
            "subsetting",
            f"prepare(all rows).rows({case})",
            _fitted(learner, whole.rows(index)),
            alone,
            rows.X,
        )


def check_merging(learner: Learner, random_state: int = 0) -> None:
    """Law 2 (merging): sums of summaries."""
    if learner.summarizes:
        rows = sample_rows(learner, random_state)
        a, b = np.arange(70), np.arange(70, len(rows.X))
        merged = _summary(learner, rows.rows(a)) + _summary(learner, rows.rows(b))
        refitted = clone(learner).fit(rows.X, _raw(rows.y))
        _same(
            "merging",
            "prepare(rows 0 to 69) + prepare(the others)",
            _fitted(learner, merged),
            refitted,
            rows.X,
        )


def check_removal(learner: Learner, random_state: int = 0) -> None:
    """Law 3 (removal): differences of summaries."""
    if learner.summarizes:
        rows = sample_rows(learner, random_state)
        retained, removed = np.arange(70), np.arange(70, len(rows.X))
        left = _summary(learner, rows) - _summary(learner, rows.rows(removed))
        alone = clone(learner).fit(rows.X[retained], _raw(rows.y[retained]))
        _same(
            "removal", "prepare(all rows) - prepare(all but 0 to 69)", _fitted(learner, left), alone, rows.X
        )


def check_warm_starts(learner: Learner, random_state: int = 0) -> None:
    """Law 4 (warm starts): for every value of every parameter grid outside `shared_by`."""
    rows = sample_rows(learner, random_state)
    data = _summary(learner, rows)
    first = _fitted(learner, data)
    settings = [setting for setting in _neighboring_settings(learner) if _fits(setting, rows)]
    batched = list(type(learner).fit_each([clone(setting) for setting in settings], data))
    _same_batched([first, *batched], rows.X)
    for setting, from_batch in zip(settings, batched, strict=True):
        cold = clone(setting).fit(rows.X, _raw(rows.y))
        case = f"of {setting!r} on all rows, "
        _same("warm starts", case + "with start=", _fitted(setting, data, first), cold, rows.X)
        _same("warm starts", case + "in fit_each", from_batch, cold, rows.X)


def check_declared_parameters(learner: Learner, random_state: int = 0) -> None:
    """Law 5 (declared parameters): reading any parameter outside `shared_by` in `prepare` raises."""
    rows = sample_rows(learner, random_state)
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


def check_incremental_fits(learner: Learner, random_state: int = 0) -> None:
    """Law 6 (incremental fits): `partial_fit` in two batches, and `forget` of the second."""
    if not learner.summarizes:
        return
    rows = sample_rows(learner, random_state)
    y, classes = _raw(rows.y), {}
    first, rest = np.arange(70), np.arange(70, len(rows.X))
    if hasattr(rows.y, "codes"):
        # The first batch lacks the last class.
        is_known = rows.y.codes < rows.y.n_classes - 1
        first, rest = np.flatnonzero(is_known), np.flatnonzero(~is_known)
        classes = {"classes": rows.y.classes}
    grown = clone(learner).partial_fit(rows.X[first], y[first], **classes)
    alone = clone(learner).fit(rows.X[first], y[first])
    _same("incremental fits", "partial_fit of the first batch", grown, alone, rows.X)
    grown.partial_fit(rows.X[rest], y[rest])
    _same("incremental fits", "partial_fit of two batches", grown, clone(learner).fit(rows.X, y), rows.X)
    _same(
        "incremental fits", "forget of the second batch", grown.forget(rows.X[rest], y[rest]), alone, rows.X
    )


LAWS = (
    check_subsetting,
    check_merging,
    check_removal,
    check_warm_starts,
    check_declared_parameters,
    check_incremental_fits,
)
LOOK_AT = {
    "subsetting": "`rows` of what `prepare` returns, which may depend on other rows",
    "merging": "`__add__` of the summary that `prepare` returns",
    "removal": "`__sub__` of the summary that `prepare` returns",
    "warm starts": "`start` in `fit_prepared`, and `fit_each`",
    "incremental fits": "`__add__` and `__sub__` of the summary, and attributes set in `prepare`",
}


def sample_rows(learner: Learner, random_state: int = 0) -> Rows:
    """Rows far from the origin, on different scales, with ties and three classes."""
    random = np.random.default_rng(random_state)
    X = random.normal(size=(120, 5)) * [1, 10, 0.1, 1, 1] + [50, 0, 3, -20, 1000]
    X[:, 3] = np.round(X[:, 3])
    if get_tags(learner).input_tags.positive_only:
        X = np.abs(X)
    signal = (X - X.mean(axis=0)) @ [1.0, 0.1, 5.0, 0.3, -1.0] + random.normal(size=120)
    if not is_classifier(learner):
        return Rows(*clone(learner).check_rows(X, signal))
    return Rows(*clone(learner).check_rows(X, np.array(["a", "b", "c"])[np.digitize(signal, [-1.0, 1.5])]))


def _subset_indices(rows: Rows, random_state: int) -> Iterator[tuple[str, Integers]]:
    random = np.random.default_rng(random_state + 1)
    yield "80 rows in order", np.sort(random.permutation(len(rows.X))[:80])
    yield "60 permuted rows", random.permutation(len(rows.X))[:60]
    yield "all rows", np.arange(len(rows.X))
    yield "rows drawn with replacement", random.integers(len(rows.X), size=len(rows.X))
    if hasattr(rows.y, "codes"):
        yield f"rows without class {rows.y.classes[1]!r}", np.flatnonzero(rows.y.codes != 1)


def _prepared(learner: Learner, rows: Rows, part: Integers) -> Any:
    """Prepared data that can be subset, as in the training loop."""
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
    """Whether the hyperparameters are valid for these data."""
    try:
        clone(setting).fit(rows.X, _raw(rows.y))
    except ParameterError:
        return False
    return True


def _same_batched(models: list[Any], X: Floats) -> None:
    if not hasattr(models[0], "predict"):
        return
    batched = type(models[0]).predict_each(models, X)
    for model, y_pred in zip(models, batched, strict=True):
        if not _close(np.asarray(y_pred), model.predict(X)):
            raise LawBroken(f"{type(model).__name__} breaks the law of warm starts: predict_each differs")


def _same(law: str, case: str, one: Any, expected: Any, X: Floats) -> None:
    for method in ("predict", "predict_proba", "decision_function", "transform"):
        if hasattr(expected, method):
            actual, desired = getattr(one, method)(X), getattr(expected, method)(X)
            if not _close(actual, desired):
                raise LawBroken(
                    f"{type(one).__name__} breaks the law of {law}: {method} of the model of {case} "
                    f"{_difference(actual, desired)} of a model fitted on these rows alone; look at "
                    f"{LOOK_AT[law]}"
                )


def _difference(actual: Array, desired: Array) -> str:
    if actual.shape != desired.shape:
        return f"has shape {actual.shape}, not the {desired.shape}"
    differs = (
        ~np.isclose(actual, desired, rtol=RTOL, atol=ATOL) if actual.dtype.kind == "f" else actual != desired
    )
    row = int(np.flatnonzero(differs.reshape(len(differs), -1).any(axis=1))[0])
    return (
        f"differs in {int(differs.reshape(len(differs), -1).any(axis=1).sum())} of {len(differs)} rows; in "
        f"row {row} it is {actual[row]}, not the {desired[row]}"
    )


def _close(a: Array, b: Array) -> bool:
    if a.shape != b.shape:
        return False
    return np.allclose(a, b, rtol=RTOL, atol=ATOL) if a.dtype.kind == "f" else np.array_equal(a, b)
