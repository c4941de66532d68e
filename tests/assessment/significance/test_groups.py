from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.assessment.significance.groups import groups, letters
from gnomon.errors import DesignError


@st.composite
def relations(draw, most=7):
    k = draw(st.integers(1, most))
    differ = np.zeros((k, k), dtype=bool)
    for a, b in combinations(range(k), 2):
        differ[a, b] = differ[b, a] = draw(st.booleans())
    return differ


def by_brute_force(differ):
    k = len(differ)
    fine = [
        set(members)
        for size in range(1, k + 1)
        for members in combinations(range(k), size)
        if not any(differ[a, b] for a, b in combinations(members, 2))
    ]
    return sorted(tuple(sorted(each)) for each in fine if not any(each < other for other in fine))


@settings(max_examples=60)
@given(relations())
def test_groups_are_all_the_largest_sets_without_a_difference(differ):
    assert groups(differ) == by_brute_force(differ)


@given(relations(), st.randoms())
def test_the_order_of_learners_does_not_matter(differ, shuffler):
    order = list(range(len(differ)))
    shuffler.shuffle(order)
    moved = groups(differ[np.ix_(order, order)])
    assert sorted(tuple(sorted(order[place] for place in each)) for each in moved) == groups(differ)


@given(relations())
def test_two_learners_share_a_letter_just_when_they_do_not_differ(differ):
    marks = letters(groups(differ), len(differ))
    for a, b in combinations(range(len(differ)), 2):
        assert bool(set(marks[a]) & set(marks[b])) != differ[a, b]


def test_equal_ranks_beyond_a_critical_difference_give_the_bars_of_the_ranks():
    ranks = np.array([1.0, 1.5, 1.5, 2.4, 3.6])
    differ = np.abs(ranks[:, None] - ranks) > 1.21
    assert groups(differ) == [(0, 1, 2), (1, 2, 3), (3, 4)]


def test_learners_beyond_the_alphabet_get_a_number_and_too_many_groups_are_refused():
    apart = ~np.eye(30, dtype=bool)
    assert letters(groups(apart), 30)[-1] == "d1"
    # Pairs that differ only within couples: 2 to the power of 12 groups.
    couples = np.kron(np.eye(12), np.array([[0, 1], [1, 0]])).astype(bool)
    with pytest.raises(DesignError, match="too many"):
        groups(couples)
