"""`gnomon explain`: why a model says what it says of one row."""

from typing import Annotated

import typer

from gnomon.cli.options import AsJson, Data, HasHeader, ModelFile


def explain(
    model: ModelFile,
    data: Data,
    row: Annotated[int, typer.Option(help="The row to explain; the first is 0.")] = 0,
    header: HasHeader = None,
    as_json: AsJson = False,
) -> None:
    """Why does a model say what it says of one row: rules, neighbors, factors or contributions.

    Example: gnomon explain iris.skops iris --row 100
    """
    from gnomon.cli.explaining import carry_out

    carry_out(model, data, row, header=header, as_json=as_json)
