"""`gnomon compare`: compare learners by cross-validation."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.options import (
    AsJson,
    Dask,
    Data,
    Deterministic,
    Drop,
    FoldsIfGiven,
    Grid,
    Group,
    Halving,
    HasHeader,
    Inner,
    Kind,
    Learners,
    Margin,
    MeasureOption,
    Missing,
    Positive,
    Quiet,
    Refits,
    RepeatsIfGiven,
    Seed,
    Strict,
    Target,
    Time,
    UnitMemory,
    UnitSeconds,
    Workers,
)


def compare(
    data: Data,
    target: Target = None,
    learners: Learners = None,
    measure: MeasureOption = None,
    margin: Margin = None,
    folds: FoldsIfGiven = None,
    repeats: RepeatsIfGiven = None,
    inner: Inner = None,
    halving: Halving = None,
    grid: Grid = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder of the results file and the report. Default: results/DATA."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            help="Maximum estimated time of one learner, in minutes. Default on large data: default learners "
            "estimated to take over 10 minutes are skipped, and a note lists them."
        ),
    ] = None,
    workers: Workers = None,
    dask: Dask = None,
    unit_seconds: UnitSeconds = None,
    unit_memory: UnitMemory = None,
    deterministic: Deterministic = False,
    seed: Seed = 0,
    positive: Positive = None,
    group: Group = None,
    time: Time = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    header: HasHeader = None,
    refits: Refits = True,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Compare learners by cross-validation: a leaderboard with confidence intervals, tests and a report.

    Columns are preprocessed for each learner inside every fold, so that no test row leaks. Repeating the
    command resumes an interrupted run. Large data get a provisional leaderboard first.

    Example: gnomon compare iris --folds 5 --repeats 1
    """
    from gnomon.cli.compare import Request, carry_out
    from gnomon.cli.source import reading_options
    from gnomon.cli.worker_options import working_options

    request = Request(
        data=data,
        target=target,
        positive=positive,
        reading=reading_options(
            group=group, time=time, drop=drop, missing=missing, kind=kind, strict=strict, header=header
        ),
        learners=learners,
        measure=measure,
        margin=margin,
        folds=folds,
        repeats=repeats,
        inner=inner,
        halving=halving,
        grid=grid or [],
        out=out,
        minutes=minutes,
        working=working_options(workers, dask, unit_seconds, unit_memory, deterministic=deterministic),
        seed=seed,
        refits=refits,
    )
    raise typer.Exit(carry_out(request, quiet=quiet, as_json=as_json))
