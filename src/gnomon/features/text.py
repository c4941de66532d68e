"""Bag-of-words features of text columns: word counts, or word presence (propositionalization)."""

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

MAX_CELLS = 2**28


class TextFeatures(Columnwise):
    """Bag-of-words features of text columns (scikit-learn's CountVectorizer): counts, or 0/1 presence.

    The vocabulary is that of the training rows, unless set; words outside it are ignored, and a missing text
    has no words. All categorical columns are treated as text unless `columns` names the text columns. Counts
    suit multinomial naive Bayes, bits Bernoulli naive Bayes. A function as `analyzer` extracts features from
    any structure of a text: its sentences, or the tree of a web page.

    Attributes
    ----------
    vocabulary_ : the ordered vocabulary of each column; None for a column that is passed through

    Examples
    --------
    >>> import pandas as pd
    >>> from gnomon import TextFeatures
    >>> mails = pd.DataFrame({"mail": ["buy now, buy here", "see you here"]})
    >>> model = TextFeatures(stop_words=["you"])
    >>> model.fit_transform(mails)
    array([[2., 1., 1., 0.],
           [0., 1., 0., 1.]])
    >>> model.get_feature_names_out().tolist()
    ['mail: buy', 'mail: here', 'mail: now', 'mail: see']
    """

    takes = ("categorical",)

    output: str = one_of("counts", "bits", default="counts", help="word counts, or 0/1 word presence")
    vocabulary: Any = free(
        default=None, help="vocabulary; None for all words of the training texts", kind="list or None"
    )
    stop_words: Any = free(
        default=None, help="stop words to ignore, or 'english'", kind="list, 'english' or None"
    )
    lowercase: bool = flag(default=True, help="whether to convert to lowercase")
    token_pattern: str = free(
        default=r"(?u)\b\w+\b",
        help="regular expression of a word; words of one letter count",
        kind="str",
    )
    analyzer: Any = free(
        default="word",
        help="'word', 'char', 'char_wb', or a function from a text to its features, such as HTML tags",
        kind="str or callable",
    )
    ngram_range: tuple[int, int] = free(
        default=(1, 1), help="minimum and maximum length of n-grams", kind="tuple"
    )
    min_df: Any = free(
        default=1, help="minimum document frequency of a word: a count, or a fraction", kind="int or float"
    )

    @property
    def vocabulary_(self) -> list[list[str] | None]:
        """The vocabulary of each column."""
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
        """One column per word."""
        counted = learned.transform(_texts(column))
        if counted.shape[0] * counted.shape[1] > MAX_CELLS:
            raise DataError(
                f"column {column.name!r} has {counted.shape[1]} words in {counted.shape[0]} rows, too many "
                "for a dense table; increase min_df, or set a vocabulary"
            )
        counts = np.asarray(counted.toarray(), dtype=np.float64)
        names = self.names(learned, column.name)
        return [Column(name, "quantitative", counts[:, index]) for index, name in enumerate(names)]

    def names(self, learned: CountVectorizer, name: str) -> list[str]:
        """Names such as "mail: buy"."""
        return [f"{name}: {word}" for word in learned.get_feature_names_out()]


def _texts(column: Column) -> list[str]:
    return ["" if text is None else str(text) for text in column.labels]


transformers.add(
    "TextFeatures",
    TextFeatures,
    "bag of words: counts or 0/1 presence of the words of a text column",
    family="kinds",
)
