"""`gnomon tune`: hyperparameter tuning with nested cross-validation."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.options import (
    AsJson,
    Data,
    Drop,
    Grid,
    Group,
    HasHeader,
    Kind,
    Learner,
    MeasureOption,
    Missing,
    Positive,
    Seed,
    Strict,
    Target,
    Time,
    Workers,
)


def tune(
    data: Data,
    learner: Learner,
    target: Target = None,
    grid: Grid = None,
    n_settings: Annotated[
        int | None,
        typer.Option(
            help="Number of candidates to sample from the grid (random search). Default: all (grid search)."
        ),
    ] = None,
    measure: MeasureOption = None,
    folds: Annotated[int, typer.Option(help="Number of outer folds, which estimate performance.")] = 10,
    inner: Annotated[int, typer.Option(help="Number of inner folds, which select hyperparameters.")] = 5,
    rule: Annotated[str, typer.Option(help="Selection rule: 'best' or 'one standard error'.")] = "best",
    out: Annotated[Path | None, typer.Option(help="The model file to write, such as model.skops.")] = None,
    store: Annotated[
        Path | None, typer.Option(help="A results file to store the run in, so that it can be resumed.")
    ] = None,
    workers: Workers = None,
    seed: Seed = 0,
    positive: Positive = None,
    group: Group = None,
    time: Time = None,
    drop: Drop = None,
    missing: Missing = None,
    kind: Kind = None,
    strict: Strict = False,
    header: HasHeader = None,
    as_json: AsJson = False,
) -> None:
    """Tune hyperparameters by grid or random search, with a nested cross-validation estimate of the result.

    The table also shows the optimistic scores that would have been reported without nesting.

    Example: gnomon tune iris --learner KNeighborsClassifier --folds 5 --inner 3
    """
    from gnomon.cli.source import reading_options
    from gnomon.cli.tuning import TuneRequest, carry_out

    reading = reading_options(
        group=group, time=time, drop=drop, missing=missing, kind=kind, strict=strict, header=header
    )
    request = TuneRequest(
        data, target, positive, reading, learner, grid or [], n_settings, measure, folds, inner, rule, out,
        store, workers, seed,
    )  # fmt: skip
    carry_out(request, as_json=as_json)
