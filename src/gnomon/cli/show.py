"""`gnomon data show`: what a file or a bundled set holds, column by column, on one screen."""

from math import isnan
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as Shown
from rich.text import Text

from gnomon.cli.live import notes_told
from gnomon.cli.source import open_any
from gnomon.cli.terminal import clear, print_document
from gnomon.data.suspects import holds_dates
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.experiments.record import column_record
from gnomon.features.association import FeatureAssociation
from gnomon.features.automatic.dates import date_formats, seconds_of
from gnomon.features.overview import ColumnOverview, column_overview

_MOST_COLUMNS = 200
_LINES_AROUND = 7
_KINDS = {"quantitative": "number", "categorical": "category"}
_WIDEST = {"column": 18, "center": 19}
_SHORT = {"r": "r", "rank_r": "rank r", "correlation_ratio": "eta", "cramer_v": "V"}
_MEASURES = "r: correlation (of ranks), eta: correlation ratio, V: Cramér's, ±: deviation"


def print_columns(
    data: str, target: str | None = None, reading: dict[str, Any] | None = None, *, as_json: bool = False
) -> None:
    """The columns: kind, missing values, range or levels, center and spread, association with the target."""
    with notes_told():
        found = open_any(data, **(reading or {}))
    if target is not None and isinstance(found, Task):
        raise ParameterError(f"the bundled set {data!r} has its own target; leave --target out")
    table = found.table if isinstance(found, Task) else found
    if as_json:
        print_document(_document(found, table, target))
        return
    console = Console()
    console.print(Text(clear(repr(found)), style="bold"))
    names = table.names[: _most(console)]
    looked = column_overview(found, target, columns=names)
    has_target = any(each.association is not None for each in looked.columns)
    console.print(_columns(table, looked.columns, has_target, console.width))
    if table.n_columns > len(names):
        console.print(f"and {table.n_columns - len(names):,} more columns")
    console.print(Text(_MEASURES if has_target else "±: deviation", style="dim"))
    if isinstance(found, Task) and found.classes is not None and found.codes is not None:
        counts = np.bincount(found.codes, minlength=len(found.classes))
        listed = ", ".join(f"{label} ({count:,})" for label, count in zip(found.classes, counts))
        console.print(Text(clear(f"classes: {listed}")))


def _document(found: Table | Task, table: Table, target: str | None) -> dict[str, Any]:
    return {
        "data": repr(found),
        "rows": table.n_rows,
        "n_columns": table.n_columns,
        "columns": column_overview(found, target).frame(),
        "classes": None if not isinstance(found, Task) else found.classes,
    }


def _most(console: Console) -> int:
    """As many columns as a screen has room for; a file or a pipe has more."""
    return max(console.size.height - _LINES_AROUND, 10) if console.is_terminal else _MOST_COLUMNS


def _columns(table: Table, columns: tuple[ColumnOverview, ...], has_target: bool, width: int) -> Shown:
    """A line a column; what it holds is cut where a line is full."""
    said: dict[str, list[str]] = {
        "column": [each.name for each in columns],
        "kind": [_kind(table, each) for each in columns],
        "missing": [f"{each.missing:,}" if each.missing else "–" for each in columns],
        "holds": [_holds(table, each) for each in columns],
        "center": ["–" if _kind(table, each) == "date" else _center(each) for each in columns],
    }
    if not any(each.missing for each in columns):
        del said["missing"]
    if has_target:
        # Levels of dates are hardly there twice, so that V of them is near 1 whatever the target.
        found = [None if _kind(table, each) == "date" else each.association for each in columns]
        said["target"], said["p"] = map(list, zip(*map(_associated, found)))
    widths = {name: max(map(len, [name, *cells])) for name, cells in said.items()}
    widths |= {name: min(most, widths[name]) for name, most in _WIDEST.items()}
    widths["holds"] = max(width - sum(widths.values()) + widths["holds"] - 2 * (len(widths) - 1), 7)
    shown = Shown(box=None, pad_edge=False)
    for name, most in widths.items():
        is_number = name in ("missing", "p")
        shown.add_column(name, no_wrap=True, max_width=most, justify="right" if is_number else "left")
    for cells in zip(*said.values()):
        shown.add_row(Text(clear(cells[0]), style="cyan"), *(Text(clear(cell)) for cell in cells[1:]))
    return shown


def _kind(table: Table, each: ColumnOverview) -> str:
    column = table.column(each.name)
    is_date = each.kind == "categorical" and holds_dates(column)
    if is_date and date_formats([str(level) for level in column.levels]):
        return "date"
    return _KINDS.get(each.kind, each.kind)


def _holds(table: Table, each: ColumnOverview) -> str:
    column = table.column(each.name)
    holds = column_record(column).holds
    if _kind(table, each) == "date":
        seconds = seconds_of(column.levels, date_formats([str(level) for level in column.levels])[0])
        return f"{column.levels[np.argmin(seconds)]} to {column.levels[np.argmax(seconds)]}"
    return f"{each.remark} ({holds})" if each.remark else holds


def _center(each: ColumnOverview) -> str:
    if each.kind != "quantitative" or each.center == "–":
        return each.center
    return f"{float(each.center.split()[-1]):.4g} ± {_two_digits(float(each.spread.split()[-1]))}"


def _two_digits(number: float) -> str:
    """Two digits that count, and no power of ten where the number is an everyday one."""
    return f"{number:.0f}" if 10 <= number < 1e6 else f"{number:.2g}"


def _associated(association: FeatureAssociation | None) -> tuple[str, str]:
    if association is None or isnan(association.value):
        return "–", "–"
    return f"{_SHORT[association.measure]} {association.value:.3f}", _p_value(association.p_value)


def _p_value(p: float) -> str:
    """A p value in few characters; most of those below are 0 in floating point.

    >>> _p_value(0.0), _p_value(0.0312)
    ('<1e-99', '0.03')
    """
    return "<1e-99" if p < 1e-99 else f"{p:.1g}"
