"""`gnomon data show`: the columns of a data set on one screen."""

from math import isnan
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as Shown
from rich.text import Text

from gnomon.cli.advice import option
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.source import open_any
from gnomon.cli.terminal import clear, print_document
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.experiments.record import column_record
from gnomon.features.association import FeatureAssociation
from gnomon.features.automatic.column_use import use_of
from gnomon.features.automatic.dates import date_formats, seconds_of
from gnomon.features.overview import ColumnOverview, column_overview
from gnomon.features.profiles.words import number_in_words

_MAX_COLUMNS = 200
_LINES_AROUND = 7
_WIDEST = {"column": 18, "center": 21}
# On a narrower terminal the centers are left out.
_MIN_HOLDS = 20
_UNITS = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))
_SHORT = {"r": "r", "rank_r": "rank r", "correlation_ratio": "eta", "cramer_v": "V"}
# Kinds whose values hardly repeat.
_WITHOUT_CENTER = ("date", "text")
_MEASURES = "r: correlation (of ranks), eta: correlation ratio, V: Cramér's, ±: deviation"


def print_columns(
    data: str, target: str | None = None, reading: dict[str, Any] | None = None, *, as_json: bool = False
) -> None:
    """The columns: type, missing values, range or levels, center and spread, association with the target."""
    with warnings_as_notes():
        opened = open_any(data, **(reading or {}))
    if target is not None and isinstance(opened, Task):
        raise ParameterError(f"the bundled data set {data!r} has its own target; omit {option('target')}")
    table = opened.table if isinstance(opened, Task) else opened
    if as_json:
        print_document(_document(opened, table, target))
        return
    console = Console()
    console.print(Text(clear(_heading(opened)), style="bold"))
    names = table.names[: _max_columns(console)]
    described = column_overview(opened, target, columns=names)
    has_target = target is not None or any(each.association is not None for each in described.columns)
    console.print(_columns(table, described.columns, has_target, console.width))
    if table.n_columns > len(names):
        console.print(f"and {table.n_columns - len(names):,} more columns")
    console.print(Text(_MEASURES if has_target else "±: deviation", style="dim"))
    if isinstance(opened, Task) and opened.classes is not None and opened.codes is not None:
        counts = np.bincount(opened.codes, minlength=len(opened.classes))
        listed = ", ".join(f"{label} ({count:,})" for label, count in zip(opened.classes, counts))
        console.print(Text(clear(f"classes: {listed}")))


def _heading(opened: Table | Task) -> str:
    """The kinds of a table's columns as stored are not those of the lines below, where dates and text are."""
    return (
        repr(opened)
        if isinstance(opened, Task)
        else f"{_counted(opened.n_rows, 'row')} and {_counted(opened.n_columns, 'column')}"
    )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"


def _document(opened: Table | Task, table: Table, target: str | None) -> dict[str, Any]:
    return {
        "data": repr(opened),
        "rows": table.n_rows,
        "n_columns": table.n_columns,
        "columns": column_overview(opened, target).frame(),
        "classes": None if not isinstance(opened, Task) else opened.classes,
    }


def _max_columns(console: Console) -> int:
    """As many columns as fit the screen; more for a file or a pipe."""
    return max(console.size.height - _LINES_AROUND, 10) if console.is_terminal else _MAX_COLUMNS


def _columns(table: Table, columns: tuple[ColumnOverview, ...], has_target: bool, width: int) -> Shown:
    """One line per column, truncated to the width of the terminal."""
    kinds = {each.name: use_of(table.column(each.name)).kind for each in columns}
    cells_of: dict[str, list[str]] = {
        "column": [each.name for each in columns],
        "kind": [kinds[each.name] for each in columns],
        "missing": [f"{each.missing:,}" if each.missing else "–" for each in columns],
        "holds": [_holds(table, each, kinds[each.name]) for each in columns],
        "center": ["–" if kinds[each.name] in _WITHOUT_CENTER else _center(each) for each in columns],
    }
    if not any(each.missing for each in columns):
        del cells_of["missing"]
    if has_target:
        # Levels of dates and text hardly repeat, so that V of them is near 1 whatever the target.
        associations = [None if kinds[each.name] in _WITHOUT_CENTER else each.association for each in columns]
        cells_of["target"], cells_of["p"] = map(list, zip(*map(_associated, associations)))
    widths = _widths(cells_of, width)
    if widths["holds"] < _MIN_HOLDS:
        del cells_of["center"]
        widths = _widths(cells_of, width)
    shown = Shown(box=None, pad_edge=False)
    for name, limit in widths.items():
        is_number = name in ("missing", "p")
        shown.add_column(name, no_wrap=True, max_width=limit, justify="right" if is_number else "left")
    for cells in zip(*cells_of.values()):
        shown.add_row(Text(clear(cells[0]), style="cyan"), *(Text(clear(cell)) for cell in cells[1:]))
    return shown


def _widths(cells_of: dict[str, list[str]], width: int) -> dict[str, int]:
    """The width of each column; what the others leave is for `holds`."""
    widths = {name: max(map(len, [name, *cells])) for name, cells in cells_of.items()}
    widths |= {name: min(limit, widths[name]) for name, limit in _WIDEST.items() if name in widths}
    widths["holds"] = max(width - sum(widths.values()) + widths["holds"] - 2 * (len(widths) - 1), 7)
    return widths


def _holds(table: Table, each: ColumnOverview, kind: str) -> str:
    column = table.column(each.name)
    holds = column_record(column).holds
    if kind == "date" and column.kind == "quantitative":
        return f"{np.nanmin(column.values):.0f} to {np.nanmax(column.values):.0f}"
    if kind == "date":
        seconds = seconds_of(column.levels, date_formats([str(level) for level in column.levels])[0])
        return f"{column.levels[np.nanargmin(seconds)]} to {column.levels[np.nanargmax(seconds)]}"
    if kind == "text":
        return f"free text, {len(column.levels):,} distinct ({holds})"
    if each.remark == "constant":
        value = column.values[np.flatnonzero(~column.missing)[0]]
        is_number = column.kind == "quantitative"
        holds = number_in_words(float(value), 6) if is_number else str(column.levels[value])
    return f"{each.remark} ({holds})" if each.remark else holds


def _center(each: ColumnOverview) -> str:
    if each.kind != "quantitative" or each.center == "–":
        return each.center
    mean, deviation = (float(words.split()[-1]) for words in (each.center, each.spread))
    size = max(abs(mean), deviation)
    unit, name = next(((each, f" {name}") for each, name in _UNITS if each <= size), (1.0, ""))
    return f"{number_in_words(mean / unit)} ± {number_in_words(deviation / unit, 2)}{name}"


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
