"""Registration of data sets written as text."""

import csv
import io
from collections.abc import Mapping
from typing import Any

from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.registry import sets

BROWN = "G. Brown, guide to machine learning, University of Manchester (2018)"
FAWCETT = "T. Fawcett, An introduction to ROC analysis (2006)"
FLACH = "P. Flach, Machine Learning (2012)"
MITCHELL = "J. R. Quinlan (1986); T. Mitchell, Machine Learning (1997)"
MIT = "MIT course 6.034, Artificial Intelligence, notes of section 8 (2003)"
NOTES = "Probabilistic Models, course notes on chapters 9 to 11 of P. Flach, Machine Learning (2012)"
RAJPOOT = "K. Rajpoot, Machine Learning, lecture slides, University of Birmingham"
ROGERS = "S. Rogers and M. Girolami, A First Course in Machine Learning (2011)"
ZAKI = "M. J. Zaki and W. Meira, Data Mining and Analysis (2014), classification assessment"
OWN = "made for the tests of this package"


def printed(
    name: str,
    title: str,
    source: str,
    text: str,
    *,
    target: str | None = None,
    clusters: bool = False,
    levels: Mapping[str, Any] | None = None,
    **options: Any,
) -> None:
    """Register a table of comma-separated text; with a target, or with clusters=True, as a Task."""
    columns = parse(text)

    def make() -> Task | Table:
        if target is None and not clusters:
            return Table.of(columns, levels=levels)
        return Task.of(columns, target, name=name, levels=levels, **options)

    n_rows = len(next(iter(columns.values())))
    is_task = target is not None or clusters
    sets.add(name, make, title, source=source, rows=n_rows, columns=len(columns), task=is_task)


def parse(text: str) -> dict[str, list[Any]]:
    """Parse columns by name; a column is numeric if every field is a number.

    >>> parse("a,b\\n1,x\\n2.5,y")
    {'a': [1.0, 2.5], 'b': ['x', 'y']}
    """
    header, *rows = csv.reader(io.StringIO(text.strip()))
    return {name: _numbers([row[index] for row in rows]) for index, name in enumerate(header)}


def _numbers(fields: list[str]) -> list[Any]:
    try:
        return [float(field) for field in fields]
    except ValueError:
        return list(fields)
