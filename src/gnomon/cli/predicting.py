"""`gnomon predict`: new rows through a model file."""

from pathlib import Path

from gnomon.cli.convert import write_frame
from gnomon.cli.live import notes_told
from gnomon.cli.source import as_path, is_file, open_rows
from gnomon.cli.terminal import print_document
from gnomon.models import load_model


def carry_out(model: Path, data: str, out: Path | None, *, header: bool | None = None, as_json: bool) -> int:
    """Predict, and write a line a row; the exit code."""
    with notes_told():
        saved = load_model(model)
        if is_file(data) and header is None:
            # The card knows the kinds of the columns, which a few new rows may not show.
            with as_path(data) as path:
                frame = saved.predict_frame(path)
        else:
            frame = saved.predict_frame(open_rows(data, header=header))
    if as_json:
        print_document({"model": model, "rows": len(frame), "predictions": frame})
        return 0
    write_frame(frame, out)
    return 0
