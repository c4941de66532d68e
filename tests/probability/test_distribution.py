from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.data.table import Table
from gnomon.errors import DataError, NameUnknown, ParameterError
from gnomon.probability.conditional import ConditionalDistribution
from gnomon.probability.distribution import Distribution

rows = st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 2), st.booleans()), min_size=1, max_size=20)


def counted(cells):
    return Distribution.empirical(dict(zip("xyz", zip(*cells, strict=True), strict=True)))


@given(rows)
def test_marginals_sum_the_joint_and_keep_it_exact(cells):
    joint = counted(cells)
    assert sum(joint.table.values()) == 1
    for value in joint.values("y"):
        share = Fraction(sum(row[1] == value for row in cells), len(cells))
        assert joint.marginal("y").probability(y=value) == joint.probability(y=value) == share


@given(rows)
def test_the_product_rule_holds_both_ways_round(cells):
    joint = counted(cells).marginal("x", "y")
    forward = ConditionalDistribution.from_joint(joint, "x", given="y").times(joint.marginal("y"))
    back = ConditionalDistribution.from_joint(joint, "y", given="x").times(joint.marginal("x"))
    for (x, y), share in joint.table.items():
        assert forward.probability(x=x, y=y) == back.probability(x=x, y=y) == share


@given(rows)
def test_bayes_rule_turns_a_conditional_round(cells):
    joint = counted(cells).marginal("x", "y")
    likelihood, prior = ConditionalDistribution.from_joint(joint, "y", given="x"), joint.marginal("x")
    direct = ConditionalDistribution.from_joint(joint, "x", given="y")
    turned = likelihood.reversed(prior)
    for y in joint.values("y"):
        for x in joint.values("x"):
            assert turned.probability(x, y) == direct.probability(x, y)
            assert likelihood.bayes(prior, y).posterior[x] == direct.probability(x, y)


@given(rows)
def test_conditioning_on_two_things_is_conditioning_twice(cells):
    joint = counted(cells)
    x, y, _ = cells[0]
    assert (
        joint.conditional(x=x, y=y)
        == joint.conditional(x=x).conditional(y=y)
        == joint.conditional(y=y).conditional(x=x)
    )


def test_a_product_of_marginals_is_independent_and_little_else_is():
    coin, die = Distribution.uniform("HT", "coin"), Distribution.uniform(range(6), "die")
    assert coin.times(die).is_independent()
    assert not Distribution.empirical({"a": [0, 0, 1], "b": [0, 1, 1]}).is_independent()
    nearly = Distribution.of({(0, 0): 0.06, (0, 1): 0.24, (1, 0): 0.14, (1, 1): 0.56}, ("a", "b"))
    assert nearly.is_independent()


def test_counting_takes_any_frame():
    columns = {"a": ["x", "y", "x"], "b": [1, 1, 2]}
    result = Distribution.empirical(columns)
    assert Distribution.empirical(pd.DataFrame(columns)) == result
    assert Distribution.empirical(pl.DataFrame(columns)) == result
    assert Distribution.empirical(columns, ["b"]).table == {(1,): Fraction(2, 3), (2,): Fraction(1, 3)}


def test_pseudo_counts_are_added_to_every_combination():
    result = Distribution.empirical({"a": [0, 1], "b": [0, 1]}, pseudo_count=1)
    assert result.probability(a=0, b=1) == Fraction(1, 6)
    assert Distribution.empirical([0, 0, 1], pseudo_count=0.5).probability(x=1) == pytest.approx(1.5 / 4)


def test_samples_follow_the_distribution_and_the_seed():
    biased = Distribution.of({"H": 0.8, "T": 0.2}, "coin")
    drawn = biased.sample(2000, random_state=0)
    assert drawn == biased.sample(2000, random_state=0)
    assert np.mean([outcome == ("H",) for outcome in drawn]) == pytest.approx(0.8, abs=0.03)


def test_means_and_modes():
    die = Distribution.uniform(range(1, 7), "die")
    assert die.expectation(lambda x: x * x) - die.expectation(lambda x: x) ** 2 == Fraction(35, 12)
    assert Distribution.of({"a": 0.1, "b": 0.5, "c": 0.4}).mode() == ("b",)


def test_arrays_and_frames_carry_the_probabilities():
    joint = Distribution.empirical({"a": "xxy", "b": [1, 2, 2]})
    np.testing.assert_allclose(joint.array(), [[1 / 3, 1 / 3], [0, 1 / 3]])
    assert joint.frame()["probability"].sum() == pytest.approx(1)
    assert "x, 1" in str(joint)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: Distribution.of({"a": 0.5, "b": 0.6}), DataError),
        (lambda: Distribution.of({"a": "1/3", "b": "333333/500000"}), DataError),
        (lambda: Distribution.of({}), DataError),
        (lambda: Distribution.of({"a": 1.5, "b": -0.5}), ParameterError),
        (lambda: Distribution.of({("a",): 1}, ("x", "y")), DataError),
        (lambda: Distribution.of({("a", "b"): 1}, ("x", "x")), ParameterError),
        (lambda: Distribution.uniform([]), DataError),
        (lambda: Distribution.empirical([]), DataError),
        (lambda: Distribution.empirical({"a": [1, None]}), DataError),
        (lambda: Distribution.empirical({"a": [1, np.nan]}), DataError),
        (lambda: Distribution.empirical({"a": [1, 2], "b": [1]}), DataError),
        (lambda: Distribution.empirical([[1, 2], [3]]), DataError),
        (lambda: Distribution.empirical(np.ones((2, 2))), DataError),
        (lambda: Distribution.empirical(None), DataError),
        (lambda: Distribution.empirical({"a": [1]}, ["b"]), NameUnknown),
        (lambda: Distribution.empirical([1, 2], pseudo_count=-1), ParameterError),
        (lambda: Distribution.uniform("ab").probability(y="a"), NameUnknown),
        (lambda: Distribution.uniform("ab").conditional(x="a"), ParameterError),
        (lambda: Distribution.empirical({"a": [1], "b": [2]}).conditional(a=5), DataError),
        (lambda: Distribution.uniform("ab").times(Distribution.uniform("ab")), ParameterError),
    ],
)
def test_what_is_no_distribution_is_refused(call, error):
    with pytest.raises(error):
        call()


def test_conditionals_need_the_prior_of_their_conditioning_variable():
    test = ConditionalDistribution.of(
        {"ill": {"+": 0.9, "-": 0.1}, "well": {"+": 0.2, "-": 0.8}}, "result", given="health"
    )
    with pytest.raises(DataError, match="health"):
        test.marginal(Distribution.uniform(["ill", "well"], "state"))
    with pytest.raises(DataError, match="dead"):
        test.marginal(Distribution.uniform(["ill", "dead"], "health"))
    with pytest.raises(NameUnknown):
        test.probability("+", given="dead")
    with pytest.raises(ParameterError):
        ConditionalDistribution.from_joint(Distribution.uniform("ab", "x"), "x", given="x")
    assert test.frame().loc["well", "+"] == 0.2


def test_a_table_of_gnomon_can_be_counted():
    table = Table.of({"a": ["x", "y", "y"], "b": [1, 1, 2]})
    assert Distribution.empirical(table).probability(a="y", b=2) == Fraction(1, 3)


@pytest.mark.parametrize("n", [-1, 1.5, True])
def test_the_number_of_draws_is_a_whole_number(n):
    with pytest.raises(ParameterError, match=f"n={n}"):
        Distribution.of({"a": 0.5, "b": 0.5}).sample(n)
