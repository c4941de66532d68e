"""`gnomon plan`: which difference a design can see, and what it costs."""

from typing import Annotated

import typer

from gnomon.cli.options import (
    AsJson,
    Data,
    Drop,
    FoldsIfGiven,
    Grid,
    Group,
    HasHeader,
    Inner,
    Kind,
    Learners,
    MeasureOption,
    Missing,
    Positive,
    RepeatsIfGiven,
    Seed,
    Strict,
    Target,
    Time,
    Workers,
)


def plan(
    data: Data,
    target: Target = None,
    learners: Learners = None,
    measure: MeasureOption = None,
    folds: FoldsIfGiven = None,
    repeats: RepeatsIfGiven = None,
    inner: Inner = None,
    grid: Grid = None,
    difference: Annotated[
        float | None, typer.Option(help="A difference that you would not want to miss.")
    ] = None,
    discordant: Annotated[
        float, typer.Option(help="The share of rows that just one of two learners gets right.")
    ] = 0.1,
    sd: Annotated[
        float | None,
        typer.Option(help="How much the difference of two learners varies from split to split."),
    ] = None,
    power: Annotated[float, typer.Option(help="How often such a difference is to be seen.")] = 0.8,
    pilot_rows: Annotated[int, typer.Option(help="Rows that the pilot of the costs works on.")] = 500,
    workers: Workers = None,
    seed: Seed = 0,
    positive: Positive = None,
    group: Group = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    time: Time = None,
    header: HasHeader = None,
    as_json: AsJson = False,
) -> None:
    """Before anything is run: which difference can this design see, and what will it cost?

    Example: gnomon plan breast-cancer --folds 10 --repeats 3
    """
    from gnomon.cli.compare import Request, design_of
    from gnomon.cli.live import notes_told
    from gnomon.cli.planning import Assumed, tell_plan
    from gnomon.cli.source import reading_options
    from gnomon.cli.working import working_options

    request = Request(
        data=data,
        target=target,
        positive=positive,
        reading=reading_options(
            group=group, drop=drop, missing=missing, kind=kind, strict=strict, time=time, header=header
        ),
        learners=learners,
        measure=measure,
        folds=folds,
        repeats=repeats,
        inner=inner,
        grid=grid or [],
        working=working_options(workers, None, None, None),
        seed=seed,
    )
    assumed = Assumed(difference, discordant, sd, power)
    with notes_told():
        design, _ = design_of(request)
    tell_plan(design, assumed, request.working["workers"], pilot_rows, as_json=as_json)
