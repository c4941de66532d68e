"""Synthetic tasks for the checks: without pitfalls, to which each test adds its own."""

import warnings

import numpy as np

import gnomon as gn
from gnomon.errors import DataWarning


def features(n_rows=240, n_columns=5, seed=0):
    return np.random.default_rng(seed).normal(size=(n_rows, n_columns))


def frame(n_rows=240, seed=0, **more):
    """Five numeric columns, two of them relevant, a noisy class `ill`, and additional columns."""
    X = features(n_rows, seed=seed) * [1, 10, 0.1, 1, 1] + [50, 0, 3, -20, 7]
    signal = (X[:, 0] - 50) + (X[:, 1] / 10)
    noise = np.random.default_rng(seed + 1).logistic(size=n_rows)
    named = {name: X[:, index] for index, name in enumerate(["age", "dose", "level", "dip", "rate"])}
    return {**named, **more, "ill": np.where(signal + noise > 0, "yes", "no")}


def task(n_rows=240, seed=0, target="ill", name="made", group=None, time=None, **more):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        return gn.Task.of(frame(n_rows, seed, **more), target, name=name, group=group, time=time)


def regression(n_rows=240, seed=0, **more):
    columns = frame(n_rows, seed, **more)
    noise = np.random.default_rng(seed + 2).normal(size=n_rows)
    columns["ill"] = columns["age"] + columns["dose"] / 10 + noise
    return gn.Task.of(columns, "ill", name="made")
