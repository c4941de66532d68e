from math import comb, inf, log, log2, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.errors import DataError, ParameterError
from gnomon.probability.description_length import (
    CodeLength,
    ShortestCode,
    exceptions_code,
    integer_code,
    label_code,
    two_part_code,
)


@given(st.integers(0, 30), st.integers(30, 60), st.integers(2, 5))
def test_exceptions_are_coded_by_their_indices_and_labels(n_wrong, n_rows, n_classes):
    expected = log2(comb(n_rows, n_wrong)) + n_wrong * log2(n_classes - 1)
    assert exceptions_code(n_wrong, n_rows, n_classes) == pytest.approx(expected, abs=1e-9)


def test_a_model_that_errs_never_leaves_nothing_to_say():
    assert exceptions_code(0, 1000) == 0
    assert label_code(np.ones(1000)) == 0


def test_the_code_of_whole_numbers_is_a_code():
    # Kraft: the shares 2^-length of any set of numbers sum to at most 1.
    assert sum(2 ** -integer_code(k) for k in range(1, 20_000)) < 1
    lengths = [integer_code(k) for k in range(1, 50)]
    assert lengths == sorted(lengths)


def test_half_a_log_of_the_rows_is_what_a_parameter_deserves():
    code = two_part_code(-100.0, 3, 1024)
    assert code.model == 15
    assert code.data == pytest.approx(100 / log(2))
    assert two_part_code(-100.0, 3, 1024, bits_per_parameter=8, structure=2).model == 26
    # Twice the length in nats is Schwarz's criterion.
    assert 2 * log(2) * code.total == pytest.approx(2 * 100 + 3 * log(1024))


def test_the_shortest_code_is_the_map_model():
    codes = {"a": CodeLength(3, 4), "b": CodeLength(1, 5), "c": CodeLength(6, 0)}
    choice = ShortestCode(codes)
    assert choice.best == "b"
    weight = {name: 2.0**-code.total for name, code in codes.items()}
    table = choice.frame()
    assert table["posterior"].to_dict() == pytest.approx(
        {k: w / sum(weight.values()) for k, w in weight.items()}
    )
    assert table["excess"].to_dict() == {"a": 1, "b": 0, "c": 0}
    assert "second: c, with 0.0 bits more" in str(choice)


def test_an_impossible_model_is_never_chosen():
    choice = ShortestCode({"a": two_part_code(-inf, 1, 10), "b": CodeLength(100, 100)})
    assert choice.best == "b"
    assert choice.frame()["posterior"].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: two_part_code(nan, 1, 10), ParameterError),
        (lambda: two_part_code(inf, 1, 10), ParameterError),
        (lambda: two_part_code(-1, -1, 10), ParameterError),
        (lambda: two_part_code(-1, 1, 0), ParameterError),
        (lambda: two_part_code(-1, 1, 10, bits_per_parameter=-1), ParameterError),
        (lambda: exceptions_code(3, 2), ParameterError),
        (lambda: exceptions_code(1, 2, 1), ParameterError),
        (lambda: integer_code(0), ParameterError),
        (lambda: label_code([1.2]), ParameterError),
        (lambda: ShortestCode({}), DataError),
        (lambda: ShortestCode({"a": CodeLength(nan, 1)}), DataError),
        (lambda: ShortestCode({"a": CodeLength(1, 1)}).model, DataError),
    ],
)
def test_what_has_no_code_is_refused(call, error):
    with pytest.raises(error):
        call()
