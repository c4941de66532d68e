"""A column of text while it is being read: distinct words, and a code for each row."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas

from gnomon.arrays import Array, Flags


class Words:
    """A column of text as codes into a growing list of distinct words; -1 is missing."""

    def __init__(self, missing: Sequence[str]) -> None:
        self.missing = set(missing)
        self.words: list[str] = []
        self._place: dict[str, int] = {}
        self._codes: list[Array] = []

    def add(self, series: Any) -> None:
        """Take in the next rows, a pandas series of text."""
        codes, words = pandas.factorize(series, use_na_sentinel=True)
        new = np.array([*map(self._code, words), -1], dtype=np.int32)
        self._codes.append(new[codes])

    @property
    def has_missing(self) -> bool:
        """Whether a row holds no word."""
        return bool((self.codes() < 0).any())

    def codes(self) -> Array:
        """The code of every row taken in."""
        if len(self._codes) > 1:
            self._codes = [np.concatenate(self._codes)]
        return self._codes[0]

    def count(self, some: Flags) -> int:
        """How many rows hold one of some words."""
        codes = self.codes()
        return int(np.bincount(codes[codes >= 0], minlength=len(self.words))[some].sum())

    def first_row_of(self, some: Flags) -> int:
        """The first row that holds one of some words."""
        return int(np.argmax(np.append(some, False)[self.codes()]))

    def _code(self, word: Any) -> int:
        word = str(word).strip()
        if word in self.missing:
            return -1
        if word not in self._place:
            self._place[word] = len(self.words)
            self.words.append(word)
        return self._place[word]
