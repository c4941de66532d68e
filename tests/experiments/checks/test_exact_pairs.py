import numpy as np

from gnomon.experiments.checks.exact_pairs import pairs_of


def two(seed=0, n_rows=120):
    return np.random.default_rng(seed).integers(1, 500, size=(2, n_rows)).astype(float)


def test_a_sum_names_both_parts():
    a, b = two()
    (pair,) = pairs_of(a + b, {"a": a, "b": b, "c": two(1)[0]})
    assert (pair.how, pair.names, pair.computed) == ("sum", ("a", "b"), ("a", "b"))


def test_gaps_do_not_hide_a_quotient():
    a, b = two()
    price = np.round(a / b, 4)
    price[:5] = np.nan
    (pair,) = pairs_of(a, {"b": b, "price": price})
    assert (pair.how, pair.computed) == ("product", ("price",))


def test_another_unit_stands_alone():
    a, b = two()
    assert [pair.names for pair in pairs_of(a, {"inches": a / 2.54, "b": b})] == [("inches",)]


def test_a_good_fit_is_no_sum():
    a, b = two()
    noisy = a + b + np.random.default_rng(2).normal(size=len(a))
    assert pairs_of(noisy, {"a": a, "b": b}) == []
    assert pairs_of(a, {"b": b}) == []
    assert pairs_of(np.full(120, 3.0), {"a": a, "b": b}) == []


def test_a_rate_with_few_digits_is_a_quotient_and_was_computed():
    """The factor is known no better than the rows were rounded."""
    random = np.random.default_rng(0)
    limit = random.integers(900, 13_000, size=400).astype(float)
    balance = np.where(random.random(400) < 0.2, 0, random.integers(90, 900, size=400)).astype(float)
    (pair,) = pairs_of(balance, {"limit": limit, "use": np.round(balance / limit, 4)})
    assert (pair.how, pair.computed) == ("product", ("use",))
