"""`gnomon select`: which columns tell something."""

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
        str, typer.Option(help="What to score by: information_gain, correlation, relieff, mrmr, jmi, ...")
    ] = "information_gain",
    k: Annotated[int | None, typer.Option(help="How many columns to choose; half if not given.")] = None,
    permutations: Annotated[
        int, typer.Option(help="Shuffles of the target for p values, corrected for looking at all columns.")
    ] = 199,
    times: Annotated[int, typer.Option(help="Resamples that tell how steady the choice is.")] = 30,
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
    """Rank the columns by what they tell of the target, choose some, and tell how steady the choice is.

    A choice made on all rows must not be assessed on the same rows: put SelectByFilter into a pipeline.

    Example: gnomon select iris --k 2
    """
    from gnomon.cli.selecting import SelectRequest, carry_out
    from gnomon.cli.source import reading_options

    reading = reading_options(
        group=group, drop=drop, missing=missing, kind=kind, strict=strict, header=header
    )
    asked = SelectRequest(data, target, positive, reading, by, k, permutations, times, seed)
    carry_out(asked, as_json=as_json)
