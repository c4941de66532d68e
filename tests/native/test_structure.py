import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import native
from tests.native import twins_structure as twins

NONE = np.empty(0, dtype=np.int64)
KINDS = (("likelihood", 0.0), ("likelihood", 2.3), ("bdeu", 4.0), ("k2", 1.0))


def table(seed, n=40, d=5, missing=0.0, most_levels=4):
    random = np.random.default_rng(seed)
    levels = random.integers(1, most_levels + 1, size=d).astype(np.int32)
    codes = np.stack([random.integers(size, size=n) for size in levels]).astype(np.int32)
    codes[random.random(codes.shape) < missing] = -1
    return codes, levels, random.integers(0, 4, size=n) / 2.0


def places(*columns):
    return np.array(columns, dtype=np.int64)


@pytest.mark.parametrize(("kind", "number"), KINDS)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 999), weighted=st.booleans(), missing=st.sampled_from([0.0, 0.2]))
def test_scores_of_families_are_those_of_the_twin(kind, number, seed, weighted, missing):
    codes, levels, weight = table(seed, missing=missing)
    weight = weight if weighted else None
    families = native.Families(codes, levels, weight)
    for parents in ((), (3,), (4, 1)):
        candidates = [column for column in range(1, 5) if column not in parents]
        found = families.adding(0, places(*parents), places(*candidates), kind, number, 2)
        expected = [
            twins.family_score(codes, levels, 0, by, kind, number, weight)
            for by in (parents, *((*parents, column) for column in candidates))
        ]
        np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("given_columns", [(), (2,), (2, 4)])
def test_pairs_are_families_with_one_more_parent(given_columns):
    codes, levels, _ = table(5, missing=0.1)
    found = native.Families(codes, levels, None).pairs(places(*given_columns), "likelihood", 1.5, 2)
    others = [column for column in range(5) if column not in given_columns]
    for u in others:
        for v in others:
            parents = given_columns if u == v else (*given_columns, u)
            expected = twins.family_score(codes, levels, v, parents, "likelihood", 1.5)
            assert found[u, v] == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("given_columns", [(), (2,)])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_information_is_that_of_the_twin(given_columns, missing):
    codes, levels, weight = table(7, missing=missing)
    found = native.Families(codes, levels, weight).information(places(*given_columns), 2)
    others = [column for column in range(5) if column not in given_columns]
    for u in others:
        for v in others:
            expected = twins.information(codes, u, v, given_columns, weight)
            assert found[u, v] == pytest.approx(expected, abs=1e-12)


def test_counts_are_those_of_the_twin():
    codes, levels, weight = table(3, missing=0.1)
    found = native.Families(codes, levels, weight).counts(0, places(4, 1))
    np.testing.assert_allclose(found, twins.counts(codes, levels, 0, (4, 1), weight))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("kind", "number"), KINDS)
def test_families_larger_than_the_rows_are_counted_by_sorting(kind, number, weighted):
    codes, levels, weight = table(1, n=60, d=4, missing=0.05, most_levels=300)
    weight = weight if weighted else None
    families = native.Families(codes, levels, weight)
    found = families.adding(0, places(1), places(2, 3), kind, number, 1)
    expected = [
        twins.family_score(codes, levels, 0, by, kind, number, weight) for by in ((1,), (1, 2), (1, 3))
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-9)
    both = families.pairs(places(1), kind, number, 1)
    for u, v in ((2, 3), (3, 2)):
        expected = twins.family_score(codes, levels, v, (1, u), kind, number, weight)
        assert both[u, v] == pytest.approx(expected, rel=1e-9)


def test_many_parents_are_renumbered():
    random = np.random.default_rng(0)
    codes = random.integers(4, size=(20, 50)).astype(np.int32)
    codes[3, :5] = -1
    levels = np.full(20, 4, dtype=np.int32)
    parents = tuple(range(1, 19))
    found = native.Families(codes, levels, None).adding(0, places(*parents), places(19), "bdeu", 1.0, 1)
    expected = [twins.family_score(codes, levels, 0, by, "bdeu", 1.0) for by in (parents, (*parents, 19))]
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_threads_change_no_bit():
    codes, levels, _ = table(2, n=60_000, d=12)
    families = native.Families(codes, levels, np.random.default_rng(0).random(60_000))
    arguments = (0, places(3), places(1, 2, 4, 5, 6, 7, 8, 9, 10, 11), "likelihood", 1.0)
    assert np.array_equal(families.adding(*arguments, 1), families.adding(*arguments, 3))
    for name, rest in (("pairs", ("bdeu", 2.0)), ("information", ())):
        one, three = (getattr(families, name)(NONE, *rest, threads) for threads in (1, 3))
        assert np.array_equal(one, three)


def test_a_table_without_rows_scores_nothing():
    families = native.Families(np.empty((2, 0), np.int32), np.array([2, 3], np.int32), None)
    assert families.adding(0, NONE, places(1), "likelihood", 1.0, 1).tolist() == [0.0, 0.0]
    assert families.information(NONE, 1).tolist() == [[0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda f: f.adding(2, NONE, NONE, "k2", 1.0, 1), "child is no column"),
        (lambda f: f.adding(0, places(0), NONE, "k2", 1.0, 1), "parents has the child"),
        (lambda f: f.adding(0, places(1, 1), NONE, "k2", 1.0, 1), "names a column twice"),
        (lambda f: f.adding(0, places(5), NONE, "k2", 1.0, 1), "outside 0..1"),
        (lambda f: f.adding(0, NONE, NONE, "bdeu", 0.0, 1), "above 0"),
        (lambda f: f.adding(0, NONE, NONE, "likelihood", np.nan, 1), "0 or more"),
        (lambda f: f.adding(0, NONE, NONE, "bde", 1.0, 1), "score must be"),
        (lambda f: f.counts(-1, NONE), "child is no column"),
        (lambda f: native.Families(np.zeros((1, 2), np.int32), np.array([0], np.int32), None), "1..65536"),
        (lambda f: native.Families(np.full((1, 2), 3, np.int32), np.array([3], np.int32), None), "column 0"),
        (
            lambda f: native.Families(
                np.zeros((1, 2), np.int32), np.array([1], np.int32), np.array([1.0, -1.0])
            ),
            "below 0",
        ),
    ],
)
def test_wrong_arguments_are_refused(call, message):
    families = native.Families(np.zeros((2, 3), np.int32), np.array([1, 2], np.int32), None)
    with pytest.raises(ValueError, match=message):
        call(families)


def test_a_family_without_a_complete_row_is_worth_less_than_an_even_table():
    codes = np.array([[0, 1, 1, 0], [-1, -1, -1, -1]], dtype=np.int32)
    families = native.Families(codes, np.array([2, 2], np.int32), None)
    alone, joined = families.adding(0, NONE, places(1), "likelihood", 0.5, 1)
    np.testing.assert_allclose(alone, 4 * np.log(0.5) - 0.5)
    np.testing.assert_allclose(joined, 4 * np.log(0.5) - 4 * 0.5 * 2)
