"""What a tree is grown by: the choices that shape every split, and those that only cut the tree back.

A node's split depends on its own rows, on `Growth`, and on nothing else. So one grown tree serves every
depth, every least size to split, every least gain, every number of leaves and every price of a leaf
(`cutting`). The least size of a *leaf* forbids splits and changes the choice: it is part of `Growth`. Random
choices at a node come from the seed and from the way to the node, so they are nested too.
"""

from __future__ import annotations

from dataclasses import dataclass

DEEPEST = 2**31 - 1


@dataclass(frozen=True)
class Growth:
    """What a split depends on, but for the rows.

    criterion: gini, entropy, error, squared or absolute. by_ratio: columns compete by gain ratio. multiway: a
    branch for each category. thresholds: how many to draw for a column; 0 tries all. monotone: -1, 0 or 1 for
    each column, or none at all. max_bins: bins that columns are cut into first; 0 for none.

    >>> Growth("gini") == Growth("gini", min_leaf=1)
    True
    """

    criterion: str
    by_ratio: bool = False
    multiway: bool = False
    min_leaf: int = 1
    min_weight: float = 0.0
    max_features: int = DEEPEST
    thresholds: int = 0
    seed: int = 0
    monotone: tuple[int, ...] | None = None
    max_bins: int = 0


@dataclass(frozen=True)
class Limits:
    """Where growth stops: choices that only cut a tree back.

    >>> Limits(max_depth=2).looser(Limits(max_depth=5, min_split=9))
    Limits(max_depth=5, min_split=2, min_gain=0.0)
    """

    max_depth: int = DEEPEST
    min_split: int = 2
    min_gain: float = 0.0

    def looser(self, other: Limits) -> Limits:
        """Limits within which the trees of both lie."""
        return Limits(
            max(self.max_depth, other.max_depth),
            min(self.min_split, other.min_split),
            min(self.min_gain, other.min_gain),
        )
