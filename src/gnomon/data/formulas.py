"""CSV injection check: text values that a spreadsheet would evaluate as formulas; they are not escaped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.data.files.dialect import is_number

if TYPE_CHECKING:
    import pandas as pd

_MARKS = ("=", "+", "-", "@", "\t", "\r")


def formula_note(frame: pd.DataFrame) -> str | None:
    """A warning about formulas (CSV injection) if a spreadsheet opens this frame as a text file, else None.

    Values are not escaped: an escaped name or label would no longer match. Numbers are not formulas, whatever
    their sign.

    >>> import pandas
    >>> formula_note(pandas.DataFrame({"label": ["-1", "+1"], "gain": [-2.0, 1.0]})) is None
    True
    >>> formula_note(pandas.DataFrame({"label": ["=1+1", "no"]})).partition(": ")[0]
    "'=1+1' and the like would be run as formulas by a spreadsheet"
    """
    first = next(filter(_is_formula, map(str, frame.columns)), None) or _first_value(frame)
    if first is None:
        return None
    cut = first if len(first) <= 40 else f"{first[:39]}…"
    return (
        f"{cut!r} and the like would be run as formulas by a spreadsheet: import the file there with all "
        "columns as text"
    )


def _first_value(frame: pd.DataFrame) -> str | None:
    for index in range(frame.shape[1]):
        column = frame.iloc[:, index]
        words = () if column.dtype.kind in "biufcmM" else column.unique()
        formula = next((each for each in words if isinstance(each, str) and _is_formula(each)), None)
        if formula is not None:
            return formula
    return None


def _is_formula(text: str) -> bool:
    return text.startswith(_MARKS) and not is_number(text)
