"""Most probable explanation (MPE): the jointly most probable levels of all nodes given the evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gnomon.learners.networks.tables import format_probability, format_state


@dataclass(frozen=True)
class Explanation:
    """Most probable explanation (MPE): one level for every node.

    levels: by name, with the observed nodes. joint: its joint probability. probability: its posterior
    probability given the evidence.

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
        """A data frame with one row per node: its level, and whether it was observed."""
        import pandas

        observed = [name in self.evidence for name in self.levels]
        columns = {"node": list(self.levels), "level": list(self.levels.values()), "observed": observed}
        return pandas.DataFrame(columns)

    def __str__(self) -> str:
        words = format_state(list(self.levels), list(self.levels.values()))
        condition = format_state(list(self.evidence), list(self.evidence.values()))
        condition = f" given {condition}" if condition else ""
        joint, probability = format_probability(self.joint), format_probability(self.probability)
        return f"{words}: probability {probability}{condition} (joint {joint})"
