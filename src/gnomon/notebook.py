r"""HTML representations for notebooks: a heading, key-value facts, and a small table.

Colors are inherited and lines are transparent gray, for light and dark themes; styles are inline, as
untrusted notebooks drop style sheets. Data are escaped, with control characters shown, and truncated.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import isnan
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any
from unicodedata import category

if TYPE_CHECKING:
    import pandas as pd

MAX_ROWS = 30
MAX_COLUMNS = 12
MAX_CELL = 60
MAX_NAME = 40
MAX_TEXT = 1000

_LINE = "1px solid rgba(128, 128, 128, 0.4)"
_WORDS = "text-align: left; padding: 0.15em 0.8em 0.15em 0; vertical-align: top; white-space: pre-wrap"
_NUMBER = "text-align: right; padding: 0.15em 0.8em 0.15em 0; vertical-align: top"


def block(title: object, *parts: str) -> str:
    """An HTML block: a title, and parts that are HTML already.

    >>> block("Task 'a<b'", note("2 rows")).count("a&lt;b")
    1
    """
    heading = f'<div style="font-weight: bold">{text(title)}</div>'
    inner = "".join(part for part in (heading, *parts) if part)
    return f'<div class="gnomon" style="max-width: 70em; overflow-x: auto">{inner}</div>'


def facts(known: Mapping[str, object]) -> str:
    """Key-value lines; values that are None or empty are omitted.

    >>> facts({"rows": 3, "weights": None}).count("<tr>")
    1
    """
    lines = "".join(
        f'<tr><th style="{_WORDS}; font-weight: normal; opacity: 0.75; white-space: nowrap">{text(name)}</th>'
        f'<td style="{_WORDS}">{text(_plain(value))}</td></tr>'
        for name, value in known.items()
        if value is not None and value != ""
    )
    return f'<table style="border-collapse: collapse">{lines}</table>' if lines else ""


def table(columns: Sequence[object], rows: Iterable[Sequence[object]], more: str = "") -> str:
    """A table with right-aligned numbers. more: note about omitted rows and columns.

    >>> shown = table(["who", "age"], [["<i>", 1.23456789]])
    >>> "&lt;i&gt;" in shown, "<i>" in shown, ">1.235<" in shown
    (True, False, True)
    """
    style = f"{_WORDS}; border-bottom: {_LINE}"
    head = "".join(f'<th style="{style}">{text(name, MAX_NAME)}</th>' for name in columns)
    body = "".join(f"<tr>{''.join(map(_data, row))}</tr>" for row in rows)
    return (
        '<table style="border-collapse: collapse; margin-top: 0.4em">'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note(more) if more else ''}"
    )


def frame(data: "pd.DataFrame") -> str:
    """The first rows and columns of a data frame, and the number of omitted ones.

    >>> import pandas as pd
    >>> "and 70 more rows" in frame(pd.DataFrame({"a": range(100)}))
    True
    """
    shown = data.iloc[:MAX_ROWS, :MAX_COLUMNS]
    rows = shown.itertuples(index=False, name=None)
    return table(list(shown.columns), rows, left_out(len(data) - len(shown), data.shape[1] - shown.shape[1]))


def left_out(n_rows: int, n_columns: int = 0) -> str:
    """The note about the number of omitted rows and columns.

    >>> left_out(1, 2), left_out(0)
    ('and 1 more row, 2 more columns', '')
    """
    counts = ((n_rows, "row"), (n_columns, "column"))
    more = [f"{count:,} more {what}{'s' * (count > 1)}" for count, what in counts if count > 0]
    return f"and {', '.join(more)}" if more else ""


def note(words: object) -> str:
    """A note below a table.

    >>> note("a & b").count("a &amp; b")
    1
    """
    return f'<div style="opacity: 0.75; margin-top: 0.3em">{text(words)}</div>'


def first_lines(words: str, max_lines: int = 12) -> str:
    r"""The first lines of a text, and the number of omitted ones, for a short `repr`.

    >>> first_lines("a\nb\nc", 2)
    'a\n… 2 more lines; print shows all'
    """
    lines = words.split("\n")
    if len(lines) <= max_lines:
        return words
    return "\n".join([*lines[: max_lines - 1], f"… {len(lines) - max_lines + 1} more lines; print shows all"])


def text(value: object, max_length: int = MAX_TEXT) -> str:
    r"""Escape and truncate a value for HTML.

    >>> text("<script>"), text("a\u202eb"), text("x" * 9, max_length=4)
    ('&lt;script&gt;', 'a\\u202eb', 'xxx…')
    """
    return escape(brief(value, max_length, lines=True))


def brief(value: object, max_length: int = 40, *, lines: bool = False) -> str:
    r"""Truncate a value as text, with control characters escaped. lines: keep line breaks.

    >>> brief("a\nb\u202e"), brief("x" * 9, max_length=4)
    ('a\\nb\\u202e', 'xxx…')
    """
    # Escaping never shortens text, so the first characters suffice.
    raw = str(value)[: max_length + 1]
    words = "".join(each if lines and each in "\n\t" else _visible(each) for each in raw)
    return words if len(words) <= max_length else words[: max_length - 1] + "…"


def _visible(character: str) -> str:
    if character.isprintable() or category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode()


def _data(value: object) -> str:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    return f'<td style="{_NUMBER if is_number else _WORDS}">{_cell(value)}</td>'


def _cell(value: object) -> str:
    return text(_plain(value), MAX_CELL)


def _plain(value: Any) -> object:
    """A number with four significant digits; a dash for missing values."""
    if value is None or (isinstance(value, Real) and isnan(value)):
        return "–"
    if isinstance(value, bool) or not isinstance(value, Real):
        return value
    return f"{int(value)}" if isinstance(value, Integral) else f"{float(value):.4g}"
