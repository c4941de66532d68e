"""Labels from data, sanitized for display: short, on one line, invisible characters escaped."""

import unicodedata
from collections.abc import Sequence
from typing import Any

# Control, format (right-to-left marks among them), surrogate, private and unassigned characters; newlines.
_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_PREFIX = 3

# From SEPARATED on a number has thousands separators, from LARGE on a unit, from HUGE on a power of ten.
SEPARATED, LARGE, HUGE = 1e4, 1e6, 1e15
_UNITS = ((1e12, " trillion"), (1e9, " billion"), (1e6, "M"))


def large_tick_label(value: float) -> str:
    """Tick label of an axis that reaches millions or more, with its unit.

    Examples
    --------
    >>> from gnomon.plotting.labels import large_tick_label
    >>> [large_tick_label(value) for value in (5e7, -1.2e6, 500_000.0, 0.0, 1.4e9)]
    ['50M', '−1.2M', '0.5M', '0', '1.4 billion']
    """
    size, unit = next((each for each in _UNITS if abs(value) >= each[0]), _UNITS[-1])
    return f"{value / size:.4g}{unit if value else ''}".replace("-", "−")


def compact(value: float) -> str:
    """A value in three significant digits beside a mark, with separators and units.

    Examples
    --------
    >>> from gnomon.plotting.labels import compact
    >>> [compact(value) for value in (0.98765, 208_096.0, 6.83e11, -0.5)]
    ['0.988', '208,000', '683 billion', '−0.5']
    """
    rounded = float(f"{value:.3g}")
    if LARGE <= abs(rounded) < HUGE:
        return large_tick_label(rounded)
    text = f"{rounded:,.0f}" if SEPARATED <= abs(rounded) < LARGE else f"{rounded:.3g}"
    return text.replace("-", "−")


def shown(text: Any, max_length: int = 40) -> str:
    r"""The text of a label, truncated with "…"; invisible characters are escaped.

    Examples
    --------
    >>> from gnomon.plotting.labels import shown
    >>> shown("petal length"), shown("two\nlines"), shown("a" * 99, max_length=5)
    ('petal length', 'two\\nlines', 'aaaa…')
    """
    # A character becomes one to ten, so the first `max_length` of them are enough.
    raw = str(text)
    clear = "".join(_visible(letter) for letter in raw[: max_length + 1])
    return clear if len(clear) <= max_length else clear[: max_length - 1] + "…"


def _visible(letter: str) -> str:
    if unicodedata.category(letter) not in _INVISIBLE:
        return letter
    return letter.encode("unicode_escape").decode("ascii")


def distinct_labels(names: Sequence[Any], max_length: int = 40) -> list[str]:
    """Truncated texts of several labels; long ones with a common prefix show the part in which they differ.

    Examples
    --------
    >>> from gnomon.plotting.labels import distinct_labels
    >>> distinct_labels(["sensor number 1 of 9", "sensor number 2 of 9", "age"], max_length=12)
    ['sen…1 of 9', 'sen…2 of 9', 'age']
    """
    texts = [str(name) for name in names]
    truncated = [shown(text, max_length) for text in texts]
    sharing = {
        label: {text for text, each in zip(texts, truncated) if each == label} for label in set(truncated)
    }
    return [
        label if len(sharing[label]) == 1 else _from_difference(text, sharing[label], max_length)
        for text, label in zip(texts, truncated)
    ]


def _from_difference(text: str, others: set[str], max_length: int) -> str:
    """A few letters of the prefix, then what follows the longest common prefix."""
    columns = zip(*others)
    common = next((index for index, letters in enumerate(columns) if len(set(letters)) > 1), _PREFIX)
    return shown(f"{text[:_PREFIX]}…{text[common:]}", max_length)
