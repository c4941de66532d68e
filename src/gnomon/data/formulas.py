"""CSV injection: text values that a spreadsheet would evaluate as formulas, and their escape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.data.files.dialect import is_number

if TYPE_CHECKING:
    import pandas as pd

# The beginning of a formula in a spreadsheet (OWASP, CSV Injection), and what makes it text there.
_MARKS = ("=", "+", "-", "@", "\t", "\r")
_ESCAPE = "'"


def escaped(frame: pd.DataFrame) -> tuple[pd.DataFrame, str | None]:
    """The frame with an apostrophe before each formula, in cells and names; and a note, if there is any.

    Numbers are not formulas, whatever their sign.

    >>> import pandas
    >>> frame, note = escaped(pandas.DataFrame({"label": ["=1+1", "no", "-1"], "gain": [-2.0, 1.0, 0.5]}))
    >>> frame["label"].tolist(), frame["gain"].tolist()
    (["'=1+1", 'no', '-1'], [-2.0, 1.0, 0.5])
    >>> note.partition(", ")[0]
    "'=1+1' and the like are written with an apostrophe in front"
    """
    first = first_formula(frame)
    if first is None:
        return frame, None
    copy = frame.copy()
    for index in range(frame.shape[1]):
        copy.isetitem(index, _escaped_column(frame.iloc[:, index]))
    copy.columns = [_escaped(name) for name in frame.columns]
    return copy, (
        f"{_cut(first)!r} and the like are written with an apostrophe in front, as a spreadsheet would run "
        "them as formulas"
    )


def formula_note(frame: pd.DataFrame) -> str | None:
    """A warning about formulas if a spreadsheet opens this frame as a text file, else None.

    >>> import pandas
    >>> formula_note(pandas.DataFrame({"label": ["-1", "+1"], "gain": [-2.0, 1.0]})) is None
    True
    >>> formula_note(pandas.DataFrame({"label": ["=1+1", "no"]})).partition(": ")[0]
    "'=1+1' and the like would be run as formulas by a spreadsheet"
    """
    first = first_formula(frame)
    if first is None:
        return None
    return (
        f"{_cut(first)!r} and the like would be run as formulas by a spreadsheet: import the file there with "
        "all columns as text"
    )


def first_formula(frame: pd.DataFrame) -> str | None:
    """The first name or text value that a spreadsheet would take for a formula.

    >>> import pandas
    >>> first_formula(pandas.DataFrame({"label": ["no", "@SUM(A1)"]}))
    '@SUM(A1)'
    """
    first = next(filter(_is_formula, map(str, frame.columns)), None)
    for index in range(frame.shape[1]):
        if first is not None:
            break
        first = next((each for each in _words(frame.iloc[:, index]) if _is_formula(each)), None)
    return first


def _words(column: pd.Series[Any]) -> list[str]:
    """The distinct text values of a column."""
    if column.dtype.kind in "biufcmM":
        return []
    return [each for each in column.unique() if isinstance(each, str)]


def _escaped_column(column: pd.Series[Any]) -> Any:
    formulas = {each: _ESCAPE + each for each in _words(column) if _is_formula(each)}
    if not formulas:
        return column
    return column.astype(object).map(lambda each: formulas.get(each, each) if isinstance(each, str) else each)


def _escaped(value: Any) -> Any:
    return _ESCAPE + value if isinstance(value, str) and _is_formula(value) else value


def _is_formula(text: str) -> bool:
    return text.startswith(_MARKS) and not is_number(text)


def _cut(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
