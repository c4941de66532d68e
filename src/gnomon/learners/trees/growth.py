"""Growth parameters of a tree: those that determine the splits, and the limits that only stop growth.

A node's split depends on its own rows and on `Growth` alone. So one grown tree serves every max_depth,
min_samples_split, min_impurity_decrease, max_leaf_nodes and ccp_alpha (`pre_pruning`). The minimum size of a
*leaf* changes the splits: it is part of `Growth`. Random choices at a node depend on the seed and the path to
the node, so they are nested too.
"""

from __future__ import annotations

from dataclasses import dataclass

MAX_DEPTH = 2**31 - 1


@dataclass(frozen=True)
class Growth:
    """The parameters that determine the split of a node.

    criterion: gini, entropy, error, squared or absolute. by_ratio: select by gain ratio. multiway: a branch
    for each category. thresholds: random thresholds per column; 0 tries all. monotone: constraint -1, 0 or 1
    of each column, or None. max_bins: bins of the columns; 0 for exact splits.

    >>> Growth("gini") == Growth("gini", min_leaf=1)
    True
    """

    criterion: str
    by_ratio: bool = False
    multiway: bool = False
    min_leaf: int = 1
    min_weight: float = 0.0
    max_features: int = MAX_DEPTH
    thresholds: int = 0
    seed: int = 0
    monotone: tuple[int, ...] | None = None
    max_bins: int = 0


@dataclass(frozen=True)
class Limits:
    """Limits of growth, which only pre-prune the tree.

    >>> Limits(max_depth=2).looser(Limits(max_depth=5, min_split=9))
    Limits(max_depth=5, min_split=2, min_gain=0.0)
    """

    max_depth: int = MAX_DEPTH
    min_split: int = 2
    min_gain: float = 0.0

    def looser(self, other: Limits) -> Limits:
        """The weaker limit of each."""
        return Limits(
            max(self.max_depth, other.max_depth),
            min(self.min_split, other.min_split),
            min(self.min_gain, other.min_gain),
        )
