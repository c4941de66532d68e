"""Declared kinds and shapes of fitted attributes."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge

from gnomon.errors import DataError
from gnomon.models.fitted_fields import check_fields, is_required

F8 = np.array([1.0, 2.0])
NAN = np.array([1.0, np.nan])


@pytest.mark.parametrize(
    ("value", "field", "fits"),
    [
        (F8, "f n", True),
        (F8.astype(np.float32), "f n", True),
        (F8.astype(np.float16), "f n", False),
        (F8.astype(">f8"), "f n", False),
        (NAN, "f n", False),
        (NAN, "F n", True),
        (np.array([1, 2]), "f n", False),
        (np.array([1, 2]), "i n", True),
        (np.array([1, 2], dtype=np.uint8), "i n", True),
        (np.array([1, 2], dtype=np.int16), "i n", False),
        (F8, "i n", False),
        (np.array([True]), "b n", True),
        (np.array([1]), "b n", False),
        (np.array(["a"]), "l n", True),
        (np.array(["a", 1, 2.5, True], dtype=object), "l n", True),
        (np.array(["a", None], dtype=object), "l n", False),
        (np.array([1 + 2j]), "l n", False),
        ([1.0, 2.0], "f n", False),
        (np.ma.array([1.0]), "f n", False),
        (F8, "f 2", True),
        (F8, "f 3", False),
        (F8, "f *", True),
        (F8, "f n n", False),
        (np.eye(2), "f n n", True),
        (np.ones((2, 3)), "f n n", False),
        (np.ones((2, 3)), "f * n", True),
        (np.ones((2, 3)), "f n", False),
        (np.ones((2, 3)), "f n | f n m", True),
        (1.5, "f", True),
        (np.float64(1.5), "f", True),
        (np.array(1.5), "f", True),
        (np.inf, "f", False),
        (np.inf, "F", True),
        (2, "f", True),
        (True, "f", False),
        (2, "i", True),
        (2.0, "i", False),
        (True, "b", True),
        ("a", "l", False),
        (F8, "f", False),
        (None, "none", True),
        (0, "none", False),
        (object(), "x", True),
        (Ridge(), "e", True),
        (1, "e", False),
        ([Ridge(), Ridge()], "E 2", True),
        ([Ridge(), Ridge()], "E 3", False),
        ([Ridge(), 1], "E n", False),
        (Ridge(), "E n", False),
        ([F8, F8], "Lf n m", True),
        ((F8, np.ones(3)), "Lf n *", True),
        ([F8, np.ones(3)], "Lf n m", False),
        ([F8, [1.0, 2.0]], "Lf n m", False),
        (np.ones((2, 3)), "Lf 2 3", True),
        (1.0, "Lf n", False),
        (np.array(1.0), "Lf n", False),
        ([1.0, 2.0], "Lf 2", True),
        ([1.0, np.inf], "Lf 2", False),
    ],
)
def test_a_value_has_the_kind_and_the_shape_of_its_field(value, field, fits):
    if fits:
        check_fields("Owner", {"a_": value}, {"a_": field}, {})
    else:
        with pytest.raises(DataError, match=r"Owner\.a_ is corrupt: ") as refusal:
            check_fields("Owner", {"a_": value}, {"a_": field}, {})
        assert str(refusal.value) == f"Owner.a_ is corrupt: {field!r} expected"


def test_dimensions_of_one_name_have_one_length():
    known = {"columns": 2}
    check_fields(
        "Owner", {"a_": F8, "b_": np.ones((3, 2))}, {"a_": "f columns", "b_": "f planes columns"}, known
    )
    assert known == {"columns": 2, "planes": 3}
    with pytest.raises(DataError, match=r"c_ is corrupt: 'f planes' expected, with planes = 3$"):
        check_fields("Owner", {"c_": F8}, {"c_": "f planes ?"}, known)
    with pytest.raises(DataError, match=r"expected, with columns = 2, planes = 3$"):
        check_fields("Owner", {"c_": F8}, {"c_": "f planes columns"}, known)


def test_an_alternative_that_does_not_fit_leaves_no_lengths():
    known = {"m": 4}
    check_fields("Owner", {"a_": np.ones((2, 3))}, {"a_": "f n m | f n k"}, known)
    assert known == {"m": 4, "n": 2, "k": 3}


def test_a_list_that_fits_in_part_leaves_no_lengths():
    known = {}
    check_fields("Owner", {"a_": [F8, np.ones(3)]}, {"a_": "Lf n m | Lf n *"}, known)
    assert known == {"n": 2}
    check_fields("Owner", {"b_": np.ones((2, 5))}, {"b_": "f n m"}, known)


def test_only_fields_with_a_question_mark_may_be_absent():
    check_fields("Owner", {}, {"a_": "f n ?", "b_": "x ?"}, {})
    with pytest.raises(DataError, match=r"Owner\.b_ is missing"):
        check_fields("Owner", {"a_": F8}, {"a_": "f n", "b_": "x"}, {})
    assert (is_required("f n"), is_required("f n ?")) == (True, False)
