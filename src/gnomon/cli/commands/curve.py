"""`gnomon curve`: a learner seen as a curve."""

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
            help="The learner, such as 'SVC(C=10)'; logistic or ridge regression if not given.",
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
        typer.Option(help="Its values, such as '0.1,1,10'; those that the learner declares if not given."),
    ] = None,
    folds: Folds = 10,
    out: Annotated[
        Path | None, typer.Option(help="Where to draw the curve (png, svg or pdf); KIND.png if not given.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option(help="Where to write the numbers of the curve, as CSV.")
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
    """Draw a curve of a learner, all from held-out rows: quality by rows or setting, ROC, cost, lift.

    Example: gnomon curve roc breast-cancer --learner GaussianNB --out roc.png
    """
    from gnomon.cli.curves import CurveRequest, carry_out
    from gnomon.cli.source import reading_options

    reading = reading_options(
        group=group, time=time, drop=drop, missing=missing, kind=kind, strict=strict, header=header
    )
    asked = CurveRequest(
        kind_of_curve, data, target, positive, reading, learner, measure, parameter, values, folds, out,
        table, seed,
    )  # fmt: skip
    carry_out(asked, as_json=as_json)
