from hypothesis import given
from hypothesis import strategies as st

from gnomon.assessment.intervals import Estimate
from gnomon.report.bars import Axis

numbers = st.floats(-1e6, 1e6).map(lambda x: round(x, 6))


def estimate(low, value, high):
    return Estimate(value, low, high, 0.95, "t", "")


@given(st.lists(st.tuples(numbers, numbers, numbers).map(sorted), min_size=1, max_size=8))
def test_every_mark_and_tick_lies_on_the_axis_in_order(ends):
    estimates = [estimate(*each) for each in ends]
    axis = Axis.over(estimates)
    for each in estimates:
        bar = axis.bar(each)
        assert 0 <= bar.left <= bar.middle <= bar.right <= 100
    places = [place for place, _ in axis.ticks()]
    assert places == sorted(places)
    assert all(0 <= place <= 100 for place in places)


def test_ticks_are_round_numbers():
    assert [label for _, label in Axis(0.62, 0.99).ticks()] == ["0.7", "0.8", "0.9"]
    assert [label for _, label in Axis(-1500.0, 2600.0).ticks()] == ["−1,000", "0", "1,000", "2,000"]


def test_an_interval_without_ends_is_drawn_as_a_point():
    nothing = float("nan")
    bar = Axis(0.0, 1.0).bar(estimate(nothing, 0.5, nothing))
    assert bar.left == bar.middle == bar.right


def test_estimates_that_are_all_the_same_still_have_an_axis():
    axis = Axis.over([estimate(1.0, 1.0, 1.0)])
    assert axis.low < 1.0 < axis.high


def test_large_ticks_have_the_unit_of_the_largest():
    assert [label for _, label in Axis(1e6, 1.3e8).ticks()] == ["50 million", "100 million"]
