"""Filters of features against scikit-learn's, and against the loops that users write."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.feature_selection import chi2, f_classif, mutual_info_classif
from sklearn.metrics import mutual_info_score

from benchmarks.case import Case, largest_difference, share_equal
from gnomon.features.select.filter import SelectByFilter

# scikit-learn's ranking by information takes seconds; some of its columns tell the time of all.
PEER_SHARE = 0.2


def cases(size: str) -> Iterator[Case]:
    scale = 10 if size == "quick" else 1
    yield information(100_000 // scale, 500, np.uint8)
    yield information(100_000 // scale, 500, np.float64)
    yield chi_squared(100_000 // scale, 500, np.uint8)
    yield f_ratio(100_000 // scale, 100)
    yield one_after_another("mrmr", 100_000 // scale, 50)
    yield one_after_another("jmi", 100_000 // scale, 50)
    yield relief(10_000 // scale, 100)


def information(n_rows: int, n_columns: int, dtype: Any) -> Case:
    X, y = discrete(n_rows, n_columns)
    X = X.astype(dtype)
    some = int(n_columns * PEER_SHARE)
    return Case(
        "selection",
        f"information gain, {n_rows:,} x {n_columns} discrete, {np.dtype(dtype).name}",
        "mutual_info_classif",
        lambda: _scores("information_gain", X, y)[:some] * np.log(2),
        lambda: mutual_info_classif(X[:, :some], y, discrete_features=True),
        _largest,
        "largest gain",
        largest_difference,
        wanted=20,
        peer_share=PEER_SHARE,
    )


def chi_squared(n_rows: int, n_columns: int, dtype: Any) -> Case:
    """scikit-learn reads a column as counts of a word: the same work for another statistic."""
    X, y = discrete(n_rows, n_columns)
    X = X.astype(dtype)
    return Case(
        "selection",
        f"chi-squared, {n_rows:,} x {n_columns} discrete, {np.dtype(dtype).name}",
        "chi2 (another statistic)",
        lambda: _scores("chi_squared", X, y),
        lambda: chi2(X, y)[0],
        lambda scores: float(np.argmax(scores)),
        "best column",
        lambda ours, peer: f"rank correlation {np.corrcoef(_ranks(ours), _ranks(peer))[0, 1]:.2f}",
        wanted=20,
    )


def f_ratio(n_rows: int, n_columns: int) -> Case:
    X, y = np.random.default_rng(0).normal(size=(n_rows, n_columns)), np.arange(n_rows) % 3
    return Case(
        "selection",
        f"F ratio, {n_rows:,} x {n_columns}",
        "f_classif",
        lambda: _scores("f", X, y),
        lambda: f_classif(X, y)[0],
        _largest,
        "largest F",
        largest_difference,
    )


def one_after_another(name: str, n_rows: int, n_columns: int) -> Case:
    X, y = discrete(n_rows, n_columns)
    peer = {"mrmr": _mrmr_loop, "jmi": _jmi_loop}[name]
    return Case(
        "selection",
        f"{name}, 10 of {n_columns}, {n_rows:,} rows",
        "loop of mutual_info_score",
        lambda: SelectByFilter(name, k=10).fit(X, y).order_[:10],
        lambda: peer(X, y, 10),
        lambda order: float(order[0]),
        "first column",
        share_equal,
        wanted=50,
    )


def relief(n_rows: int, n_columns: int) -> Case:
    X, y = np.random.default_rng(0).normal(size=(n_rows, n_columns)), np.arange(n_rows) % 2
    X[:, 0] += y
    some = np.arange(0, n_rows, 10)
    return Case(
        "selection",
        f"ReliefF, 10 neighbors, {n_rows:,} x {n_columns}",
        "NumPy, a row at a time",
        lambda: _scores("relieff", X, y),
        lambda: _numpy_relief(X, y, some),
        lambda scores: float(np.argmax(scores)),
        "best column",
        lambda ours, peer: f"peer on a tenth of the rows, {largest_difference(ours, peer)}",
        wanted=10,
        peer_share=len(some) / n_rows,
    )


def discrete(n_rows: int, n_columns: int) -> tuple[Any, Any]:
    """Columns of eight levels, the first half of which tell more or less of three classes."""
    random = np.random.default_rng(0)
    y = random.integers(3, size=n_rows)
    strength = np.maximum(np.linspace(0.6, -0.6, n_columns), 0.0)
    X = random.integers(8, size=(n_rows, n_columns))
    return np.where(random.random((n_rows, n_columns)) < strength, (X + 3 * y[:, None]) // 2, X), y


def _scores(name: str, X: Any, y: Any) -> Any:
    return SelectByFilter(name, k="all", guard=False).fit(X, y).scores_


def _largest(scores: Any) -> float:
    return float(np.max(scores))


def _ranks(scores: Any) -> Any:
    return np.argsort(np.argsort(scores))


def _mrmr_loop(X: Any, y: Any, k: int) -> Any:
    relevance = np.array([mutual_info_score(x, y) for x in X.T])
    chosen, shared = [int(relevance.argmax())], np.zeros(len(relevance))
    while len(chosen) < k:
        shared += [mutual_info_score(x, X[:, chosen[-1]]) for x in X.T]
        score = relevance - shared / len(chosen)
        score[chosen] = -np.inf
        chosen.append(int(score.argmax()))
    return np.array(chosen)


def _jmi_loop(X: Any, y: Any, k: int) -> Any:
    relevance = np.array([mutual_info_score(x, y) for x in X.T])
    chosen, together = [int(relevance.argmax())], np.zeros(len(relevance))
    while len(chosen) < k:
        together += [mutual_info_score(x * 8 + X[:, chosen[-1]], y) for x in X.T]
        score = together.copy()
        score[chosen] = -np.inf
        chosen.append(int(score.argmax()))
    return np.array(chosen)


def _numpy_relief(X: Any, y: Any, rows: Any) -> Any:
    unit = (X - X.min(axis=0)) / (X.max(axis=0) - X.min(axis=0))
    members = [np.flatnonzero(y == c) for c in (0, 1)]
    weight = np.zeros(X.shape[1])
    for row in rows:
        apart = np.abs(unit - unit[row])
        distance = apart.sum(axis=1)
        distance[row] = np.inf
        for c in (0, 1):
            near = members[c][np.argpartition(distance[members[c]], 10)[:10]]
            weight += (-1 if c == y[row] else 1) * apart[near].mean(axis=0)
    return weight / len(rows)
