"""A random sample of mutation points: to each folder its share by lines, the same for the same seed.

A point is drawn by the digest of its text, so an edit elsewhere in its folder leaves the sample as it is.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from tools.mutants.points import Point, points
from tools.mutants.tree import PACKAGE, ROOT


def every_point(root: Path = ROOT) -> dict[str, list[Point]]:
    """All points of the package, by folder (`learners/trees`; "" for files directly in the package)."""
    found: dict[str, list[Point]] = defaultdict(list)
    for path in sorted((root / PACKAGE).rglob("*.py")):
        folder = path.relative_to(root / PACKAGE).parent.as_posix()
        file = path.relative_to(root).as_posix()
        found["" if folder == "." else folder] += points(path.read_bytes(), file)
    return dict(found)


def sample(by_folder: dict[str, list[Point]], lines: dict[str, int], number: int, seed: int) -> list[Point]:
    """Draw points without replacement in each folder; a folder's draw does not depend on the others."""
    chosen = []
    for folder, share in shares(lines, number).items():
        every = by_folder[folder]
        ranked = sorted(zip(_digests(every, seed), range(len(every))))
        drawn = [every[index] for _, index in ranked[:share]]
        chosen += sorted(drawn, key=lambda point: (point.file, point.start, point.end, point.text))
    return chosen


def _digests(every: Sequence[Point], seed: int) -> Iterator[bytes]:
    """A random number for each point: of its file, line and mutation, and how many like it stand before."""
    before: Counter[tuple[str, ...]] = Counter()
    for point in every:
        key = (point.file, point.source_line, point.mutation)
        yield blake2b("\0".join((str(seed), *key, str(before[key]))).encode(), digest_size=16).digest()
        before[key] += 1


def shares(lines: dict[str, int], number: int) -> dict[str, int]:
    """Points for each folder, in proportion to its lines: the largest remainders are rounded up.

    >>> shares({"data": 500, "stats": 300, "trees": 200}, 4)
    {'data': 2, 'stats': 1, 'trees': 1}
    """
    total = sum(lines.values())
    exact = {folder: number * n / total for folder, n in sorted(lines.items())}
    floors = {folder: int(share) for folder, share in exact.items()}
    by_remainder = sorted(exact, key=lambda folder: (floors[folder] - exact[folder], folder))
    for folder in by_remainder[: number - sum(floors.values())]:
        floors[folder] += 1
    return floors


def lines_of(folders: list[str], root: Path = ROOT) -> dict[str, int]:
    """Lines of the Python files directly in each folder."""
    return {
        folder: sum(len(path.read_bytes().splitlines()) for path in (root / PACKAGE / folder).glob("*.py"))
        for folder in folders
    }
