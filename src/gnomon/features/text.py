"""A text column as a flat table: how often each word is there, or whether it is (propositionalization)."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer

from gnomon.arrays import Floats
from gnomon.check import flag, free, one_of
from gnomon.data.column import Column
from gnomon.errors import DataError
from gnomon.features.columnwise import Columnwise
from gnomon.registry import transformers

MOST_CELLS = 2**28


class TextFeatures(Columnwise):
    """Make columns of counts, or of 0 and 1, of the words in each text column, by scikit-learn's vectorizer.

    The vocabulary is that of the rows that `fit` sees, unless given; words that are not in it are left out,
    and a missing text has no words. All categorical columns are taken for text unless `columns` says which.
    Counts suit the multinomial model of text, bits the Bernoulli model. A function as `analyzer` makes
    features of any structure a text has: its sentences, or the tree of a page.

    Attributes
    ----------
    vocabulary_ : the words of each column, in order; None for one that passes as it is

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon.features.text import TextFeatures
    >>> mails = pd.DataFrame({"mail": ["buy now, buy here", "see you here"]})
    >>> made = TextFeatures(stop_words=["you"])
    >>> made.fit_transform(mails)
    array([[2., 1., 1., 0.],
           [0., 1., 0., 1.]])
    >>> made.get_feature_names_out().tolist()
    ['mail: buy', 'mail: here', 'mail: now', 'mail: see']
    """

    takes = ("categorical",)

    output: str = one_of(
        "counts", "bits", default="counts", help="how often a word is there, or whether it is"
    )
    vocabulary: Any = free(default=None, help="the words to look for; None: all found", kind="list or None")
    stop_words: Any = free(
        default=None, help="words to leave out, or 'english'", kind="list, 'english' or None"
    )
    lowercase: bool = flag(default=True, help="whether capital letters are made small")
    token_pattern: str = free(
        default=r"(?u)\b\w+\b",
        help="what a word is, as a regular expression; words of one letter count",
        kind="str",
    )
    analyzer: Any = free(
        default="word",
        help="'word', 'char', 'char_wb', or a function from a text to its features, as the tags of a page",
        kind="str or callable",
    )
    ngram_range: tuple[int, int] = free(
        default=(1, 1), help="least and greatest number of words in a row that make a column", kind="tuple"
    )
    min_df: Any = free(
        default=1, help="least number, or share, of texts that must have the word", kind="int or float"
    )

    @property
    def vocabulary_(self) -> list[list[str] | None]:
        """The words of each column."""
        return [None if each is None else each.get_feature_names_out().tolist() for each in self.learned_]

    def learn(self, column: Column, y: Any, weight: Floats | None) -> CountVectorizer:
        """The vocabulary of one column."""
        vectorizer = CountVectorizer(
            vocabulary=self.vocabulary,
            stop_words=self.stop_words,
            lowercase=self.lowercase,
            token_pattern=self.token_pattern if self.analyzer == "word" else None,
            analyzer=self.analyzer,
            ngram_range=self.ngram_range,
            min_df=self.min_df,
            binary=self.output == "bits",
        )
        texts = _texts(column)
        try:
            return vectorizer.fit(texts if weight is None else [t for t, w in zip(texts, weight) if w > 0])
        except ValueError as problem:
            raise DataError(f"column {column.name!r} has no words: {problem}") from None

    def change(self, learned: CountVectorizer, column: Column) -> list[Column]:
        """A column for each word."""
        found = learned.transform(_texts(column))
        if found.shape[0] * found.shape[1] > MOST_CELLS:
            raise DataError(
                f"column {column.name!r} has {found.shape[1]} words in {found.shape[0]} rows, too many for a "
                "dense table; raise min_df, or give a vocabulary"
            )
        counts = np.asarray(found.toarray(), dtype=np.float64)
        names = self.names(learned, column.name)
        return [Column(name, "quantitative", counts[:, place]) for place, name in enumerate(names)]

    def names(self, learned: CountVectorizer, name: str) -> list[str]:
        """Such as "mail: buy"."""
        return [f"{name}: {word}" for word in learned.get_feature_names_out()]


def _texts(column: Column) -> list[str]:
    return ["" if text is None else str(text) for text in column.labels]


transformers.add("TextFeatures", TextFeatures, "counts or bits of the words of a text column", family="kinds")
