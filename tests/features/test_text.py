"""Text as counts or bits of words, by scikit-learn's vectorizer inside a table of mixed columns."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.feature_extraction.text import CountVectorizer

from gnomon.errors import DataError
from gnomon.features.text import TextFeatures

MAILS = pd.DataFrame({"mail": ["Buy now, buy here", "see you", None, "now"], "age": [1.0, 2.0, 3.0, 4.0]})


def test_counts_are_those_of_scikit_learn():
    out = TextFeatures().fit_transform(MAILS)
    peer = CountVectorizer(token_pattern=r"(?u)\b\w+\b").fit_transform(MAILS["mail"].fillna(""))
    assert np.array_equal(out[:, :-1], peer.toarray())
    assert np.array_equal(out[:, -1], MAILS["age"])


def test_bits_say_whether_a_word_is_there():
    counts, bits = (TextFeatures(output=each).fit_transform(MAILS) for each in ("counts", "bits"))
    assert np.array_equal(bits[:, :-1], counts[:, :-1] > 0)


def test_words_not_seen_before_are_left_out():
    made = TextFeatures(columns=["mail"]).fit(MAILS)
    new = pd.DataFrame({"mail": ["sell now"], "age": [0.0]})
    out = made.set_output(transform="pandas").transform(new)
    assert out.loc[0, "mail: now"] == 1
    assert out.to_numpy().sum() == 1


def test_a_vocabulary_can_be_given():
    made = TextFeatures(vocabulary=["now", "never"]).fit(MAILS)
    assert made.vocabulary_ == [["now", "never"], None]
    assert made.transform(MAILS)[:, :2].tolist() == [[1, 0], [0, 0], [0, 0], [1, 0]]


def test_a_column_without_words_is_refused():
    with pytest.raises(DataError, match="column 'mail' has no words"):
        TextFeatures().fit(pd.DataFrame({"mail": ["...", "!"]}))


def test_a_function_makes_features_of_the_structure_of_a_page():
    pages = pd.DataFrame({"page": ["<p>buy <b>now</b></p>", "<p>hello</p><p>you</p>"]})
    out = TextFeatures(analyzer=tags).fit(pages)
    assert out.get_feature_names_out().tolist() == ["page: b", "page: p"]
    assert out.transform(pages).tolist() == [[1, 1], [0, 2]]


def tags(page):
    return re.findall(r"<(\w+)", page)
