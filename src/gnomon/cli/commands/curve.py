"""`gnomon curve`: learning, validation, ROC, calibration and other curves of a learner."""

from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.completion import learner_names
from gnomon.cli.options import (
    AsJson,
    Data,
    Drop,
    Folds,
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
)


def curve(
    kind_of_curve: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="learning, validation, roc, pr, det, calibration, lift, cost, threshold, confusion or "
            "residuals.",
        ),
    ],
    data: Data,
    learner: Annotated[
        str | None,
        typer.Option(
            help="The learner, such as 'SVC(C=10)'. Default: logistic or ridge regression.",
            autocompletion=learner_names,
        ),
    ] = None,
    target: Target = None,
    measure: MeasureOption = None,
    parameter: Annotated[
        str | None, typer.Option(help="For validation curves: the parameter to vary.")
    ] = None,
    values: Annotated[
        str | None,
        typer.Option(help="Its values, such as '0.1,1,10'. Default: the learner's default grid."),
    ] = None,
    folds: Folds = 10,
    out: Annotated[
        Path | None, typer.Option(help="The figure to write (png, svg or pdf). Default: KIND.png.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(help="Also write the points of the curve as CSV to this file.")
    ] = None,
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
    """Plot a cross-validated curve of a learner: learning, validation, ROC, precision-recall, calibration ...

    Example: gnomon curve roc breast-cancer --learner GaussianNB --out roc.png
    """
    from gnomon.cli.curves import CurveRequest, carry_out
    from gnomon.cli.source import reading_options

    reading = reading_options(
        group=group, time=time, drop=drop, missing=missing, kind=kind, strict=strict, header=header
    )
    request = CurveRequest(
        kind_of_curve, data, target, positive, reading, learner, measure, parameter, values, folds, out,
        table, seed,
    )  # fmt: skip
    carry_out(request, as_json=as_json)
