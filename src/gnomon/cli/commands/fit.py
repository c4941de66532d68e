"""`gnomon fit`: train a learner on all rows and keep it with what is known of it."""

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
            help="The learner, such as 'SVC(C=10)'; 'best' for the first of --results, or of a comparison "
            "that is at hand or run now.",
            autocompletion=learner_names,
        ),
    ] = "best",
    results: Annotated[
        Path | None, typer.Option(help="The results file of a comparison of these data.")
    ] = None,
    out: Annotated[Path, typer.Option(help="The model file to write.")] = Path("model.skops"),
    onnx: Annotated[
        Path | None, typer.Option(help="Write the model as ONNX, too, where the learner has a form there.")
    ] = None,
    measure: MeasureOption = None,
    folds: Annotated[
        int | None,
        typer.Option(
            help="Folds that tell how good the model is; 0 for none. If not given, 10, or a hold-out of "
            "20 % above 100,000 rows."
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
    """Train a learner on all rows, and write it to a file with a card: data, columns, how good it is.

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
