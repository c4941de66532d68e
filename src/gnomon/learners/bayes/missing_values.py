"""Predictions of any classifier for rows with missing values, averaged over what they might be."""

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
    given_rest: bool = True,
    random_state: Seed = 0,
) -> Floats:
    """P(c | x) = sum_z P(c | x, z) P(z | x) for rows that lack z, by draws of z from a naive Bayes.

    model: a fitted classifier that takes no missing values, such as a logistic regression or a tree. values:
    a fitted generative model of the same columns; it may be of other classes, or of one class only.
    given_rest: draw z given the rest of the row, which is exact; False takes the plain P(z) instead.

    A naive Bayes needs no draws: its own `predict_proba` drops the factors that are missing.

    >>> from gnomon import GaussianNB, LogisticRegression
    >>> X, y = np.array([[0.0, 0.0], [1.0, 1.0], [4.0, 4.0], [5.0, 5.0]]), [0, 0, 1, 1]
    >>> model, values = LogisticRegression().fit(X, y), GaussianNB().fit(X, y)
    >>> average_over_missing(model, np.array([[5.0, np.nan]]), values).round(1)
    array([[0.1, 0.9]])
    """
    if n_draws < 1:
        raise ParameterError(f"n_draws={n_draws!r}: ask for at least 1 draw")
    rows = np.asarray(X)
    if rows.ndim != 2:
        raise DataError(f"X has {rows.ndim} dimensions; give rows and columns")
    missing = _missing(rows)
    found = np.empty((len(rows), len(model.classes_)))
    whole = ~missing.any(axis=1)
    if whole.any():
        found[whole] = model.predict_proba(_typed(rows[whole]))
    root = seeds.sequence(random_state)
    for row in np.flatnonzero(~whole):
        filled = _filled(rows[row], missing[row], values, n_draws, given_rest, seeds.child(root, int(row)))
        found[row] = model.predict_proba(_typed(filled)).mean(axis=0)
    return found


def _missing(rows: Array) -> Flags:
    if rows.dtype.kind == "f":
        return np.isnan(rows)
    if rows.dtype.kind != "O":
        return np.zeros(rows.shape, dtype=bool)
    return np.array([[value is None or value != value for value in row] for row in rows.tolist()])


def _filled(
    row: Array, missing: Flags, values: NaiveBayes, n_draws: int, given_rest: bool, child: Seed
) -> Array:
    """Copies of a row with its gaps filled: in a naive Bayes they depend on the rest by the class alone."""
    random = seeds.generator(child)
    chances = values.predict_proba(row[None])[0] if given_rest else np.exp(values.class_log_prior_)
    drawn = values.draws_of_classes(random.choice(len(chances), size=n_draws, p=chances), random)
    copies = np.repeat(row[None], n_draws, axis=0)
    copies[:, missing] = drawn[:, missing]
    return copies


def _typed(rows: Array) -> Array:
    """Rows of objects that are all numbers, as numbers."""
    if rows.dtype.kind == "O":
        try:
            return rows.astype(np.float64)
        except (TypeError, ValueError):
            return rows
    return rows
