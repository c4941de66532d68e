"""`gnomon data show`: what a file or a bundled set holds, column by column."""

import numpy as np
from rich.console import Console
from rich.table import Table as Shown
from rich.text import Text

from gnomon.cli.source import open_any
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.experiments.record import column_record

_MOST_COLUMNS = 200


def print_columns(data: str) -> None:
    """The columns with their kinds, missing values, and ranges or levels."""
    found = open_any(data)
    console = Console()
    console.print(Text(repr(found), style="bold"))
    table = found.table if isinstance(found, Task) else found
    console.print(_columns(table))
    if table.n_columns > _MOST_COLUMNS:
        console.print(f"and {table.n_columns - _MOST_COLUMNS:,} more columns")
    if isinstance(found, Task) and found.classes is not None and found.codes is not None:
        counts = np.bincount(found.codes, minlength=len(found.classes))
        listed = ", ".join(f"{label} ({count:,})" for label, count in zip(found.classes, counts))
        console.print(Text(f"classes: {listed}"))


def _columns(table: Table) -> Shown:
    shown = Shown(box=None, pad_edge=False)
    for heading, side in (("column", "left"), ("kind", "left"), ("missing", "right"), ("holds", "left")):
        shown.add_column(heading, justify=side, overflow="fold")  # type: ignore[arg-type]
    for name in table.names[:_MOST_COLUMNS]:
        column = column_record(table.column(name))
        missing = f"{column.missing:,}" if column.missing else "–"
        shown.add_row(Text(column.name, style="cyan"), column.kind, missing, Text(column.holds))
    return shown
