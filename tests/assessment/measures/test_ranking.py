import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics

from gnomon.assessment import measures as package
from gnomon.assessment.measures import auc, average_precision, find_measure, gini, ks, lift_at, partial_auc
from gnomon.assessment.measures.ranking import placements, rates
from gnomon.errors import DataError, ParameterError
from gnomon.registry import measures

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 5), st.integers(1, 4)), min_size=2, max_size=40
).filter(lambda result: len({positive for positive, _, _ in result}) == 2)


of_scores = [name for name in measures if find_measure(name).needs == "score"]


@given(rows)
def test_auc_agrees_with_scikit_learn_with_ties_and_weights(result):
    truth, score, weight = (np.array(column) for column in zip(*result))
    assert np.isclose(auc(truth, score), metrics.roc_auc_score(truth, score))
    weighted = auc(truth, score, weight.astype(float))
    assert np.isclose(weighted, metrics.roc_auc_score(truth, score, sample_weight=weight))
    assert np.isclose(weighted, auc(np.repeat(truth, weight), np.repeat(score, weight)))


@given(rows)
def test_auc_is_the_share_of_pairs_ranked_right_and_turns_over_with_the_scores(result):
    truth, score, _ = (np.array(column) for column in zip(*result))
    gaps = score[truth][:, None] - score[~truth][None, :]
    assert np.isclose(auc(truth, score), np.mean((gaps > 0) + 0.5 * (gaps == 0)))
    assert np.isclose(auc(truth, -score), 1 - auc(truth, score))


def test_auc_of_many_classes_is_scikit_learns_one_against_the_rest():
    generator = np.random.default_rng(0)
    truth, probability = generator.integers(3, size=60), generator.dirichlet(np.ones(3), 60)
    expected = metrics.roc_auc_score(truth, probability, multi_class="ovr", average="macro")
    assert np.isclose(auc(truth, probability), expected)


def test_a_row_of_no_weight_does_not_count():
    assert auc([1, 0, 0], [0.5, 0.1, 0.9], np.array([1.0, 1.0, 0.0])) == 1.0
    with pytest.raises(DataError, match="no row is positive"):
        auc([1, 0, 0], [0.5, 0.1, 0.9], np.array([0.0, 1.0, 1.0]))


@pytest.mark.parametrize(
    ("truth", "score", "words"),
    [
        ([1, 1], [0.1, 0.2], "no row is not positive"),
        ([0, 0], [0.1, 0.2], "no row is positive"),
        ([0, 1], [0.1, np.nan], "row 1 has score NaN"),
        ([0, 1], [[0.1, 0.2, 0.7], [0.1, 0.2, 0.7]], "no row is class 2"),
    ],
)
def test_auc_that_is_undefined_is_refused_not_nan(truth, score, words):
    with pytest.raises(DataError, match=words):
        auc(truth, score)


def test_the_mean_placement_of_the_positives_is_the_area():
    truth, score = np.array([1, 0, 1, 0, 1], dtype=bool), np.array([3, 2, 2, 1, 0])
    assert placements(score[truth], score[~truth]).mean() == auc(truth, score)


def test_infinite_scores_rank_first_and_last():
    assert auc([1, 1, 0, 0], [np.inf, 0.5, 0.5, -np.inf]) == 0.875


@given(rows, st.sampled_from([0.05, 0.3, 0.5, 1.0]))
def test_partial_auc_agrees_with_scikit_learn(result, high):
    truth, score, weight = (np.array(column) for column in zip(*result))
    theirs = metrics.roc_auc_score(truth, score, sample_weight=weight, max_fpr=high)
    assert np.isclose(partial_auc(truth, score, weight, high=high), theirs)


