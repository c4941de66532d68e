from hypothesis import given
from hypothesis import strategies as st

from gnomon.assessment.intervals import Estimate
from gnomon.plotting.clipping import clipped_range
from gnomon.report.bars import Axis

numbers = st.floats(-1e6, 1e6).map(lambda x: round(x, 6))


def estimates(*triples):
    return [Estimate(value, low, high, 0.95, "t", "") for low, value, high in triples]


CLOSE = [(0.96, 0.98, 1.0), (0.95, 0.97, 0.99), (0.94, 0.96, 0.98), (0.93, 0.95, 0.97)]


def test_a_baseline_far_off_does_not_squash_the_others():
    axis = Axis.over(estimates(*CLOSE, (0.58, 0.62, 0.66)))
    assert axis.low > 0.9
    bar = axis.bar(estimates((0.58, 0.62, 0.66))[0])
    assert (bar.beyond, bar.left, bar.right) == ("left", bar.middle, bar.middle)
    assert all(axis.bar(each).beyond == "" for each in estimates(*CLOSE))


def test_errors_have_their_arrow_on_the_other_side():
    axis = Axis.over(estimates((1, 2, 3), (2, 3, 4), (2, 3, 4), (80, 90, 100)))
    assert axis.high == 4
    assert axis.bar(estimates((80, 90, 100))[0]).beyond == "right"


def test_what_lies_near_is_on_the_axis_whole():
    near = estimates(*CLOSE, (0.88, 0.9, 0.92))
    assert clipped_range(near) == (0.88, 1.0)


def test_two_learners_are_both_on_it():
    assert clipped_range(estimates((0.96, 0.98, 1.0), (0.1, 0.2, 0.3))) == (0.1, 1.0)


@given(st.lists(st.tuples(numbers, numbers, numbers).map(sorted), min_size=1, max_size=9))
def test_the_better_half_is_always_on_the_axis(ends):
    found = estimates(*ends)
    low, high = clipped_range(found)
    assert all(low <= each.lower <= each.upper <= high for each in found[: (len(found) + 1) // 2])
