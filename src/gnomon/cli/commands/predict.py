"""`gnomon predict`: predictions of a model for new rows."""

import typer

from gnomon.cli.options import AsJson, Data, EscapeFormulas, HasHeader, ModelFile, Out


def predict(
    model: ModelFile,
    data: Data,
    out: Out = None,
    header: HasHeader = None,
    escape_formulas: EscapeFormulas = True,
    as_json: AsJson = False,
) -> None:
    """Predict new rows with a saved model; columns are matched by name and checked.

    Writes a CSV: the row, the prediction and the probability of each class.

    Example: gnomon predict iris.skops iris --out predicted.csv
    """
    from gnomon.cli.predicting import carry_out

    code = carry_out(model, data, out, header=header, escape_formulas=escape_formulas, as_json=as_json)
    raise typer.Exit(code)
