"""Equivalent mutants: those whose behavior no test can tell from the original's, with the reason."""

import tomllib
from pathlib import Path

from tools.mutants.points import Point

LIST = Path(__file__).parent / "equivalent.toml"


class EquivalentMutants:
    """Entries by file, text of the source line, and mutation."""

    def __init__(self, text: str) -> None:
        self.entries = tomllib.loads(text).get("mutant", [])
        self.reasons = {_key(each): each["reason"] for each in self.entries}

    def reason(self, point: Point) -> str:
        """Why a mutant is equivalent; "" where it is not in the list."""
        return self.reasons.get((point.file, point.source_line, point.mutation), "")

    def stale(self, every: list[Point]) -> list[str]:
        """Entries that match no mutation of the source any more."""
        known = {(point.file, point.source_line, point.mutation) for point in every}
        return [
            f"{file}: {line}: {mutation}"
            for file, line, mutation in self.reasons
            if (file, line, mutation) not in known
        ]


def _key(entry: dict[str, str]) -> tuple[str, str, str]:
    if not entry["reason"]:
        raise ValueError(f"{entry['file']}: {entry['mutation']}: an equivalent mutant needs its reason")
    return entry["file"], entry["line"], entry["mutation"]
