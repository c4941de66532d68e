"""The most probable explanation: the levels of all nodes together that the evidence speaks most for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gnomon.learners.networks.tables import in_digits, in_words


@dataclass(frozen=True)
class Explanation:
    """One level for every node.

    levels: by name, the observed ones among them. joint: the probability of this row. probability: the same
    given the evidence; how much of what is possible the explanation covers.

    >>> print(Explanation({"rain": 1, "wet": 1}, 0.18, 0.692, {"wet": 1}))
    rain=1, wet=1: probability 0.692 given wet=1 (joint 0.18)
    """

    levels: dict[str, Any]
    joint: Any
    probability: Any
    evidence: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.levels[name]

    def frame(self) -> Any:
        """A table with a row for each node: its level, and whether it was observed."""
        import pandas

        observed = [name in self.evidence for name in self.levels]
        columns = {"node": list(self.levels), "level": list(self.levels.values()), "observed": observed}
        return pandas.DataFrame(columns)

    def __str__(self) -> str:
        words = in_words(list(self.levels), list(self.levels.values()))
        given = in_words(list(self.evidence), list(self.evidence.values()))
        given = f" given {given}" if given else ""
        return f"{words}: probability {in_digits(self.probability)}{given} (joint {in_digits(self.joint)})"
