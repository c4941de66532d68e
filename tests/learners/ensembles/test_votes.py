import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.learners.ensembles.votes import class_codes, count_votes, sign_vote, staged_votes, vote_margins


@settings(max_examples=30)
@given(st.integers(0, 9999), st.integers(1, 6), st.integers(1, 4))
def test_the_last_stage_is_the_whole_vote(seed, n_models, n_classes):
    random = np.random.default_rng(seed)
    codes, alpha = random.integers(n_classes, size=(n_models, 9)), random.random(n_models)
    stages = list(staged_votes(codes, n_classes, alpha))
    np.testing.assert_allclose(stages[-1], count_votes(codes, n_classes, alpha))
    np.testing.assert_allclose(stages[-1].sum(axis=1), alpha.sum())


def test_margins_of_two_classes_are_the_signed_mean_vote():
    codes, alpha = np.array([[0, 1], [1, 1]]), np.array([3.0, 1.0])
    result = vote_margins(count_votes(codes, 2, alpha), np.array([1, 1]))
    np.testing.assert_allclose(result, [(1 - 3) / 4, 1])


def test_margins_of_one_class_are_whole_and_of_no_votes_are_0():
    assert vote_margins(np.array([[2.0]]), np.array([0])).tolist() == [1.0]
    assert vote_margins(np.zeros((1, 2)), np.array([0])).tolist() == [0.0]


def test_a_label_that_is_no_class_is_refused():
    with pytest.raises(DataError, match=r"y has 7 \(row 1\), which is not one of the classes \[0, 1\]"):
        class_codes(np.array([0, 7]), np.array([0, 1]))


def test_predictions_other_than_plus_and_minus_one_are_refused():
    with pytest.raises(DataError, match=r"needs predictions of \+1 and -1"):
        sign_vote([[0, 1]])


def test_votes_take_lists_and_refuse_what_are_not_class_codes():
    votes = count_votes([[0, 1], [0, 0], [1, 0]], 2, [1, 1, 0.5])
    assert votes.tolist() == [[2.0, 0.5], [1.5, 1.0]]
    assert vote_margins(votes, [0, 1]).tolist() == pytest.approx([0.6, -0.2])
    for wrong in ([0, 1], [["a", "b"]], [[0, 2]], [[-1, 0]]):
        with pytest.raises(DataError, match="class codes from 0 to 1"):
            count_votes(wrong, 2)
    with pytest.raises(DataError, match="2 weights of 1 models"):
        count_votes([[0, 1]], 2, [1, 1])
    with pytest.raises(DataError, match="a class code per row"):
        vote_margins([0, 1, 1], [[0, 1, 0]])
    for wrong in (["a", "b"], [0, 2]):
        with pytest.raises(DataError, match="the columns of the votes"):
            vote_margins(votes, wrong)
