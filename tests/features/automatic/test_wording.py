"""The preprocessing of a column and its reason, in words; names that are safe to print."""

import pytest

from gnomon.features.automatic.column_use import ColumnUse
from gnomon.features.automatic.needs import Needs
from gnomon.features.automatic.wording import done_with, printable, why_of

EVERYTHING = Needs(encode=True, fill=True, scale=True)
NOTHING = Needs(encode=False, fill=False, scale=False)
FILL, ENCODE, SCALE = Needs(False, True, False), Needs(True, False, False), Needs(False, False, True)
AGE = ColumnUse("age", "quantitative", n_rows=1200, n_missing=1100)
FULL = ColumnUse("height", "quantitative", n_rows=9)
SMOKER = ColumnUse("smoker", "boolean", n_rows=9, n_missing=2)
TOWN = ColumnUse("town", "categorical", n_rows=9)
STREET = ColumnUse("street", "categorical", n_rows=9, n_missing=3)
SIZE = ColumnUse("size", "ordinal", n_rows=9, levels=("XS", "S", "M", "L", "extra extra large", "XXXL"))
REVIEW = ColumnUse("review", "text", n_rows=9, n_missing=1)
DAY = ColumnUse("day", "date", n_rows=9, date={"parts": ["days", "month"]})
NUMBER = ColumnUse("nr", "quantitative", left_out="is a row number", n_rows=9, n_missing=1, note="a note")
ONE_HOT = "one-hot encoded, rare levels merged"


@pytest.mark.parametrize(
    ("use", "needs", "marked", "expected"),
    [
        (NUMBER, EVERYTHING, True, "left out"),
        (FULL, None, True, "unchanged"),
        (FULL, FILL, True, "unchanged"),
        (FULL, SCALE, False, "standardized"),
        (AGE, None, False, "imputed by the median if the learner does not accept missing values"),
        (AGE, FILL, False, "imputed by the median"),
        (AGE, FILL, True, "imputed by the median, with a missing indicator"),
        (AGE, EVERYTHING, False, "imputed by the median; standardized"),
        (AGE, NOTHING, True, "unchanged"),
        (SMOKER, EVERYTHING, False, "imputed by the mode"),
        (SMOKER, SCALE, False, "unchanged"),
        (TOWN, None, False, f"unchanged if the learner accepts categories, else {ONE_HOT}"),
        (TOWN, EVERYTHING, False, ONE_HOT),
        (TOWN, NOTHING, False, "unchanged"),
        (STREET, NOTHING, False, "unchanged"),
        (STREET, FILL, False, "missing values are a separate level"),
        (STREET, ENCODE, False, f"{ONE_HOT}; missing values are a separate level"),
        (SIZE, NOTHING, False, "ordinal codes of XS, S, M, L, extra extra…"),
        (SIZE, SCALE, False, "ordinal codes of XS, S, M, L, extra extra…; standardized"),
        (REVIEW, EVERYTHING, True, "TF-IDF weights of its most informative words"),
        (DAY, NOTHING, False, "days since the first, month"),
        (DAY, EVERYTHING, False, "days since the first, month; standardized"),
        (ColumnUse("day", "date"), NOTHING, False, "unchanged"),
    ],
)
def test_preprocessing_follows_the_kind_and_the_needs(use, needs, marked, expected):
    assert done_with(use, needs, marked) == expected


@pytest.mark.parametrize(
    ("use", "needs", "expected"),
    [
        (NUMBER, EVERYTHING, "it is a row number"),
        (FULL, None, ""),
        (FULL, NOTHING, ""),
        (FULL, SCALE, "the learner depends on the scale of the columns"),
        (TOWN, SCALE, ""),
        (TOWN, None, "an unseen level counts as rare, or as no level"),
        (TOWN, ENCODE, "an unseen level counts as rare, or as no level"),
        (AGE, NOTHING, "1,100 of 1,200 values are missing"),
        (SMOKER, SCALE, "2 of 9 values are missing"),
        (
            ColumnUse("age", "ordinal", note="few values", n_rows=2000, n_missing=1000),
            SCALE,
            "few values; 1,000 of 2,000 values are missing; the learner depends on the scale of the columns",
        ),
        (DAY, SCALE, "the learner depends on the scale of the columns"),
    ],
)
def test_reasons_are_listed_in_order(use, needs, expected):
    assert why_of(use, needs) == expected


@pytest.mark.parametrize(
    ("name", "width", "expected"),
    [
        ("abcde", 5, "abcde"),
        ("abcdef", 5, "abcd…"),
        ("a\nb", 4, r"a\nb"),
        ("a\nbc", 4, "a\\n…"),
        ("\u202eabc", 40, r"\u202eabc"),
        ("é", 5, "é"),
        ("x" * 40, 40, "x" * 40),
        ("x" * 41, 40, "x" * 39 + "…"),
    ],
)
def test_a_name_is_escaped_and_truncated(name, width, expected):
    assert printable(name, width) == expected


def test_names_have_forty_characters_at_most():
    assert printable("x" * 40) == "x" * 40
    assert printable("x" * 41) == "x" * 39 + "…"
