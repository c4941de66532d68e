import pytest

from gnomon.report.durations import duration


@pytest.mark.parametrize(
    ("seconds", "expected"), [(0, "0 ms"), (0.9994, "999 ms"), (59.94, "59.9 s"), (3599.7, "1 h 0 min")]
)
def test_durations_carry_over_to_the_next_unit(seconds, expected):
    assert duration(seconds) == expected
