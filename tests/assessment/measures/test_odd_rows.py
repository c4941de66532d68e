"""Whatever rows a measure is given, it answers with a finite number or refuses in words."""

import numpy as np
import pandas as pd
import pytest

from gnomon.assessment.measures import find_measure
from gnomon.errors import DataError, GnomonError
from gnomon.registry import measures

TABLE = np.array([[0.9, 0.1], [0.2, 0.8], [0.6, 0.4], [0.3, 0.7]])
POINTS = np.array([[0.0, 1.0], [1.0, 0.0], [5.0, 5.0], [6.0, 5.0]])

ROWS = [
    ([], []),
    (None, None),
    ([1], [1]),
    ([1, 1, 1], [1, 1, 1]),
    ([0, 1], [0]),
    ([[0, 1]], [[0, 1]]),
    (["a", "b"], ["a", "a"]),
    (np.array([0, "a"], object), np.array([0, "a"], object)),
    ([None, 1], [1, 1]),
    ([0, np.nan], [0, 1]),
    ([0.0, np.inf], [0, 1]),
    ([1e300, -1e300], [0, 0]),
    ([0.0, 0.0], [0.0, 0.0]),
    (pd.Series([0, 1], index=[3, 4]), pd.Series([1, 1], index=[8, 9])),
    (pd.array([True, None], dtype="boolean"), [0.5, 0.7]),
    ([0, 1, 1, 0], TABLE),
    ([0, 5, 1, 0], TABLE),
    ([-1, 0, 1, 0], TABLE),
    ([0, 1], [["a", "b"], ["c", "d"]]),
    ([0, 1], [[np.nan, 1], [0.5, 0.5]]),
    ([0, 1, 1, 0], ["a", "b", "c", "d"]),
    (POINTS, [0, 0, 1, 1]),
    (POINTS, [0, 0, 0, 0]),
    (np.where(POINTS > 5, np.nan, POINTS), [0, 0, 1, 1]),
]


@pytest.mark.parametrize("name", measures)
def test_odd_rows_and_weights_give_a_number_or_a_refusal_in_words(name):
    result = find_measure(name)
    for truth, given in ROWS:
        n_rows = 1 if truth is None else len(truth)
        for weight in (None, np.zeros(n_rows), -np.ones(n_rows), np.ones(n_rows + 1), ["a"] * n_rows):
            try:
                value = result(truth, given, weight)
            except GnomonError:
                continue
            assert np.isfinite(value)


def test_labels_that_cannot_be_sorted_raise_an_error_with_the_fix():
    mixed = np.array(["a", 1, None], object)
    for name in ("accuracy", "adjusted_rand", "adjusted_mutual_information"):
        with pytest.raises(DataError, match="to text"):
            find_measure(name)(mixed, mixed)


def test_booleans_of_a_data_frame_are_flags():
    truth = pd.array([True, False, True], dtype="boolean")
    assert find_measure("recall")(truth, truth) == 1.0
