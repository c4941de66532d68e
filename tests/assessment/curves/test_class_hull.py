import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.confusion import ConfusionMatrix
from gnomon.assessment.curves.class_hull import class_hull
from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.errors import DataError


def of_rates(rates):
    return ConfusionMatrix(tuple(range(len(rates))), np.asarray(rates, dtype=np.float64))


def random_tables(n_classifiers, n_classes, seed):
    random = np.random.default_rng(seed)
    tables = random.dirichlet(np.ones(n_classes), size=(n_classifiers, n_classes))
    tables[:, range(n_classes), range(n_classes)] += random.random((n_classifiers, 1))
    return {f"c{k}": of_rates(table / table.sum(axis=1, keepdims=True)) for k, table in enumerate(tables)}


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 8), st.integers(0, 10_000))
def test_for_two_classes_it_is_the_roc_hull(n_classifiers, seed):
    tables = random_tables(n_classifiers, 2, seed)
    points = {name: (each.table[0, 1], each.table[1, 1]) for name, each in tables.items()}
    assert set(class_hull(tables).optimal) == set(roc_convex_hull(points).optimal)


@settings(max_examples=20, deadline=None)
@given(st.integers(2, 6), st.integers(0, 10_000))
def test_at_the_dual_costs_no_other_is_cheaper(n_classifiers, seed):
    result = class_hull(random_tables(n_classifiers, 3, seed))
    costs = np.einsum("kij,mij->km", result.costs, result.rates)
    for place in np.flatnonzero(result.is_optimal):
        assert costs[place, place] <= costs[place].min() + 1e-6
        assert result.costs[place].sum() == pytest.approx(1)
        assert (result.costs[place][~np.eye(3, dtype=bool)] > 0).all()
    assert np.isnan(result.costs[~result.is_optimal][:, ~np.eye(3, dtype=bool)]).all()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_what_errs_more_than_a_mixture_of_two_others_is_never_best(seed):
    tables = random_tables(2, 3, seed)
    first, second = (each.table for each in tables.values())
    worse = 0.5 * first + 0.5 * second
    # A tenth of the right answers of each class become wrong, in the first of the two ways.
    for row in range(3):
        worse[row, (row + 1) % 3] += worse[row, row] / 10
        worse[row, row] *= 0.9
    result = class_hull({**tables, "mixture": of_rates(worse)})
    assert "mixture" in result.never_optimal
    assert result.saved[2] >= np.diag(worse).sum() / 9 - 1e-6


def test_a_cycle_of_errors_can_be_the_cheapest_where_those_errors_cost_little():
    cycle = of_rates([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    assert class_hull({"cycle": cycle}).optimal == ("cycle",)


def test_the_perfect_classifier_is_best_at_all_costs():
    result = class_hull({"perfect": of_rates(np.eye(4)), "fair": of_rates(0.7 * np.eye(4) + 0.075)})
    assert result.optimal == ("perfect",)
    assert list(result.frame()["is_optimal"]) == [True, False]
    assert result.frame().shape == (2, 3 + 12)


def test_tables_that_cannot_be_compared_are_refused():
    three = of_rates(np.eye(3))
    with pytest.raises(DataError, match="use the same classes="):
        class_hull({"a": three, "b": of_rates(np.eye(2))})
    with pytest.raises(DataError, match="no row of class 2"):
        class_hull({"a": of_rates(np.diag([1.0, 1.0, 0.0]))})
    with pytest.raises(DataError, match="at least one"):
        class_hull({})
    with pytest.raises(DataError, match="at least 2 classes"):
        class_hull({"a": of_rates(np.eye(1))})
