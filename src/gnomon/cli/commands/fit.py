"""`gnomon fit`: fit a learner on all rows and save it with a model card."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.completion import learner_names
from gnomon.cli.options import (
    AsJson,
    Data,
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
    Time,
    Workers,
)


def fit(
    data: Data,
    target: Target = None,
    learner: Annotated[
        str,
        typer.Option(
            help="The learner, such as 'SVC(C=10)'; 'best' for the top-ranked of --results, or of a "
            "comparison that exists already or is run now.",
            autocompletion=learner_names,
        ),
    ] = "best",
    results: Annotated[
        Path | None, typer.Option(help="The results file of a comparison of these data.")
    ] = None,
    out: Annotated[Path, typer.Option(help="The model file to write.")] = Path("model.skops"),
    onnx: Annotated[
        Path | None, typer.Option(help="Also export the model as ONNX, where the learner supports it.")
    ] = None,
    measure: MeasureOption = None,
    folds: Annotated[
        int | None,
        typer.Option(
            help="Number of cross-validation folds for the performance estimate; 0 for none. Default: 10; a "
            "20 % hold-out above 100,000 rows."
        ),
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
    """Fit a learner on all rows and save it with a model card: data, columns, estimated performance.

    Example: gnomon fit iris --learner GaussianNB --out iris.skops
    """
    from gnomon.cli.fitting import FitRequest, carry_out
    from gnomon.cli.source import reading_options

    reading = reading_options(
        group=group, time=time, drop=drop, missing=missing, kind=kind, strict=strict, header=header
    )
    carry_out(
        FitRequest(
            data, target, positive, reading, learner, results, out, onnx, measure, folds, workers, seed
        ),
        as_json=as_json,
    )
