"""Lines of a description: words that are equal or not, and numbers that are compared with a tolerance.

On another processor a sum has other last bits. So a number has the width of the range that it is seen
against, and a millionth of that width is no difference.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

PRECISION = 1e-6
# Of more values some, evenly spaced, the mean, and a sum in which every value has another weight.
MAX_LISTED = 12
N_SHOWN = 7
NOTHING = "nothing"


@dataclass(frozen=True)
class Number:
    """A value, and the width of the range in which it is drawn: of the axis, or of its own size if 0."""

    value: float
    width: float = 0.0
    precision: float = PRECISION

    @property
    def tolerance(self) -> float:
        """The difference that is none."""
        return self.precision * (self.width or abs(self.value)) or self.precision

    def __str__(self) -> str:
        """The value without digits far below the tolerance."""
        if not math.isfinite(self.value):
            return str(self.value)
        rounded = round(self.value, -math.floor(math.log10(self.tolerance)))
        return f"{rounded + 0.0:.15g}"

    def agrees(self, stored: str) -> bool:
        """Whether the stored text is this number."""
        try:
            other = float(stored)
        except ValueError:
            return False
        if not math.isfinite(self.value):
            return str(self.value) == str(other)
        # Half a unit of the last digit comes on top.
        return abs(self.value - other) <= 1.5 * self.tolerance


Line = list[str | Number]


def line(*parts: object) -> Line:
    """One line of words and numbers: texts are cut at spaces, and sequences are joined."""
    found: Line = []
    for part in parts:
        if isinstance(part, Number):
            found.append(part)
        elif isinstance(part, list):
            found += line(*part)
        else:
            found += str(part).split(" ")
    return found


def written(words: Line) -> str:
    """The text of a line."""
    return " ".join(map(str, words)) or NOTHING


def agree(found: Line, stored: str) -> bool:
    """Whether a line is the stored one, but for the tolerance of its numbers."""
    texts = stored.split(" ")
    if not found:
        return stored == NOTHING
    return len(found) == len(texts) and all(
        word.agrees(text) if isinstance(word, Number) else word == text for word, text in zip(found, texts)
    )


def quoted(text: str) -> str:
    """A text on one line."""
    return '"' + text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', "'") + '"'


def numbers(values: Iterable[float], width: float = 0.0, precision: float = PRECISION) -> Line:
    """All values, or of many a summary in which no single one can change unseen."""
    found = np.ma.filled(np.ma.asarray(values, dtype=float), np.nan).ravel()
    if len(found) <= MAX_LISTED:
        return [Number(float(value), width, precision) for value in found]
    finite = np.where(np.isfinite(found), found, 0.0)
    size = width or float(np.abs(finite).max())
    some = [Number(float(value), size, precision) for value in found[_evenly(len(found))]]
    mean, weighted = float(finite.mean()), float((_weights(len(found)) * (finite - finite.mean())).mean())
    lost = [f"({len(found) - np.isfinite(found).sum()} not finite)"] if not np.isfinite(found).all() else []
    ends = ["mean", Number(mean, size, precision), "weighted", Number(weighted, size, precision)]
    return line(f"{len(found)} values:", some, *lost, *ends)


def _evenly(n: int) -> Sequence[int]:
    return np.linspace(0, n - 1, N_SHOWN).round().astype(int)


def _weights(n: int) -> np.ndarray:
    """Weights of size about 1 of which no two neighbors are equal, the same everywhere."""
    return 1.0 + 0.5 * np.sin(2.399963 * np.arange(n))
