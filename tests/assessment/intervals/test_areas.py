import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gnomon.assessment.intervals import (
    area_bounds,
    auc_error,
    auc_parts,
    delong_interval,
    grouped_auc_error,
    wilson_interval,
)
from gnomon.errors import DataError, DesignError, ParameterError

random = np.random.default_rng(0)
positive = np.arange(60) % 3 == 0
score = random.normal(size=60) + positive


@settings(max_examples=50)
@given(st.integers(0, 2**32), st.sampled_from(["logit", "plain"]), st.integers(2, 30), st.integers(2, 30))
def test_bounds_are_never_outside_zero_and_one_and_hold_the_area(seed, scale, n_positive, n_negative):
    draw = np.random.default_rng(seed)
    is_positive = np.arange(n_positive + n_negative) < n_positive
    scores = np.round(draw.normal(size=len(is_positive)) + 2 * is_positive, 1)
    area = np.mean(auc_parts(is_positive, scores, None)[0][0])
    lower, upper = delong_interval(is_positive, scores, scale=scale)
    assert 0 <= lower <= area + 1e-12
    assert area - 1e-12 <= upper <= 1
    assert lower < upper


def test_the_two_scales_agree_for_many_rows():
    is_positive = np.arange(20000) % 2 == 0
    scores = random.normal(size=20000) + is_positive
    assert np.allclose(
        delong_interval(is_positive, scores), delong_interval(is_positive, scores, scale="plain"), atol=1e-4
    )
    with pytest.raises(ParameterError, match="scale='log'"):
        area_bounds(0.5, 0.1, scale="log")


def test_groups_of_one_row_change_nothing():
    assert np.allclose(
        delong_interval(positive, score), delong_interval(positive, score, group=np.arange(60)), rtol=1e-12
    )


def test_rows_copied_within_their_group_add_nothing():
    thrice = {
        "positive": np.repeat(positive, 3),
        "score": np.repeat(score, 3),
        "group": np.repeat(np.arange(60), 3),
    }
    assert np.allclose(delong_interval(**thrice), delong_interval(positive, score))
    narrow = delong_interval(thrice["positive"], thrice["score"])
    assert np.diff(narrow) < 0.65 * np.diff(delong_interval(positive, score))


def test_the_error_over_groups_is_that_of_obuchowskis_sums():
    group = np.arange(60) % 12
    above, below = auc_parts(positive, score, None)
    area, m, n = np.mean(above[0]), positive.sum(), (~positive).sum()
    ups = np.array([np.sum(above[0][group[positive] == g] - area) for g in range(12)])
    downs = np.array([np.sum(below[0][group[~positive] == g] - area) for g in range(12)])
    with_up, with_down = len(set(group[positive])), len(set(group[~positive]))
    s10 = with_up / ((with_up - 1) * m) * np.sum(ups**2)
    s01 = with_down / ((with_down - 1) * n) * np.sum(downs**2)
    s11 = 12 / 11 * np.sum(ups * downs)
    expected = np.sqrt(s10 / m + s01 / n + 2 * s11 / (m * n))
    assert grouped_auc_error(above, below, group[positive], group[~positive]) == pytest.approx(expected)


def test_delong_over_groups_covers_where_delong_over_rows_does_not():
    truth = stats.norm.cdf(1 / np.sqrt(2 * 1.25))
    group = np.repeat(np.arange(40), 5)
    kind = group % 2 == 0
    hits = np.zeros(2)
    for _ in range(200):
        scores = np.repeat(random.normal(size=40), 5) + 0.5 * random.normal(size=200) + kind
        for place, units in enumerate((group, None)):
            lower, upper = delong_interval(kind, scores, group=units)
            hits[place] += lower <= truth <= upper
    assert hits[0] / 200 >= 0.9
    assert hits[1] / 200 < 0.8


def test_weights_that_are_all_alike_change_nothing_and_weights_of_zero_are_no_rows():
    assert np.allclose(delong_interval(positive, score, np.full(60, 2.0)), delong_interval(positive, score))
    weight = (np.arange(60) < 40).astype(float)
    assert np.allclose(delong_interval(positive, score, weight), delong_interval(positive[:40], score[:40]))


def test_a_perfect_ranking_of_groups_is_as_sure_as_its_groups():
    group = np.repeat(np.arange(8), 5)
    lower, upper = delong_interval(group >= 4, group.astype(float), group=group)
    assert (lower, upper) == pytest.approx(wilson_interval(1.0, 4))


def test_scores_that_cannot_be_ranked_are_refused():
    with pytest.raises(DataError, match="no row is negative"):
        delong_interval(np.ones(3, dtype=bool), np.arange(3.0))
    with pytest.raises(DataError, match="no row is positive"):
        delong_interval(positive, score, (~positive).astype(float))
    with pytest.raises(DataError, match="row 1 has score NaN"):
        delong_interval(positive, np.where(np.arange(60) == 1, np.nan, score))
    with pytest.raises(DesignError, match="1 with positives"):
        delong_interval(positive, score, group=np.where(positive, 0, np.arange(60)))


def test_constant_scores_are_chance_with_no_certainty_claimed_beyond_the_ranks():
    lower, upper = delong_interval(positive, np.zeros(60))
    assert lower <= 0.5 <= upper


def test_the_error_of_one_area_is_the_root_of_delongs_two_sums():
    (above, _), (below, _) = auc_parts(positive, score, None)
    expected = np.var(above, ddof=1) / len(above) + np.var(below, ddof=1) / len(below)
    assert auc_error((above, None), (below, None)) ** 2 == pytest.approx(expected)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.booleans(), st.integers(-3, 3)), min_size=2, max_size=40))
def test_placements_by_ranks_are_those_of_weights_of_one_with_ties(rows):
    kind, scores = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    if kind.all() or not kind.any():
        return
    by_ranks, by_weights = auc_parts(kind, scores, None), auc_parts(kind, scores, np.ones(len(kind)))
    for (one, _), (other, _) in zip(by_ranks, by_weights):
        assert np.allclose(one, other, atol=1e-12)


def test_a_column_of_probabilities_is_taken_as_it_lies_in_memory():
    table = np.column_stack([-score, score])
    assert delong_interval(positive, table[:, 1]) == delong_interval(positive, score)
