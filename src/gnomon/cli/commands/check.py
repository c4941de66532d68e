"""`gnomon check`: which faults of method do data or results invite."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.options import (
    AsJson,
    Drop,
    Group,
    HasHeader,
    Kind,
    MeasureOption,
    Missing,
    Positive,
    Seed,
    Strict,
    Target,
)


def check(
    data: Annotated[
        str | None, typer.Argument(help="A file, - for standard input, a bundled set, or a results file.")
    ] = None,
    target: Target = None,
    group: Group = None,
    time: Annotated[str | None, typer.Option(help="A column that tells the order of rows in time.")] = None,
    positive: Positive = None,
    results: Annotated[
        Path | None, typer.Option(help="A results file of these data, to be checked with them.")
    ] = None,
    folds: Annotated[
        int | None, typer.Option(help="Folds to cut the data into; 10 if not given, or rolling with --time.")
    ] = None,
    measure: MeasureOption = None,
    only: Annotated[
        list[str] | None, typer.Option(help="A check to make, such as GN001; may be repeated.")
    ] = None,
    cost: Annotated[bool, typer.Option(help="Measure what each fault costs.")] = True,
    seed: Seed = 0,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    header: HasHeader = None,
    dismiss: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="CODE REASON",
            help="Dismiss findings, and say why: GN007 'reason', or GN007:COLUMN for one column. A results "
            "file keeps it, and reports show it.",
        ),
    ] = None,
    explain: Annotated[str | None, typer.Option(help="Print the page of a check, such as GN001.")] = None,
    as_json: AsJson = False,
) -> None:
    """Which faults of method do these data, or these results, invite, and what would each cost?

    Ends with code 1 where a fault makes numbers untrustworthy.

    Example: gnomon check iris
    """
    from gnomon.cli import check as checking
    from gnomon.cli.source import reading_options

    if explain is not None:
        checking.explain(explain, as_json=as_json)
        raise typer.Exit
    reading = reading_options(
        group=group, drop=drop, missing=missing, kind=kind, strict=strict, header=header
    )
    asked = checking.CheckRequest(
        data, target, positive, time, results, folds, measure, only, cost, seed, reading, dismiss
    )
    raise typer.Exit(checking.carry_out(asked, as_json=as_json))
