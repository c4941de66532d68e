"""A study: one setting that is drawn again and again, with all the methods that are tried on each draw."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np

from gnomon.errors import DataError, DesignError

Outcome = tuple[float, ...]
LEVEL = 0.95
ALPHA = 0.05


@dataclass(frozen=True)
class Facts:
    """What a study's cells are found by; see `cells.Cell`."""

    kind: str
    measure: str
    target: str
    design: str
    folds: int
    repeats: int
    stratified: bool
    n: int
    prevalence: float
    world: str
    learner: str


class Study(ABC):
    """A setting to be drawn many times; subclasses are frozen dataclasses, so that they travel to workers.

    methods: what is tried on every draw. simulations: the draws of a full run.
    """

    methods: tuple[str, ...]
    simulations: int

    @property
    @abstractmethod
    def facts(self) -> Facts:
        """What its cells are found by."""

    @abstractmethod
    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One draw: of each method (lower, upper, truth) or (p,); methods that refuse are left out."""

    @property
    def place(self) -> int:
        """A number made from the facts, so that a study has the same draws whatever stands beside it."""
        return crc32(repr(self.facts).encode())


def outcomes(methods: Sequence[str], ask: Callable[[str], Outcome]) -> dict[str, Outcome]:
    """What each method answers; one that refuses the draw with a reason is left out.

    >>> def ask(method):
    ...     if method == "b":
    ...         raise DesignError("one class only")
    ...     return 0.0, 1.0, 0.5
    >>> outcomes(["a", "b"], ask)
    {'a': (0.0, 1.0, 0.5)}
    """
    found = {}
    for method in methods:
        try:
            found[method] = ask(method)
        except (DesignError, DataError):
            continue
    return found


def words(learner: Any) -> str:
    """A learner's name as words.

    >>> from gnomon.assessment.evidence.rules import NearestMean
    >>> words(NearestMean())
    'nearest mean'
    """
    name = type(learner).__name__
    return "".join(" " + letter.lower() if letter.isupper() else letter for letter in name).strip()
