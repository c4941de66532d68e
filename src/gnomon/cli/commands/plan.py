"""`gnomon plan`: power analysis and running time of a design."""

from typing import Annotated

import typer

from gnomon.cli.options import (
    AsJson,
    Data,
    Drop,
    FoldsIfGiven,
    Grid,
    Group,
    Halving,
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
    halving: Halving = None,
    grid: Grid = None,
    difference: Annotated[
        float | None, typer.Option(help="The smallest difference of interest, in units of the measure.")
    ] = None,
    discordant: Annotated[
        float, typer.Option(help="Fraction of rows that exactly one of two learners classifies correctly.")
    ] = 0.1,
    sd: Annotated[
        float | None,
        typer.Option(help="Standard deviation of the difference of two learners between splits."),
    ] = None,
    power: Annotated[
        float, typer.Option(help="Required power: the probability of detecting such a difference.")
    ] = 0.8,
    pilot_rows: Annotated[
        int, typer.Option(help="Number of rows of the pilot run that estimates the running time.")
    ] = 500,
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
    """Power analysis before a run: which difference can this design detect, and how long will it take?

    Example: gnomon plan breast-cancer --folds 10 --repeats 3
    """
    from gnomon.cli.compare import Request, design_of
    from gnomon.cli.live import warnings_as_notes
    from gnomon.cli.planning import Assumed, print_plan
    from gnomon.cli.source import reading_options
    from gnomon.cli.worker_options import working_options

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
        halving=halving,
        grid=grid or [],
        working=working_options(workers, None, None, None),
        seed=seed,
    )
    assumed = Assumed(difference, discordant, sd, power)
    with warnings_as_notes():
        design, _ = design_of(request)
    print_plan(design, assumed, request.working["workers"], pilot_rows, as_json=as_json)
