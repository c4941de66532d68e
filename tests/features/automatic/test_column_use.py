"""Which columns are text, and which are categories: by the number of words, and of distinct texts."""

import pytest

from gnomon.data.column import column_of
from gnomon.features.automatic.column_use import is_text


def texts(n_texts, n_words):
    return [" ".join([f"number{text}", *["word"] * (n_words - 1)]) for text in range(n_texts)]


@pytest.mark.parametrize(("n_words", "is_free_text"), [(2, False), (3, True)])
def test_distinct_values_of_three_words_are_text(n_words, is_free_text):
    assert is_text(column_of("remark", texts(40, n_words))) == is_free_text


@pytest.mark.parametrize(
    ("n_texts", "n_words", "is_free_text"), [(100, 5, True), (99, 5, False), (100, 4, False)]
)
def test_repeated_values_are_text_where_there_are_a_hundred_of_five_words(n_texts, n_words, is_free_text):
    assert is_text(column_of("remark", 2 * texts(n_texts, n_words))) == is_free_text


def test_a_value_more_than_half_of_which_are_distinct_is_not_repeated():
    assert is_text(column_of("remark", texts(21, 3) + texts(19, 3)))
    assert not is_text(column_of("remark", 2 * texts(20, 3)))
