"""`gnomon predict`: predictions of a model for new rows."""

import typer

from gnomon.cli.options import AsJson, Data, HasHeader, ModelFile, Out


def predict(
    model: ModelFile,
    data: Data,
    out: Out = None,
    header: HasHeader = None,
    as_json: AsJson = False,
) -> None:
    """Predict new rows with a saved model; columns are matched by name and checked.

    Writes a CSV: the row, the prediction and the probability of each class. Labels are written unchanged,
    even where a spreadsheet would run them as formulas (=, +, -, @ in front): a note warns of it.

    Example: gnomon predict iris.skops iris --out predicted.csv
    """
    from gnomon.cli.predicting import carry_out

    raise typer.Exit(carry_out(model, data, out, header=header, as_json=as_json))
