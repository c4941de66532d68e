"""Shapley values: against brute force over all orders, and the properties that define them."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.explanations import shapley
from gnomon.explanations.shapley import shapley_values


def bumpy(rows):
    rows = np.asarray(rows, dtype=float)
    return rows[:, 0] * rows[:, 1] + np.sin(rows[:, 2]) + (rows[:, 0] > 0) * rows[:, -1]


def brute_force(of, x, background):
    """The mean over every order and every background row of what a feature adds as it joins."""
    p = len(x)
    found = np.zeros(p)
    orders = list(permutations(range(p)))
    for row in background:
        for order in orders:
            now = row.copy()
            for j in order:
                before = of(now[None])[0]
                now[j] = x[j]
                found[j] += of(now[None])[0] - before
    return found / (len(orders) * len(background))


@pytest.mark.parametrize("p", [3, 4])
def test_exact_values_are_those_of_all_orders(p):
    random = np.random.default_rng(p)
    x, background = random.normal(size=p), random.normal(size=(5, p))
    found, error, base = shapley_values(bumpy, x[None], background)
    assert error is None
    assert np.allclose(found, brute_force(bumpy, x, background))
    assert np.isclose(base, bumpy(background).mean())


def test_sampled_values_agree_with_exact_ones_within_their_errors(monkeypatch):
    random = np.random.default_rng(0)
    x, background = random.normal(size=(1, 5)), random.normal(size=(20, 5))
    exact = shapley_values(bumpy, x, background)[0]
    monkeypatch.setattr(shapley, "MAX_EXACT", 2)
    found, error, _ = shapley_values(bumpy, x, background, random_state=3)
    assert (np.abs(found - exact) <= 4 * error + 1e-12).all()


@given(st.integers(0, 1000), st.integers(2, 12))
@settings(max_examples=25, deadline=None)
def test_they_add_up_and_a_feature_without_effect_gets_nothing(seed, p):
    random = np.random.default_rng(seed)
    x, background = random.normal(size=(1, p + 1)), random.normal(size=(6, p + 1))

    def of(rows):
        return np.prod(rows[:, :2], axis=1) + rows[:, :p].sum(axis=1)

    found, _, base = shapley_values(of, x, background, random_state=seed)
    assert np.isclose(base + found.sum(), of(x)[0])
    assert np.isclose(found[p], 0.0, atol=1e-12)


def test_tables_with_categories_are_mixed_column_by_column():
    frame = pd.DataFrame({"age": [1.0, 2.0, 3.0], "town": pd.Categorical(["a", "b", "a"])})

    def of(rows):
        return rows["age"].to_numpy() + 10.0 * (rows["town"] == "b").to_numpy()

    found, _, base = shapley_values(of, frame.iloc[[1]], frame.iloc[[0, 2]])
    assert np.allclose(found, [0.0, 10.0])
    assert base == 2.0
