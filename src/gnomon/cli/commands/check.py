"""`gnomon check`: methodology checks of data or results (leakage, duplicates, imbalance ...)."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.options import (
    AsJson,
    Drop,
    Group,
    HasHeader,
    Kind,
    Missing,
    Positive,
    Seed,
    Strict,
    Target,
)


def check(
    data: Annotated[
        str | None,
        typer.Argument(help="A file, - for standard input, a bundled data set, or a results file."),
    ] = None,
    target: Target = None,
    group: Group = None,
    time: Annotated[str | None, typer.Option(help="A column of dates or times that orders the rows.")] = None,
    positive: Positive = None,
    results: Annotated[
        Path | None, typer.Option(help="A results file of these data, to check with them.")
    ] = None,
    folds: Annotated[
        int | None,
        typer.Option(help="Number of cross-validation folds. Default: 10; rolling-origin with --time."),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            help="The measure of what each pitfall costs. Default: that of the results; without results auc "
            "for two classes, balanced_accuracy or accuracy for more, r2 for numbers."
        ),
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(help="Run only this check, such as GN001; may be repeated.")
    ] = None,
    cost: Annotated[bool, typer.Option(help="Measure how much each pitfall changes the score.")] = True,
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
            help="Dismiss findings with a reason: GN007 'reason', or GN007:COLUMN for one column. The "
            "results file stores it and reports show it.",
        ),
    ] = None,
    explain: Annotated[
        str | None, typer.Option(help="Print the documentation of a check, such as GN001.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Methodology checks: find pitfalls such as leakage in data or results, and measure what each costs.

    Exits with code 1 if a finding makes the scores untrustworthy.

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
    request = checking.CheckRequest(
        data, target, positive, time, results, folds, measure, only, cost, seed, reading, dismiss
    )
    raise typer.Exit(checking.carry_out(request, as_json=as_json))