@given(rows, st.floats(0.05, 0.95))
def test_partial_areas_add_up_to_the_whole(result, cut):
    truth, score, weight = (np.array(column) for column in zip(*result))
    parts = [
        partial_auc(truth, score, weight, low=low, high=high, standardized=False)
        for low, high in ((0.0, cut), (cut, 1.0))
    ]
    assert np.isclose(sum(parts), auc(truth, score, weight.astype(float)))


def test_standardized_parts_are_one_half_for_chance_and_one_for_perfection():
    assert partial_auc([0, 1, 0, 1], [1, 1, 1, 1], low=0.2, high=0.4) == pytest.approx(0.5)
    assert partial_auc([0, 1, 0, 1], [0, 1, 0, 1], low=0.2, high=0.4) == pytest.approx(1.0)
    for low, high in ((0.5, 0.5), (-0.1, 0.5), (0.5, 1.1)):
        with pytest.raises(ParameterError, match="0 <= low < high <= 1"):
            partial_auc([0, 1], [0, 1], low=low, high=high)


@given(rows)
def test_average_precision_agrees_with_scikit_learn(result):
    truth, score, weight = (np.array(column) for column in zip(*result))
    theirs = metrics.average_precision_score(truth, score, sample_weight=weight)
    assert np.isclose(average_precision(truth, score, weight), theirs)


@pytest.mark.parametrize("seed", range(10))
def test_ks_is_scipys_statistic_of_two_samples(seed):
    generator = np.random.default_rng(seed)
    truth, score = generator.random(60) < 0.4, generator.integers(0, 9, 60)
    theirs = stats.ks_2samp(score[truth], score[~truth], method="asymp").statistic
    assert ks(truth, score) == pytest.approx(theirs)


@given(rows)
def test_rates_are_the_points_of_scikit_learns_curve(result):
    truth, score, weight = (np.array(column) for column in zip(*result))
    false, true, _ = metrics.roc_curve(truth, score, sample_weight=weight, drop_intermediate=False)
    assert np.allclose(rates(truth, score, weight), (true, false))


def test_lift_is_the_rate_of_positives_at_the_top_and_shares_out_ties():
    truth = np.array([1, 1, 0, 1, 0, 0, 0, 0, 0, 0])
    score = np.array([9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    assert lift_at(truth, score, share=0.2) == pytest.approx(1 / 0.3)
    assert lift_at(truth, score, share=1.0) == pytest.approx(1.0)
    assert lift_at(truth, np.zeros(10), share=0.2) == pytest.approx(1.0)
    with pytest.raises(ParameterError, match="share"):
        lift_at(truth, score, share=0.0)


def test_gini_is_twice_the_area_above_one_half():
    truth, score = [1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1]
    assert gini(truth, score) == pytest.approx(2 * auc(truth, score) - 1)


@settings(max_examples=25)
@given(rows)
def test_weights_are_repetitions_for_every_measure_of_scores(result):
    truth, score, weight = (np.array(column) for column in zip(*result))
    for name in of_scores:
        measure = getattr(package, name)
        value = measure(truth, score, weight.astype(float))
        assert np.isclose(value, measure(np.repeat(truth, weight), np.repeat(score, weight))), name
        low, high = find_measure(name).range
        assert low - 1e-12 <= value <= high + 1e-12, name
        # Only the order of the scores counts.
        assert np.isclose(value, measure(truth, np.exp(score), weight.astype(float))), name


@pytest.mark.parametrize("name", of_scores)
def test_degenerate_scores_give_a_defined_value_or_an_error(name):
    measure = getattr(package, name)
    assert np.isfinite(measure([0, 1, 1], [0.5, 0.5, 0.5]))
    assert np.isfinite(measure([0, 1], [-np.inf, np.inf]))
    for truth, score in (([0], [0.5]), ([1, 1], [0.1, 0.2]), ([0, 1], [0.1, np.nan]), ([], [])):
        with pytest.raises(DataError):
            measure(truth, score)
    with pytest.raises(DataError, match="0"):
        measure([0, 1], [0.1, 0.2], np.zeros(2))
