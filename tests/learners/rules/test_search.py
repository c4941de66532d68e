import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.learners.rules import search
from gnomon.learners.rules.heuristics import HEURISTICS, boosting_gain, rule_heuristic
from gnomon.learners.rules.search import best_conjunctions
from gnomon.sharing.labels import Labels


def table(seed, n=25, d=3):
    random = np.random.default_rng(seed)
    X = np.round(random.normal(size=(n, d)))
    X[random.random((n, d)) < 0.15] = np.nan
    y = random.integers(2, size=n)
    return StumpColumns.of(X, Labels.of(y), None, random.random(d) < 0.4), y, random.random(n)


def every_condition(columns):
    """The rows of every condition there is, by trying all values."""
    for column, is_category in zip(columns.X.T, columns.categorical, strict=True):
        values = np.unique(column[~np.isnan(column)])
        if is_category:
            yield from (column == value for value in values)
        else:
            yield from (column <= value for value in values[:-1])
            yield from (column > value for value in values[:-1])
        yield np.isnan(column)
        yield ~np.isnan(column)


@settings(max_examples=40)
@given(st.integers(0, 9999), st.sampled_from([*HEURISTICS, "boosting"]))
def test_no_single_condition_is_better_than_the_one_found(seed, name):
    columns, y, weight = table(seed)
    positive, negative = weight * (y == 1), weight * (y == 0)
    score = boosting_gain if name == "boosting" else rule_heuristic(name, positive.sum(), negative.sum())
    result = best_conjunctions(columns, positive, negative, score, max_conditions=1)
    whole = weight.sum()
    tried = [rows for rows in every_condition(columns) if 1e-9 < weight @ rows < whole - 1e-9]
    scores = [score(np.array([positive @ rows]), np.array([negative @ rows]))[0] for rows in tried]
    longest = [each for each in result if each.conjunction.conditions]
    assert longest[0].score == pytest.approx(max(scores), abs=1e-8)
    covered = longest[0].conjunction.covers(columns.X)
    assert np.array_equal(covered, longest[0].covered)
    assert longest[0].positive == pytest.approx(positive @ covered)


@settings(max_examples=15)
@given(st.integers(0, 9999))
def test_a_wide_beam_finds_the_best_pair_of_conditions(seed):
    columns, y, weight = table(seed, n=14, d=2)
    positive, negative = weight * (y == 1), weight * (y == 0)
    score = rule_heuristic("weighted_accuracy", positive.sum(), negative.sum())
    result = best_conjunctions(columns, positive, negative, score, max_conditions=2, width=500)
    rows = list(every_condition(columns))
    pairs = [a & b for a, b in itertools.product(rows, rows)]
    scores = [score(np.array([positive @ r]), np.array([negative @ r]))[0] for r in pairs if r.any()]
    assert result[0].score == pytest.approx(max(0.0, *scores), abs=1e-8)


def test_columns_in_small_blocks_give_the_same(monkeypatch):
    columns, y, weight = table(3, n=40, d=7)
    score = rule_heuristic("laplace", 3.0, 3.0)
    whole = best_conjunctions(columns, weight * y, weight * (1 - y), score, max_conditions=3, width=2)
    monkeypatch.setattr(search, "CELLS_AT_ONCE", 80)
    blocks = best_conjunctions(columns, weight * y, weight * (1 - y), score, max_conditions=3, width=2)
    assert [each.conjunction for each in whole] == [each.conjunction for each in blocks]
