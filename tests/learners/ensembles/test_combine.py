import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import gmean

from gnomon.errors import DataError, ParameterError
from gnomon.learners.ensembles.combine import RULES, combine_predictions, combine_probabilities


def members(seed, n_members=5, n_rows=7, n_classes=3):
    return np.random.default_rng(seed).dirichlet(np.ones(n_classes), size=(n_members, n_rows))


@settings(max_examples=30)
@given(st.integers(0, 9999), st.sampled_from(RULES))
def test_members_that_agree_are_followed_and_the_result_sums_to_one(seed, rule):
    each = members(seed)
    np.testing.assert_allclose(combine_probabilities(each, rule).sum(axis=1), 1)
    same = np.repeat(each[:1], 4, axis=0)
    assert np.array_equal(combine_probabilities(same, rule).argmax(axis=1), each[0].argmax(axis=1))


def test_rules_are_what_their_names_say():
    each = members(0)
    np.testing.assert_allclose(combine_probabilities(each, "average"), each.mean(axis=0))
    product = gmean(each, axis=0) ** len(each)
    np.testing.assert_allclose(
        combine_probabilities(each, "product"), product / product.sum(axis=1, keepdims=True)
    )
    for rule, reduce in (("median", np.median), ("maximum", np.max), ("minimum", np.min)):
        raw = reduce(each, axis=0)
        np.testing.assert_allclose(combine_probabilities(each, rule), raw / raw.sum(axis=1, keepdims=True))


@settings(max_examples=20)
@given(st.integers(0, 9999), st.sampled_from(["vote", "average", "product"]))
def test_a_weight_of_two_counts_a_member_twice(seed, rule):
    each = members(seed)
    twice = np.concatenate([each, each[:1]])
    np.testing.assert_allclose(
        combine_probabilities(each, rule, [2, 1, 1, 1, 1]), combine_probabilities(twice, rule)
    )


def test_a_thousand_members_do_not_underflow_and_contradictions_are_equal():
    each = np.repeat(np.array([[[0.9, 0.1]]]), 1000, axis=0)
    np.testing.assert_allclose(combine_probabilities(each, "product"), [[1, 0]], atol=1e-12)
    assert combine_probabilities([[[1.0, 0.0]], [[0.0, 1.0]]], "product").tolist() == [[0.5, 0.5]]
    assert combine_probabilities([[[1.0, 0.0]], [[0.0, 1.0]]], "product", [1, 0]).tolist() == [[1.0, 0.0]]


def test_numbers_are_averaged_with_weights():
    assert combine_predictions([[1.0], [4.0]], weights=[2, 1]).tolist() == [2.0]
    with pytest.raises(ParameterError, match="by average or median"):
        combine_predictions([[1.0]], "vote")


def test_what_cannot_be_combined_is_refused():
    with pytest.raises(DataError, match=r"shape \(2, 2\)"):
        combine_probabilities([[0.5, 0.5], [0.5, 0.5]])
    with pytest.raises(ParameterError, match="one of vote, average"):
        combine_probabilities(members(0), "mean")
    with pytest.raises(ParameterError, match="takes no weights"):
        combine_probabilities(members(0), "median", [1, 1, 1, 1, 1])
    with pytest.raises(ParameterError, match="pass 5 numbers, one per member"):
        combine_probabilities(members(0), "vote", [1, 1])
