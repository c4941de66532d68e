"""`gnomon select`: feature ranking and selection by filters."""

from typing import Annotated

import typer

from gnomon.cli.options import (
    AsJson,
    Data,
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


def select(
    data: Data,
    target: Target = None,
    by: Annotated[
        str, typer.Option(help="The filter score: information_gain, correlation, relieff, mrmr, jmi, ...")
    ] = "information_gain",
    k: Annotated[
        int | None, typer.Option(help="Number of features to select. Default: half of them.")
    ] = None,
    permutations: Annotated[
        int,
        typer.Option(
            help="Number of permutations of the target for p values, adjusted for multiple testing."
        ),
    ] = 199,
    resamples: Annotated[int, typer.Option(help="Number of resamples to estimate selection stability.")] = 30,
    seed: Seed = 0,
    positive: Positive = None,
    group: Group = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    header: HasHeader = None,
    as_json: AsJson = False,
) -> None:
    """Feature selection by a filter: rank the columns, select the best, and estimate selection stability.

    Do not evaluate a model on the rows that selected its features: put SelectByFilter into a pipeline
    instead.

    Example: gnomon select iris --k 2
    """
    from gnomon.cli.feature_selection import SelectRequest, carry_out
    from gnomon.cli.source import reading_options

    reading = reading_options(
        group=group, drop=drop, missing=missing, kind=kind, strict=strict, header=header
    )
    request = SelectRequest(data, target, positive, reading, by, k, permutations, resamples, seed)
    carry_out(request, as_json=as_json)
