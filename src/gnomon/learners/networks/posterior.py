"""Posterior distribution of queried nodes."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError
from gnomon.learners.networks.coding import code_of
from gnomon.learners.networks.tables import format_probability, format_state
from gnomon.ties import first_largest


@dataclass(frozen=True)
class Posterior:
    """Posterior distribution of nodes given the evidence: `values` has one axis per node of `names`.

    >>> posterior = Posterior(("rain",), (("no", "yes"),), np.array([0.8, 0.2]), {"grass": "wet"})
    >>> posterior["yes"]
    0.2
    >>> print(posterior)
    p(rain | grass='wet')
      'no'   0.8
      'yes'  0.2
    """

    names: tuple[str, ...]
    levels: tuple[tuple[Any, ...], ...]
    values: Array
    evidence: Mapping[str, Any]

    def __getitem__(self, levels: Any) -> Any:
        state = levels if isinstance(levels, tuple) and len(self.names) > 1 else (levels,)
        if len(state) != len(self.names):
            raise DataError(f"pass a level for each of {', '.join(self.names)}; {levels!r} has {len(state)}")
        index = tuple(
            code_of(name, level, known)
            for name, known, level in zip(self.names, self.levels, state, strict=True)
        )
        value = self.values[index]
        return value.item() if isinstance(value, np.generic) else value

    @property
    def most_probable(self) -> Any:
        """The most probable level (a tuple for several nodes); the first on ties."""
        best = np.unravel_index(int(first_largest(self.values.ravel())), self.values.shape)
        state = tuple(known[index] for known, index in zip(self.levels, best, strict=True))
        return state[0] if len(state) == 1 else state

    def frame(self) -> Any:
        """A data frame with one row per state: a column for each node, and `probability`."""
        import pandas

        states = list(itertools.product(*self.levels))
        columns = {name: [state[i] for state in states] for i, name in enumerate(self.names)}
        return pandas.DataFrame({**columns, "probability": self.values.reshape(-1)})

    def __str__(self) -> str:
        condition = format_state(list(self.evidence), list(self.evidence.values()))
        states = [", ".join(map(repr, state)) for state in itertools.product(*self.levels)]
        width = max(map(len, states))
        lines = [f"p({', '.join(self.names)}{' | ' if condition else ''}{condition})"]
        for state, value in zip(states, self.values.reshape(-1), strict=True):
            lines.append(f"  {state:<{width}}  {format_probability(value)}")
        return "\n".join(lines)
