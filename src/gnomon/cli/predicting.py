"""`gnomon predict`: predictions of a saved model for new rows."""

from pathlib import Path

from gnomon.cli.convert import write_frame
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.source import as_path, is_file, open_rows
from gnomon.cli.terminal import print_document
from gnomon.models import load_model


def carry_out(
    model: Path,
    data: str,
    out: Path | None,
    *,
    header: bool | None = None,
    escape_formulas: bool = True,
    as_json: bool,
) -> int:
    """Predict, write one line per row, and return the exit code."""
    with warnings_as_notes():
        saved = load_model(model)
        if is_file(data) and header is None:
            # The card stores the types of the columns, which a few new rows may not show.
            with as_path(data) as path:
                frame = saved.predict_frame(path)
        else:
            frame = saved.predict_frame(open_rows(data, header=header))
    if as_json:
        print_document({"model": model, "rows": len(frame), "predictions": frame})
        return 0
    write_frame(frame, out, escape_formulas=escape_formulas)
    return 0
