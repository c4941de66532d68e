"""Dictionary encoding of a text column while it is read: distinct values, and a code for each row."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas

from gnomon.arrays import Array, Flags


class TextColumn:
    """A dictionary-encoded text column: codes into a growing list of distinct values; -1 is missing."""

    def __init__(self, missing: Sequence[str]) -> None:
        self.missing = set(missing)
        self.words: list[str] = []
        self._code_of: dict[str, int] = {}
        self._codes: list[Array] = []

    def add(self, series: Any) -> None:
        """Append rows, a pandas Series of text."""
        codes, words = pandas.factorize(series, use_na_sentinel=True)
        new = np.array([*map(self._code, words), -1], dtype=np.int32)
        self._codes.append(new[codes])

    @property
    def has_missing(self) -> bool:
        """Whether a value is missing."""
        return bool((self.codes() < 0).any())

    def codes(self) -> Array:
        """The codes of all rows."""
        if len(self._codes) > 1:
            self._codes = [np.concatenate(self._codes)]
        return self._codes[0]

    def count(self, selected: Flags) -> int:
        """The number of rows that hold one of the selected values."""
        codes = self.codes()
        return int(np.bincount(codes[codes >= 0], minlength=len(self.words))[selected].sum())

    def first_row_of(self, selected: Flags) -> int:
        """The first row that holds one of the selected values."""
        return int(np.argmax(np.append(selected, False)[self.codes()]))

    def _code(self, word: Any) -> int:
        word = str(word).strip()
        if word in self.missing:
            return -1
        if word not in self._code_of:
            self._code_of[word] = len(self.words)
            self.words.append(word)
        return self._code_of[word]
