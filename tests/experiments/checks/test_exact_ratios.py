import numpy as np
import pytest

from gnomon.experiments.checks.exact_ratios import ratios_of


def bodies(n_rows=120, seed=0):
    random = np.random.default_rng(seed)
    weight = np.round(random.normal(75, 12, n_rows), 1)
    fat = np.round(random.uniform(5, 30, n_rows), 2)
    return {
        "weight": weight,
        "lean": np.round(weight * (1 - fat / 100), 2),
        "age": random.normal(size=n_rows),
    }, fat


def test_a_percentage_of_a_part_in_a_whole_names_the_part_as_computed():
    columns, fat = bodies()
    (pair,) = ratios_of(fat, columns)
    assert (set(pair.names), pair.computed) == ({"weight", "lean"}, ("lean",))


@pytest.mark.parametrize("missing", [0, 20])
def test_an_amount_that_is_often_zero_is_the_product_of_a_rate_and_a_base(missing):
    random = np.random.default_rng(0)
    base = random.integers(1000, 9000, size=200).astype(float)
    amount = np.where(random.random(200) < 0.3, 0, random.integers(5, 900, size=200)).astype(float)
    rate = np.round(amount / base, 5)
    rate[:missing] = np.nan
    (pair,) = ratios_of(amount, {"base": base, "rate": rate})
    assert pair.computed == ("rate",)


def test_a_noisy_ratio_and_unrelated_columns_are_not_exact():
    columns, fat = bodies()
    noisy = fat + np.random.default_rng(1).normal(0, 0.5, len(fat))
    assert ratios_of(noisy, columns) == []
    assert ratios_of(np.random.default_rng(2).permutation(fat), columns) == []


def test_a_linear_function_of_one_column_is_no_ratio():
    fat = bodies()[1]
    assert ratios_of(fat, {"double": 2 * fat, "constant": np.full(len(fat), 3.0)}) == []


def test_few_rows_are_no_evidence():
    columns, fat = bodies(40)
    assert ratios_of(fat, columns) == []


def test_columns_of_zeros_and_huge_values_are_passed_over():
    columns, fat = bodies()
    columns |= {"zero": np.zeros(len(fat)), "huge": np.full(len(fat), 1e300) * np.arange(len(fat))}
    assert len(ratios_of(fat, columns)) == 1
