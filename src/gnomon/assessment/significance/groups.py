"""Groups of learners that cannot be told apart: the bars of a critical-difference diagram.

A group is as large as can be, and no two of it differ. "Not different" need not carry over (a like b, b like
c, a unlike c), so a learner may be in several groups.
"""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DesignError

MOST = 1000


def groups(different: Array) -> list[tuple[int, ...]]:
    """The largest sets of learners of which no two differ, in order of their first members.

    different: learners x learners, whether the two differ.

    >>> groups([[0, 0, 1], [0, 0, 0], [1, 0, 0]])
    [(0, 1), (1, 2)]
    """
    apart = np.asarray(different, dtype=np.bool_)
    alike = [set(np.flatnonzero(~row).tolist()) - {place} for place, row in enumerate(apart | apart.T)]
    found = []
    for clique in _cliques(alike, set(), set(range(len(alike))), set()):
        found.append(tuple(sorted(clique)))
        if len(found) > MOST:
            raise DesignError(f"more than {MOST} groups overlap, too many to be read; look at the pairs")
    return sorted(found)


def letters(found: Sequence[Sequence[int]], n_learners: int) -> list[str]:
    """The letters of each learner's groups: two learners differ just when they share no letter.

    >>> letters([(0, 1), (1, 2)], 3)
    ['a', 'ab', 'b']
    """
    marks = [""] * n_learners
    for place, members in enumerate(found):
        for member in members:
            marks[member] += _letter(place)
    return marks


def _cliques(
    alike: list[set[int]], chosen: set[int], open_to: set[int], done: set[int]
) -> Iterator[set[int]]:
    """All maximal cliques (Bron & Kerbosch 1973), with the pivot that leaves the fewest branches."""
    if not open_to and not done:
        yield chosen
        return
    pivot = max(open_to | done, key=lambda each: len(open_to & alike[each]))
    for each in sorted(open_to - alike[pivot]):
        yield from _cliques(alike, chosen | {each}, open_to & alike[each], done & alike[each])
        open_to = open_to - {each}
        done = done | {each}


def _letter(place: int) -> str:
    """a to z, then a1, b1 and so on."""
    return ascii_lowercase[place % 26] + (str(place // 26) if place >= 26 else "")
