"""Free text as TF-IDF weights of the words that tell rows apart; which words these are is learned from rows.

Words that few rows have say little of many rows, and words that all rows have say nothing: a word that d of n
rows have counts d ln(n / d). The first words by this become columns. Weights are scikit-learn's: the count
of the word times 1 + ln((1 + n) / (1 + d)), each row brought to length 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy.sparse as sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import normalize

from gnomon.arrays import Floats, Integers

FEWEST_ROWS = 2
_MOST_KEPT = 8


class ByIdentity:
    """What a function makes of some long tuples, kept for the last few of them.

    >>> length = ByIdentity(len)
    >>> levels = ("a", "b")
    >>> length(levels), length(levels)
    (2, 2)
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make
        # The tuple is kept beside what was made of it, so that no other can take its identity.
        self._kept: dict[int, tuple[Any, Any]] = {}

    def __call__(self, levels: Sequence[Any]) -> Any:
        """What the function makes of these; nothing is kept of what is no tuple."""
        if not isinstance(levels, tuple):
            return self._make(levels)
        if id(levels) not in self._kept:
            while len(self._kept) >= _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[id(levels)] = levels, self._make(levels)
        return self._kept[id(levels)][1]


def _counted(texts: Sequence[Any]) -> tuple[Any, Any]:
    vectorizer = CountVectorizer()
    try:
        counts = vectorizer.fit_transform([str(text) for text in texts])
    except ValueError:  # There is no word in any of them.
        return sparse.csr_array((len(texts), 0)), np.array([], dtype=object)
    return sparse.csr_array(counts), vectorizer.get_feature_names_out()


# Folds see some rows of the same texts, which are taken apart once.
counted = ByIdentity(_counted)


def learn_terms(
    texts: Sequence[Any], codes: Floats, weight: Floats, max_terms: int
) -> tuple[list[str], Floats]:
    """The words that become columns, in order of the alphabet, and the inverse document frequency of each.

    texts: distinct ones. codes: the text of each row; NaN where missing. Of equals the first in the alphabet.

    >>> texts = ("good food", "bad food", "good view")
    >>> learn_terms(texts, np.array([0.0, 1.0, 2.0, 1.0, np.nan]), np.ones(5), 2)[0]
    ['bad', 'good']
    """
    counts, words = counted(texts)
    present = ~np.isnan(codes)
    n_rows = float(weight[present].sum())
    of_text = np.bincount(codes[present].astype(np.int64), weight[present], minlength=counts.shape[0])
    frequency = (counts > 0).astype(np.float64).T @ of_text
    common = np.flatnonzero((frequency >= FEWEST_ROWS) & (frequency < n_rows))
    # Rounded, so that which of two equals comes first never hangs on the last bit of a logarithm.
    telling = np.round(frequency[common] * np.log(n_rows / frequency[common]), 9)
    chosen = np.sort(common[np.lexsort((common, -telling))[:max_terms]])
    idf = 1.0 + np.log((1.0 + n_rows) / (1.0 + frequency[chosen]))
    return [str(word) for word in words[chosen]], idf


def weights_of(texts: Sequence[Any], codes: Integers, terms: Sequence[str], idf: Floats) -> Any:
    """The weights of the terms in each row (CSR); none where the text is missing (code -1).

    >>> weights_of(("good food", "bad"), np.array([1, 0, -1]), ["bad", "food"], np.ones(2)).toarray()
    array([[1., 0.],
           [0., 1.],
           [0., 0.]])
    """
    if len(terms) == 0:
        return sparse.csr_matrix((len(codes), 0))
    found = sparse.csr_matrix(_counts_of(texts, terms) * idf)
    # Sums of squares are then made in one order, however the words were counted.
    found.sort_indices()
    found = normalize(found, copy=False)
    empty = sparse.csr_matrix((1, len(terms)))
    return sparse.vstack([found, empty], format="csr")[codes]


def _counts_of(texts: Sequence[Any], terms: Sequence[str]) -> Any:
    if not isinstance(texts, tuple):
        return sparse.csr_array(CountVectorizer(vocabulary=list(terms)).transform(map(str, texts)))
    counts, words = counted(texts)
    place = np.searchsorted(words.astype(str), np.asarray(terms, dtype=str)) if len(words) else np.array([])
    found = np.minimum(place.astype(np.int64), max(len(words) - 1, 0))
    if len(words) == 0 or (words[found] != np.asarray(terms, dtype=object)).any():
        return _counts_of(list(texts), terms)
    return counts[:, found]
