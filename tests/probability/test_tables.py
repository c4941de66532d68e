import numpy as np
import pytest

from gnomon.errors import DataError
from gnomon.probability.tables import checked, counts, joint_counts


def test_weights_count_rows():
    labels, other, weight = ["a", "b", "a"], [1, 1, 2], [2, 1, 3]
    repeated = np.repeat(labels, weight), np.repeat(other, weight)
    assert counts(labels, weight).tolist() == counts(repeated[0]).tolist() == [5, 1]
    assert (joint_counts(labels, other, weight) == joint_counts(*repeated)).all()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: counts([]), "at least one label"),
        (lambda: counts([1.0, np.nan]), "row 1"),
        (lambda: counts([1, None]), "strings"),
        (lambda: counts([1, 2], [1]), "sample_weight"),
        (lambda: counts([1, 2], [-1, 2]), "sample_weight"),
        (lambda: joint_counts([1, 2], [1]), "lengths must be equal"),
    ],
)
def test_labels_that_cannot_be_counted_are_refused(call, says):
    with pytest.raises(DataError, match=says):
        call()


@pytest.mark.parametrize(
    "table", ["abc", [["a", 1]], [[1, 2], [3]], {}, [1e300, 1e300], [1e-320, 1e-320], [1 + 2j], [np.inf]]
)
def test_what_is_no_table_of_counts_is_refused_in_words(table):
    with pytest.raises(DataError):
        checked(table)
