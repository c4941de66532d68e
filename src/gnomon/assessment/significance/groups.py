"""Groups of learners that are not significantly different: the bars of a critical-difference diagram.

Groups are maximal sets (cliques) without a significant difference. This relation is not transitive (a and b,
b and c may not differ, but a and c may), so a learner may be in several groups.
"""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DesignError

MAX_GROUPS = 1000


def groups(different: Array) -> list[tuple[int, ...]]:
    """The maximal sets of learners of which no two differ significantly, sorted.

    different: learners x learners, whether the two differ significantly.

    >>> groups([[0, 0, 1], [0, 0, 0], [1, 0, 0]])
    [(0, 1), (1, 2)]
    """
    apart = np.asarray(different, dtype=np.bool_)
    neighbors = [set(np.flatnonzero(~row).tolist()) - {index} for index, row in enumerate(apart | apart.T)]
    cliques = []
    for clique in _cliques(neighbors, set(), set(range(len(neighbors))), set()):
        cliques.append(tuple(sorted(clique)))
        if len(cliques) > MAX_GROUPS:
            raise DesignError(f"too many groups overlap (more than {MAX_GROUPS}); inspect the pairs instead")
    return sorted(cliques)


def letters(cliques: Sequence[Sequence[int]], n_learners: int) -> list[str]:
    """Compact letter display: two learners differ significantly if and only if they share no letter.

    >>> letters([(0, 1), (1, 2)], 3)
    ['a', 'ab', 'b']
    """
    marks = [""] * n_learners
    for index, members in enumerate(cliques):
        for member in members:
            marks[member] += _letter(index)
    return marks


def _cliques(
    neighbors: list[set[int]], chosen: set[int], candidates: set[int], excluded: set[int]
) -> Iterator[set[int]]:
    """All maximal cliques (Bron & Kerbosch 1973), with the pivot that leaves the fewest branches."""
    if not candidates and not excluded:
        yield chosen
        return
    pivot = max(candidates | excluded, key=lambda each: len(candidates & neighbors[each]))
    for each in sorted(candidates - neighbors[pivot]):
        yield from _cliques(
            neighbors, chosen | {each}, candidates & neighbors[each], excluded & neighbors[each]
        )
        candidates = candidates - {each}
        excluded = excluded | {each}


def _letter(index: int) -> str:
    """a to z, then a1, b1 and so on."""
    return ascii_lowercase[index % 26] + (str(index // 26) if index >= 26 else "")
