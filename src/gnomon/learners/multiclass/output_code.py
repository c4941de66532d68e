"""Output codes: each class has a word of bits, a model learns each bit, and the nearest word wins."""

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
from gnomon.learners.multiclass.two_class_models import TwoClassModels
from gnomon.registry import learners
from gnomon.ties import first_smallest

MOST_EXHAUSTIVE = 10
DRAWS = 20


class OutputCodeClassifier(TwoClassModels):
    """Give each class a word of bits, fit a model to each bit, and predict the class of the nearest word.

    Words that differ in many bits mend the faults of a few models (Dietterich & Bakiri 1995). The distance is
    the sum over bits of |bit - p|, with p the model's probability of a 1, or its prediction.

    Attributes
    ----------
    classes_, code_book_ : the classes, and the word of each, a row of bits
    estimators_ : the model of each bit

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
        help="bits of a word over the number of classes; None for all useful ones, if classes are few",
    )
    random_state: Any = free(
        default=0,
        help="seed of the words: an integer, a Generator, or None for a fresh draw",
        kind="int or None",
    )

    def fit_prepared(self, data: Any, start: Self | None = None) -> Self:
        """Words for the classes that occur, and a model for each bit."""
        labels, present = present_classes(data, type(self).__name__)
        self.classes_ = labels.classes[present]
        self.code_book_ = self._words(len(present))
        sides = np.full((self.code_book_.shape[1], labels.n_classes), -1)
        sides[:, present] = self.code_book_.T
        self._fit_problems(data, labels, sides)
        return self

    def predict(self, X: Any) -> Array:
        """The class of the nearest word; the first of equals."""
        nearest = first_smallest(self._distances(X))
        return self.classes_[nearest]

    def decision_function(self, X: Any) -> Floats:
        """Minus the distance to each word; for two classes that of the first less that of the second."""
        distances = self._distances(X)
        return distances[:, 0] - distances[:, 1] if len(self.classes_) == 2 else -distances

    def _distances(self, X: Any) -> Floats:
        check_is_fitted(self)
        X = self.check_examples(X, reset=False)
        bits = np.column_stack([_bit(model, X) for model in self.estimators_])
        # |bit - p| is p for a bit of 0, and 1 - p for one of 1.
        return bits @ (1 - 2 * self.code_book_.T) + self.code_book_.sum(axis=1)

    def _words(self, n_classes: int) -> Integers:
        n_useful = 2 ** (n_classes - 1) - 1
        if self.code_size is None and n_classes > MOST_EXHAUSTIVE:
            raise ParameterError(
                f"OutputCodeClassifier(code_size=None): {n_classes} classes have {n_useful} useful bits, "
                f"too many for more than {MOST_EXHAUSTIVE} classes; give a size"
            )
        n_bits = n_useful if self.code_size is None else max(int(n_classes * self.code_size), 1)
        if n_bits >= n_useful:
            numbers = np.arange(1, n_useful + 1)
            return (numbers >> np.arange(n_classes - 1, -1, -1)[:, None]) & 1
        return self._drawn(n_classes, n_bits)

    def _drawn(self, n_classes: int, n_bits: int) -> Integers:
        """Of some draws the one whose two nearest words are farthest apart."""
        random = seeds.generator(self.random_state)
        draws = [_useful_bits(n_classes, n_bits, random) for _ in range(DRAWS)]
        apart = [_least_distance(words) for words in draws]
        if max(apart) == 0:
            raise ParameterError(
                f"OutputCodeClassifier(code_size={self.code_size:g}): words of {n_bits} bits are too few for "
                f"{n_classes} classes, as two are the same; raise code_size"
            )
        return draws[int(np.argmax(apart))]


def _useful_bits(n_classes: int, n_bits: int, random: np.random.Generator) -> Integers:
    """Bits that are not the same for all classes, no two alike; the first class has zeros throughout."""
    seen: dict[bytes, Integers] = {}
    while len(seen) < n_bits:
        column = random.integers(2, size=n_classes)
        column ^= column[0]
        if column.any():
            seen.setdefault(column.tobytes(), column)
    return np.column_stack(list(seen.values()))


def _least_distance(words: Integers) -> int:
    differing = (words[:, None, :] != words[None, :, :]).sum(axis=2)
    return int(differing[np.triu_indices(len(words), 1)].min())


def _bit(model: Any, X: Any) -> Floats:
    if hasattr(model, "predict_proba"):
        return np.asarray(model.predict_proba(X)[:, 1], dtype=np.float64)
    return np.asarray(model.predict(X), dtype=np.float64)


learners.add(
    "OutputCodeClassifier",
    OutputCodeClassifier,
    "many classes by words of bits, a model for each bit",
    task=("classification",),
    family="multiclass",
)
