"""Study: one simulated setting, and the methods evaluated on each simulated sample."""

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
    """The key of a study's cells; see `cells.Cell`."""

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
    """A setting to be simulated; subclasses are frozen dataclasses, so that they can be pickled for workers.

    methods: evaluated on every sample. simulations: number of samples of a full run.
    """

    methods: tuple[str, ...]
    simulations: int

    @property
    @abstractmethod
    def facts(self) -> Facts:
        """The key of its cells."""

    @abstractmethod
    def trial(self, random: np.random.Generator) -> dict[str, Outcome]:
        """One sample: (lower, upper, truth) or (p,) of each method; methods that raise are omitted."""

    @property
    def seed_key(self) -> int:
        """A hash of the facts that seeds the samples, so that they do not depend on other studies."""
        return crc32(repr(self.facts).encode())


def outcomes(methods: Sequence[str], evaluate: Callable[[str], Outcome]) -> dict[str, Outcome]:
    """The outcome of each method; one that raises DesignError or DataError is left out.

    >>> def evaluate(method):
    ...     if method == "b":
    ...         raise DesignError("one class only")
    ...     return 0.0, 1.0, 0.5
    >>> outcomes(["a", "b"], evaluate)
    {'a': (0.0, 1.0, 0.5)}
    """
    outcome_of = {}
    for method in methods:
        try:
            outcome_of[method] = evaluate(method)
        except (DesignError, DataError):
            continue
    return outcome_of


def words(learner: Any) -> str:
    """A learner's class name in words.

    >>> from gnomon.assessment.evidence.rules import NearestMean
    >>> words(NearestMean())
    'nearest mean'
    """
    name = type(learner).__name__
    return "".join(" " + letter.lower() if letter.isupper() else letter for letter in name).strip()
