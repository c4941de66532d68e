import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment.measures import auc
from gnomon.assessment.measures.ranking import placements
from gnomon.errors import DataError

rows = st.lists(
    st.tuples(st.booleans(), st.integers(0, 5), st.integers(1, 4)), min_size=2, max_size=40
).filter(lambda found: len({positive for positive, _, _ in found}) == 2)


@given(rows)
def test_auc_agrees_with_scikit_learn_with_ties_and_weights(found):
    truth, score, weight = (np.array(column) for column in zip(*found))
    assert np.isclose(auc(truth, score), metrics.roc_auc_score(truth, score))
    weighted = auc(truth, score, weight.astype(float))
    assert np.isclose(weighted, metrics.roc_auc_score(truth, score, sample_weight=weight))
    assert np.isclose(weighted, auc(np.repeat(truth, weight), np.repeat(score, weight)))


@given(rows)
def test_auc_is_the_share_of_pairs_ranked_right_and_turns_over_with_the_scores(found):
    truth, score, _ = (np.array(column) for column in zip(*found))
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
