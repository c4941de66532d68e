"""Error-correcting output codes (ECOC): a code word per class, a binary classifier per bit."""

from __future__ import annotations

from math import inf
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from gnomon import seeds
from gnomon.arrays import Array, Floats, Integers
from gnomon.check import between, free
from gnomon.errors import ParameterError
from gnomon.learners.multiclass.binary_problems import present_classes
from gnomon.learners.multiclass.two_class_models import BinaryReduction
from gnomon.registry import learners
from gnomon.ties import first_smallest

MAX_EXHAUSTIVE = 10
N_CANDIDATES = 20


class OutputCodeClassifier(BinaryReduction):
    """Error-correcting output codes (ECOC, Dietterich & Bakiri 1995): predict the nearest code word.

    Each class has a code word, and each bit a binary classifier. Words that differ in many bits correct the
    errors of a few classifiers. The distance is the sum over bits of |bit - p|, with p the predicted
    probability of a 1, or the prediction.

    Attributes
    ----------
    classes_, code_book_ : class labels, and the code word of each, a row of bits
    estimators_ : model of each bit

    Examples
    --------
    >>> from gnomon import OutputCodeClassifier, LinearDiscriminantAnalysis
    >>> X, y = [[0.0, 0.0], [0.0, 1.0], [4.0, 0.0], [5.0, 1.0], [0.0, 6.0], [1.0, 7.0]], list("aabbcc")
    >>> model = OutputCodeClassifier(LinearDiscriminantAnalysis(), code_size=None).fit(X, y)
    >>> model.code_book_.tolist(), model.predict([[5.0, 0.0]])
    ([[0, 0, 0], [0, 1, 1], [1, 0, 1]], array(['b'], dtype='<U1'))
    """

    code_size: float | None = between(
        0,
        inf,
        open=True,
        optional=True,
        default=1.5,
        help="code length divided by the number of classes; None for the exhaustive code of few classes",
    )
    random_state: Any = free(
        default=0,
        help="seed of the random code: an integer, a Generator, or None",
        kind="int or None",
    )

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Generate code words for the classes in y, and fit a model for each bit."""
        labels, present = present_classes(data, type(self).__name__)
        self.classes_ = labels.classes[present]
        self.code_book_ = self._code_words(len(present))
        codes = np.full((self.code_book_.shape[1], labels.n_classes), -1)
        codes[:, present] = self.code_book_.T
        self._fit_problems(data, labels, codes)
        return self

    def predict(self, X: Any) -> Array:
        """Predict the class of the nearest code word; the first in `classes_` on ties."""
        nearest = first_smallest(self._distances(X))
        return self.classes_[nearest]

    def decision_function(self, X: Any) -> Floats:
        """Negative distance to each code word; for two classes the difference of the two distances."""
        distances = self._distances(X)
        return distances[:, 0] - distances[:, 1] if len(self.classes_) == 2 else -distances

    def _distances(self, X: Any) -> Floats:
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        bits = np.column_stack([_bit(model, X) for model in self.estimators_])
        # |bit - p| is p for a bit of 0, and 1 - p for one of 1.
        return bits @ (1 - 2 * self.code_book_.T) + self.code_book_.sum(axis=1)

    def _code_words(self, n_classes: int) -> Integers:
        n_useful = 2 ** (n_classes - 1) - 1
        if self.code_size is None and n_classes > MAX_EXHAUSTIVE:
            raise ParameterError(
                f"OutputCodeClassifier(code_size=None): the exhaustive code of {n_classes} classes has "
                f"{n_useful} bits; it is limited to {MAX_EXHAUSTIVE} classes: set code_size"
            )
        n_bits = n_useful if self.code_size is None else max(int(n_classes * self.code_size), 1)
        if n_bits >= n_useful:
            numbers = np.arange(1, n_useful + 1)
            return (numbers >> np.arange(n_classes - 1, -1, -1)[:, None]) & 1
        return self._random_code(n_classes, n_bits)

    def _random_code(self, n_classes: int, n_bits: int) -> Integers:
        """Of several random codes the one with the largest minimum Hamming distance."""
        random = seeds.generator(self.random_state)
        candidates = [_useful_bits(n_classes, n_bits, random) for _ in range(N_CANDIDATES)]
        distances = [_min_distance(words) for words in candidates]
        if max(distances) == 0:
            raise ParameterError(
                f"OutputCodeClassifier(code_size={self.code_size:g}): {n_bits} bits are too few for "
                f"{n_classes} classes, as two code words are equal; increase code_size"
            )
        return candidates[int(np.argmax(distances))]


def _useful_bits(n_classes: int, n_bits: int, random: np.random.Generator) -> Integers:
    """Distinct, nonconstant columns of bits; the code word of the first class is all zeros."""
    seen: dict[bytes, Integers] = {}
    while len(seen) < n_bits:
        column = random.integers(2, size=n_classes)
        column ^= column[0]
        if column.any():
            seen.setdefault(column.tobytes(), column)
    return np.column_stack(list(seen.values()))


def _min_distance(words: Integers) -> int:
    differing = (words[:, None, :] != words[None, :, :]).sum(axis=2)
    return int(differing[np.triu_indices(len(words), 1)].min())


def _bit(model: Any, X: Any) -> Floats:
    if hasattr(model, "predict_proba"):
        return np.asarray(model.predict_proba(X)[:, 1], dtype=np.float64)
    return np.asarray(model.predict(X), dtype=np.float64)


learners.add(
    "OutputCodeClassifier",
    OutputCodeClassifier,
    "error-correcting output codes (ECOC)",
    task=("classification",),
    family="multiclass",
)
