"""Predictions of any classifier for rows with missing values, marginalized over these values."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon import seeds
from gnomon.arrays import Array, Flags, Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.bayes.naive_bayes import NaiveBayes
from gnomon.seeds import Seed


def average_over_missing(
    model: Any,
    X: Any,
    values: NaiveBayes,
    *,
    n_draws: int = 100,
    condition_on_observed: bool = True,
    random_state: Seed = 0,
) -> Floats:
    """Predict rows with missing values z by averaging: P(c | x) = sum_z P(c | x, z) P(z | x).

    This is multiple imputation, with n_draws random draws of z from a naive Bayes. model: a fitted classifier
    that does not accept missing values, such as a logistic regression. values: a fitted generative model of
    the same columns; its classes may differ. condition_on_observed: draw z from P(z | x), which is exact;
    False: from the marginal P(z).

    A naive Bayes needs no draws: its own `predict_proba` drops the factors of missing values.

    >>> from gnomon import GaussianNB, LogisticRegression
    >>> X, y = np.array([[0.0, 0.0], [1.0, 1.0], [4.0, 4.0], [5.0, 5.0]]), [0, 0, 1, 1]
    >>> model, values = LogisticRegression().fit(X, y), GaussianNB().fit(X, y)
    >>> average_over_missing(model, np.array([[5.0, np.nan]]), values).round(1)
    array([[0.1, 0.9]])
    """
    if n_draws < 1:
        raise ParameterError(f"n_draws={n_draws!r}: it must be at least 1")
    rows = np.asarray(X)
    if rows.ndim != 2:
        raise DataError(f"X has {rows.ndim} dimensions; pass a 2-D array")
    missing = _missing(rows)
    probability = np.empty((len(rows), len(model.classes_)))
    complete = ~missing.any(axis=1)
    if complete.any():
        probability[complete] = model.predict_proba(_typed(rows[complete]))
    root = seeds.sequence(random_state)
    for row in np.flatnonzero(~complete):
        child = seeds.child(root, int(row))
        imputed = _imputed(rows[row], missing[row], values, n_draws, condition_on_observed, child)
        probability[row] = model.predict_proba(_typed(imputed)).mean(axis=0)
    return probability


def _missing(rows: Array) -> Flags:
    if rows.dtype.kind == "f":
        return np.isnan(rows)
    if rows.dtype.kind != "O":
        return np.zeros(rows.shape, dtype=bool)
    return np.array([[value is None or value != value for value in row] for row in rows.tolist()])


def _imputed(
    row: Array, missing: Flags, values: NaiveBayes, n_draws: int, condition_on_observed: bool, child: Seed
) -> Array:
    """Random imputations of a row: missing values depend on observed ones only through the class."""
    random = seeds.generator(child)
    p = values.predict_proba(row[None])[0] if condition_on_observed else np.exp(values.class_log_prior_)
    drawn = values.sample_features(random.choice(len(p), size=n_draws, p=p), random)
    copies = np.repeat(row[None], n_draws, axis=0)
    copies[:, missing] = drawn[:, missing]
    return copies


def _typed(rows: Array) -> Array:
    """Convert object rows to numbers where possible."""
    if rows.dtype.kind == "O":
        try:
            return rows.astype(np.float64)
        except (TypeError, ValueError):
            return rows
    return rows
