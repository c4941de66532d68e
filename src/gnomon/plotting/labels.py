"""Labels that come from data, made fit to be shown: short, on one line, with nothing hidden in them."""

import unicodedata
from typing import Any

# Control, format (right-to-left marks among them), surrogate, private and unassigned characters; line ends.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


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
