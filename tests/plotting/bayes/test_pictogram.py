"""A sample is drawn one by one."""

import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_each_member_has_a_mark_at_a_place_of_its_own():
    table = gn.plotting.PictogramDisplay.from_labels(["m"] * 11 + ["f"] * 16).frame()
    assert table["group"].value_counts().to_dict() == {"f": 16, "m": 11}
    assert not table[["across", "down"]].duplicated().any()


@pytest.mark.parametrize("counts", [{"a": 0}, {"a": 5000}, {"a": -1, "b": 3}])
def test_what_cannot_be_counted_is_refused(counts):
    with pytest.raises(DataError, match="one by one"):
        gn.plotting.PictogramDisplay(counts)
