"""`gnomon data show --profile`: each column in a few lines, with quartiles, a small histogram and remarks."""

from dataclasses import asdict
from math import isnan
from typing import Any

from rich.console import Console
from rich.text import Text

from gnomon.cli.advice import option
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.source import open_any
from gnomon.cli.terminal import clear, print_document
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.features.association import TITLES
from gnomon.features.profiles.column import ColumnProfile
from gnomon.features.profiles.table import Profile, overall_facts, profile
from gnomon.features.profiles.words import number_in_words

_BLOCKS = "▁▂▃▄▅▆▇█"
_MAX_BARS = 24
_MAX_LEVELS = 5


def print_profile(
    data: str, target: str | None = None, reading: dict[str, Any] | None = None, *, as_json: bool = False
) -> None:
    """The profile of a data set: overall facts, then each column, then associated columns."""
    with warnings_as_notes():
        opened = open_any(data, **(reading or {}))
    if target is not None and isinstance(opened, Task):
        raise ParameterError(f"the bundled data set {data!r} has its own target; omit {option('target')}")
    described = profile(opened, target)
    if as_json:
        print_document(_document(repr(opened), described))
        return
    console = Console()
    console.print(Text(clear(repr(opened)), style="bold"))
    console.print(Text(", ".join(overall_facts(described))))
    for each in (*([] if described.target is None else [described.target]), *described.columns):
        console.print(Text(f"\n{clear(each.name)}", style="cyan").append(f"  {_counts(each)}", style="dim"))
        for line in column_lines(each):
            console.print(Text(f"  {clear(line)}"))
    for pair in described.pairs:
        console.print(Text(f"\n{clear(pair)}"))


def column_lines(each: ColumnProfile) -> list[str]:
    """A column in lines: values, histogram, association with the target, remarks.

    >>> from gnomon.data.column import column_of
    >>> from gnomon.features.profiles.column import profile_column
    >>> column_lines(profile_column(column_of("age", [30.0, 40.0, 40.0, 60.0])))[0]
    '30 │ 37.5 │ 40 │ 45 │ 60   mean 42.5 ± 12.58'
    """
    lines = [_values(each)] if each.levels or each.counts else []
    if each.counts:
        lines.append(_bars(each))
    if each.measure and not isnan(each.value):
        p = "p < 0.001" if each.p_value < 0.001 else f"p = {each.p_value:.2g}"
        lines.append(f"with the target: {TITLES[each.measure]} {each.value:.2f}, {p}")
    return [*lines, *(f"! {remark}" for remark in each.remarks)]


def _counts(each: ColumnProfile) -> str:
    facts = [each.kind, f"{each.distinct:,} distinct"]
    return ", ".join([*facts, *([f"{each.missing:,} missing"] if each.missing else [])])


def _values(each: ColumnProfile) -> str:
    if each.kind == "date":
        return f"{each.first} to {each.last}"
    if each.levels:
        shown = [f"{level[:30]} ({rows:,})" for level, rows in each.levels[:_MAX_LEVELS]]
        more = each.distinct - len(shown)
        return " · ".join([*shown, *([f"{more:,} more"] if more > 0 else [])])
    five = (each.minimum, each.lower_quartile, each.median, each.upper_quartile, each.maximum)
    center = f"mean {number_in_words(each.mean)} ± {number_in_words(each.standard_deviation)}"
    return f"{' │ '.join(map(number_in_words, five))}   {center}"


def _bars(each: ColumnProfile) -> str:
    highest = max(each.counts)
    return "".join(
        " " if not rows else _BLOCKS[min(8 * rows // highest, 7)] for rows in each.counts[:_MAX_BARS]
    )


def _document(name: str, described: Profile) -> dict[str, Any]:
    return {
        "data": name,
        "rows": described.n_rows,
        "n_columns": described.n_columns,
        "missing": described.missing,
        "duplicates": described.duplicates,
        "bytes": described.memory,
        "target": None if described.target is None else asdict(described.target),
        "columns": [asdict(each) for each in described.columns],
        "pairs": [asdict(each) for each in described.pairs],
    }
