"""Labels that come from data, made fit to be shown: short, on one line, with nothing hidden in them."""

import unicodedata
from collections.abc import Sequence
from typing import Any

# Control, format (right-to-left marks among them), surrogate, private and unassigned characters; line ends.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_HEAD = 3

# From here on a number has a unit, and beyond all units a power of ten.
LARGE, HUGE = 1e6, 1e15
_UNITS = ((1e12, " trillion"), (1e9, " billion"), (1e6, "M"))


def large_in_words(value: float) -> str:
    """A tick of an axis that reaches millions or more.

    Examples
    --------
    >>> from gnomon.plotting.labels import large_in_words
    >>> [large_in_words(value) for value in (5e7, -1.2e6, 500_000.0, 0.0, 1.4e9)]
    ['50M', '−1.2M', '0.5M', '0', '1.4 billion']
    """
    size, unit = next((each for each in _UNITS if abs(value) >= each[0]), _UNITS[-1])
    return f"{value / size:.4g}{unit if value else ''}".replace("-", "−")


def shown(text: Any, most: int = 40) -> str:
    r"""The text of a label, shortened with "…"; characters that cannot be seen are shown as escapes.

    Examples
    --------
    >>> from gnomon.plotting.labels import shown
    >>> shown("petal length"), shown("two\nlines"), shown("a" * 99, most=5)
    ('petal length', 'two\\nlines', 'aaaa…')
    """
    # One character becomes at most ten, and none becomes nothing: the first `most` of them decide.
    raw = str(text)
    clear = "".join(_visible(letter) for letter in raw[: most + 1])
    return clear if len(clear) <= most else clear[: most - 1] + "…"


def _visible(letter: str) -> str:
    if unicodedata.category(letter) not in _HIDDEN:
        return letter
    return letter.encode("unicode_escape").decode("ascii")


def distinct_labels(names: Sequence[Any], most: int = 40) -> list[str]:
    """The texts of several labels; of long ones that begin alike, the part is shown from which they differ.

    Examples
    --------
    >>> from gnomon.plotting.labels import distinct_labels
    >>> distinct_labels(["sensor number 1 of 9", "sensor number 2 of 9", "age"], most=12)
    ['sen…1 of 9', 'sen…2 of 9', 'age']
    """
    texts = [str(name) for name in names]
    cut = [shown(text, most) for text in texts]
    alike = {label: {text for text, each in zip(texts, cut) if each == label} for label in set(cut)}
    return [
        label if len(alike[label]) == 1 else _from_difference(text, alike[label], most)
        for text, label in zip(texts, cut)
    ]


def _from_difference(text: str, others: set[str], most: int) -> str:
    """A few letters of the beginning, then what follows the letters that all have in common."""
    together = zip(*others)
    common = next((place for place, letters in enumerate(together) if len(set(letters)) > 1), _HEAD)
    return shown(f"{text[:_HEAD]}…{text[common:]}", most)
