"""Write a table to a file, or as text to standard output."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from gnomon.atomic_file import replacing
from gnomon.cli.advice import option
from gnomon.cli.terminal import note
from gnomon.data.formulas import escaped, formula_note
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import ParameterError, StoreError

if TYPE_CHECKING:
    import pandas as pd

_ENDINGS = {"csv": "csv", "tsv": "tsv", "tab": "tsv", "parquet": "parquet", "pq": "parquet", "arff": "arff"}


def write_table(
    data: Table | Task, out: Path | None, format: str | None, *, escape_formulas: bool = True
) -> None:
    """Write a table, or a task with its target, in a format, by default that of the file extension."""
    write_frame(frame_of(data), out, format, escape_formulas=escape_formulas)


def frame_of(data: Table | Task) -> "pd.DataFrame":
    """The columns, and the target of a task as the last one."""
    if isinstance(data, Table):
        return data.to_pandas()
    frame = data.table.to_pandas()
    if data.y is not None:
        frame["target" if "target" not in frame else f"target of {data.name}"] = data.y
    return frame


def write_frame(
    frame: "pd.DataFrame", out: Path | None, format: str | None = None, *, escape_formulas: bool = True
) -> None:
    """Write a data frame; as CSV to standard output if no file is given.

    escape_formulas: write an apostrophe before text in CSV and TSV that a spreadsheet would run as a formula.
    """
    suffix = "csv" if out is None else out.suffix.lstrip(".").lower()
    chosen = _ENDINGS.get((format or suffix).lower())
    if chosen is None:
        raise ParameterError(
            f"{format or out}: unknown format; choose csv, tsv, parquet or arff by {option('format')}"
        )
    try:
        if chosen == "parquet":
            _write_parquet(frame, out)
        elif out is None:
            _write_text(frame, sys.stdout, chosen, escape_formulas=escape_formulas)
        else:
            with replacing(out) as aside, aside.open("w", encoding="utf-8", newline="") as file:
                _write_text(frame, file, chosen, escape_formulas=escape_formulas)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise StoreError(
            f"{out} cannot be written: {error.strerror}; give another path by {option('out')}"
        ) from error


def _write_text(frame: "pd.DataFrame", file: TextIO, format: str, *, escape_formulas: bool) -> None:
    if format == "arff":
        _write_arff(frame, file)
        return
    frame, remark = escaped(frame) if escape_formulas else (frame, formula_note(frame))
    if remark is not None:
        note(f"note: {remark}")
    frame.to_csv(file, index=False, sep="\t" if format == "tsv" else ",", lineterminator="\n")


def _write_parquet(frame: "pd.DataFrame", out: Path | None) -> None:
    if out is None:
        raise ParameterError(f"Parquet is a binary format; name a file by {option('out')}")
    try:
        with replacing(out) as aside:
            frame.to_parquet(aside, index=False)
    except ImportError:
        raise ParameterError("Parquet needs pyarrow; install gnomon[parquet], or write CSV") from None


def _write_arff(frame: "pd.DataFrame", file: TextIO) -> None:
    """Weka's format: one line per column with its type, then the rows."""
    file.write("@relation table\n\n")
    for name in frame:
        file.write(f"@attribute {_quoted(name)} {_arff_kind(frame[name])}\n")
    file.write("\n@data\n")
    columns = [
        [
            "?" if is_missing else _arff_value(each)
            for each, is_missing in zip(frame[name], frame[name].isna())
        ]
        for name in frame
    ]
    file.writelines(",".join(cells) + "\n" for cells in zip(*columns))


def _arff_kind(column: "pd.Series[Any]") -> str:
    if column.dtype.kind in "iuf":
        return "numeric"
    levels = getattr(column.dtype, "categories", None)
    levels = sorted(column.dropna().unique(), key=str) if levels is None else levels
    return "{" + ",".join(_quoted(each) for each in levels) + "}"


def _arff_value(value: Any) -> str:
    if isinstance(value, float):
        return repr(value)
    return _quoted(value) if isinstance(value, str) else str(value)


def _quoted(value: Any) -> str:
    text = str(value).replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{text}'"
