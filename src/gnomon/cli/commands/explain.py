"""`gnomon explain`: explain one prediction of a model."""

from typing import Annotated

import typer

from gnomon.cli.options import AsJson, Data, HasHeader, ModelFile


def explain(
    model: ModelFile,
    data: Data,
    row: Annotated[int, typer.Option(help="Index of the row to explain; the first is 0.")] = 0,
    header: HasHeader = None,
    as_json: AsJson = False,
) -> None:
    """Explain the prediction for one row: rules, neighbors, odds factors or Shapley values.

    Example: gnomon explain iris.skops iris --row 100
    """
    from gnomon.cli.explaining import carry_out

    carry_out(model, data, row, header=header, as_json=as_json)
