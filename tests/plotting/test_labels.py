"""Labels from data: whatever is in them is short, on one line and visible."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from gnomon.plotting.labels import shown


@given(st.text(max_size=300), st.integers(2, 60))
def test_a_label_is_short_and_has_nothing_hidden_in_it(text, most):
    label = shown(text, most)
    assert len(label) <= most
    assert not any(unicodedata.category(letter) in ("Cc", "Cf", "Zl", "Zp") for letter in label)


def test_a_plain_label_stays_as_it_is():
    assert shown("petal length (cm)") == "petal length (cm)"
    assert shown(3) == "3"


def test_a_right_to_left_mark_and_an_escape_are_spelt_out():
    assert shown("a\u202eb\x1b[31m") == "a\\u202eb\\x1b[31m"


def test_ten_thousand_characters_are_shortened_with_an_ellipsis():
    label = shown("$" * 10_000)
    assert len(label) == 40
    assert label.endswith("…")
