from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy as scipy_entropy

from gnomon.errors import DataError, ParameterError
from gnomon.probability.entropies import (
    conditional_entropy,
    entropy,
    entropy_reduction,
    information_content,
    joint_entropy,
    max_entropy,
)

counts = st.lists(st.integers(0, 50), min_size=1, max_size=8).filter(any)
tables = st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=1, max_size=5).filter(
    lambda table: any(map(any, table))
)


@given(counts, st.sampled_from([2.0, np.e, 10.0]))
def test_entropy_agrees_with_scipy_for_counts_and_shares(counts, base):
    assert entropy(counts, base) == pytest.approx(scipy_entropy(counts, base=base), abs=1e-12)
    shares = [Fraction(count, sum(counts)) for count in counts]
    assert entropy(shares, base) == pytest.approx(entropy(counts, base), abs=1e-12)


@given(counts)
def test_no_distribution_is_more_open_than_the_uniform_one(counts):
    assert 0 <= entropy(counts) <= max_entropy(len(counts)) + 1e-12
    assert entropy(np.ones(len(counts))) == pytest.approx(max_entropy(len(counts)))


@given(tables)
def test_the_chain_rule_splits_a_joint_entropy(table):
    rows, columns = np.sum(table, axis=1), np.sum(table, axis=0)
    assert joint_entropy(table) == pytest.approx(entropy(rows) + conditional_entropy(table), abs=1e-12)
    assert joint_entropy(table) == pytest.approx(
        entropy(columns) + conditional_entropy(table, given=1), abs=1e-12
    )


@given(tables)
def test_conditional_entropy_is_the_mean_over_what_is_known(table):
    table = np.array(table, dtype=float)
    share = table.sum(axis=1) / table.sum()
    mean = sum(p * entropy(row) for p, row in zip(share, table, strict=True) if p > 0)
    assert conditional_entropy(table) == pytest.approx(mean, abs=1e-12)


def test_many_distributions_are_taken_by_axis():
    table = np.array([[1, 1, 2], [5, 0, 0]])
    assert entropy(table, axis=1).tolist() == pytest.approx([1.5, 0])
    assert entropy(table.T, axis=0).tolist() == pytest.approx([1.5, 0])


def test_information_content_falls_with_probability():
    shares = np.linspace(0.01, 1, 50)
    assert (np.diff(information_content(shares)) < 0).all()
    assert information_content(0) == np.inf
    assert information_content(Fraction(1, 32)) == 5


def test_the_mean_reduction_of_posteriors_is_the_mutual_information():
    joint = np.array([[4.0, 2.0], [1.0, 3.0], [2.0, 0.0]])
    seen, prior = joint.sum(axis=1) / joint.sum(), joint.sum(axis=0)
    each = entropy_reduction(prior, joint / joint.sum(axis=1, keepdims=True))
    assert seen @ each == pytest.approx(entropy(prior) - conditional_entropy(joint))
    assert each[0] < 0.1 < each[2]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: entropy([]), DataError),
        (lambda: entropy([0, 0]), DataError),
        (lambda: entropy([1, -1]), DataError),
        (lambda: entropy([1, np.nan]), DataError),
        (lambda: entropy([[1, 1], [0, 0]], axis=1), DataError),
        (lambda: entropy([1, 1], base=1), ParameterError),
        (lambda: entropy([1, 1], base=-2), ParameterError),
        (lambda: joint_entropy([1, 1]), DataError),
        (lambda: conditional_entropy([[1, 1]], given=2), ParameterError),
        (lambda: information_content(1.5), ParameterError),
        (lambda: entropy_reduction([0.5, 0.5], [1, 0, 0]), DataError),
        (lambda: max_entropy(0), ParameterError),
    ],
)
def test_undefined_results_are_refused(call, error):
    with pytest.raises(error):
        call()
