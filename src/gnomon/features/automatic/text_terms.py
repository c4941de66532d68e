"""TF-IDF weights of the most informative words (terms) of a text column.

Rare words and words in all rows are uninformative: terms are selected by d ln(n / d), with d the document
frequency in n rows. Weights are scikit-learn's: the term count times 1 + ln((1 + n) / (1 + d)), each row
normalized to length 1 (L2 norm).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy.sparse as sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import normalize

from gnomon.arrays import Floats, Integers

MIN_DOCUMENTS = 2
_CACHE_SIZE = 8


class ByIdentity:
    """Cache of a function of long tuples by identity, of the last few of them.

    >>> length = ByIdentity(len)
    >>> levels = ("a", "b")
    >>> length(levels), length(levels)
    (2, 2)
    """

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make
        # The tuple is stored with the result, so that its id is not reused.
        self._cache: dict[int, tuple[Any, Any]] = {}

    def __call__(self, levels: Sequence[Any]) -> Any:
        """The result of the function, cached for tuples."""
        if not isinstance(levels, tuple):
            return self._make(levels)
        if id(levels) not in self._cache:
            while len(self._cache) >= _CACHE_SIZE:
                del self._cache[next(iter(self._cache))]
            self._cache[id(levels)] = levels, self._make(levels)
        return self._cache[id(levels)][1]


def _counted(texts: Sequence[Any]) -> tuple[Any, Any]:
    vectorizer = CountVectorizer()
    try:
        counts = vectorizer.fit_transform([str(text) for text in texts])
    except ValueError:  # No text has a word.
        return sparse.csr_array((len(texts), 0)), np.array([], dtype=object)
    return sparse.csr_array(counts), vectorizer.get_feature_names_out()


# Folds are subsets of the same texts, which are tokenized once.
counted = ByIdentity(_counted)


def learn_terms(
    texts: Sequence[Any], codes: Floats, weight: Floats, max_terms: int
) -> tuple[list[str], Floats]:
    """The selected terms in alphabetical order, and the inverse document frequency of each.

    texts: distinct texts. codes: the text of each row; NaN where missing. Ties are broken alphabetically.

    >>> texts = ("good food", "bad food", "good view")
    >>> learn_terms(texts, np.array([0.0, 1.0, 2.0, 1.0, np.nan]), np.ones(5), 2)[0]
    ['bad', 'good']
    """
    counts, words = counted(texts)
    present = ~np.isnan(codes)
    n_rows = float(weight[present].sum())
    of_text = np.bincount(codes[present].astype(np.int64), weight[present], minlength=counts.shape[0])
    frequency = (counts > 0).astype(np.float64).T @ of_text
    common = np.flatnonzero((frequency >= MIN_DOCUMENTS) & (frequency < n_rows))
    # Rounded, so that ties do not depend on the last bit of a logarithm.
    score = np.round(frequency[common] * np.log(n_rows / frequency[common]), 9)
    chosen = np.sort(common[np.lexsort((common, -score))[:max_terms]])
    idf = 1.0 + np.log((1.0 + n_rows) / (1.0 + frequency[chosen]))
    return [str(word) for word in words[chosen]], idf


def weights_of(texts: Sequence[Any], codes: Integers, terms: Sequence[str], idf: Floats) -> Any:
    """TF-IDF weights of the terms in each row (CSR); zero where the text is missing (code -1).

    >>> weights_of(("good food", "bad"), np.array([1, 0, -1]), ["bad", "food"], np.ones(2)).toarray()
    array([[1., 0.],
           [0., 1.],
           [0., 0.]])
    """
    if len(terms) == 0:
        return sparse.csr_matrix((len(codes), 0))
    weights = sparse.csr_matrix(_counts_of(texts, terms) * idf)
    # So that sums of squares do not depend on the order of the words.
    weights.sort_indices()
    weights = normalize(weights, copy=False)
    empty = sparse.csr_matrix((1, len(terms)))
    return sparse.vstack([weights, empty], format="csr")[codes]


def _counts_of(texts: Sequence[Any], terms: Sequence[str]) -> Any:
    if not isinstance(texts, tuple):
        return sparse.csr_array(CountVectorizer(vocabulary=list(terms)).transform(map(str, texts)))
    counts, words = counted(texts)
    index = np.searchsorted(words.astype(str), np.asarray(terms, dtype=str)) if len(words) else np.array([])
    index = np.minimum(index.astype(np.int64), max(len(words) - 1, 0))
    if len(words) == 0 or (words[index] != np.asarray(terms, dtype=object)).any():
        return _counts_of(list(texts), terms)
    return counts[:, index]
