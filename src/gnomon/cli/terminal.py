"""Terminal output: escaped text, tables, notes; and one JSON document."""

import json
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, is_dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from gnomon.plotting.labels import shown

if TYPE_CHECKING:
    import pandas as pd
    from rich.table import Table

# Control characters, and characters that change the direction of text; JSON may write them as escapes.
_HIDDEN = re.compile("[\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]")
_LONGEST = 4000
_WIDEST = 100


def clear(text: Any) -> str:
    """Text with invisible characters shown as escapes; line breaks stay.

    >>> clear("red\\x1b[31m\\nnext")
    'red\\\\x1b[31m\\nnext'
    """
    return "\n".join(shown(line, max_length=_LONGEST) for line in str(text).split("\n"))


def print_plain(text: Any) -> None:
    """A line, or several, on standard output."""
    sys.stdout.write(clear(text) + "\n")


def print_wrapped(text: Any) -> None:
    """Sentences on standard output, wrapped at the width of the terminal."""
    from rich.console import Console
    from rich.text import Text

    console = Console()
    console.print(Text(clear(text)), width=min(console.width, _WIDEST))


def note(text: Any) -> None:
    """A line on standard error."""
    sys.stderr.write(f"gnomon: {clear(' '.join(str(text).split()))}\n")


def print_document(document: dict[str, Any]) -> None:
    """One JSON document on standard output: NaN and infinity are null, tables are lists of records."""
    text = json.dumps(plain(document), indent=2, ensure_ascii=False, allow_nan=False)
    sys.stdout.write(_HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n")


def plain(value: Any) -> Any:
    """A value in the types of JSON.

    >>> plain({"a": (1, float("nan")), "b": {"c": True}})
    {'a': [1, None], 'b': {'c': True}}
    """
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if hasattr(value, "to_dict"):
        return plain(indexed(value).to_dict("records"))
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(each) for each in value]
    if isinstance(value, float):
        return value if isfinite(value) else None
    return value if value is None or isinstance(value, str | int | bool) else str(value)


def print_frame(frame: "pd.DataFrame", title: str | None = None, max_lines: int = 60) -> None:
    """A data frame as a table, numbers to four digits; of a long one evenly spaced lines."""
    frame = indexed(frame)
    rows = [round(line * (len(frame) - 1) / (max_lines - 1)) for line in range(max_lines)]
    shown = frame.iloc[rows] if len(frame) > max_lines else frame
    columns = [[_cell(each) for each in shown[name]] for name in shown]
    print_table([str(name) for name in shown], zip(*columns), title)
    if len(frame) > max_lines:
        print_plain(f"({max_lines} of {len(frame):,} lines, evenly spaced)")


def indexed(frame: "pd.DataFrame") -> "pd.DataFrame":
    """A frame whose index, unless it is a plain range, is a column."""
    is_number = frame.index.name is None and frame.index.dtype.kind in "iu"
    return frame if is_number else frame.reset_index(names=frame.index.name or "name")


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], title: str | None = None) -> None:
    """A table without rules; columns of numbers are right-aligned."""
    from rich.console import Console
    from rich.text import Text

    console = Console()
    if title is not None:
        console.print(Text(clear(title), style="bold"))
    console.print(_table(headings, list(rows), console.width))


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> "Table":
    """Gaps of two spaces; of one, where the columns would not fit."""
    from rich.table import Table
    from rich.text import Text

    needed = sum(max(map(len, column)) for column in zip(headings, *rows)) + 2 * (len(headings) - 1)
    table = Table(box=None, pad_edge=False, collapse_padding=needed > width)
    for column, heading in enumerate(headings):
        is_number = bool(rows) and all(_NUMBER.fullmatch(row[column]) for row in rows)
        table.add_column(Text(clear(heading)), justify="right" if is_number else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(clear(cell)) for cell in row))
    return table


_NUMBER = re.compile(r"[-−+]?[\d,.]+(e[-+]?\d+)?|–|inf")


def _cell(value: Any) -> str:
    if value is None or (isinstance(value, float) and value != value):
        return "–"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
