"""Reading a table from a file: the suffix says which reader of `files` to ask."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gnomon.data.build import check_filled
from gnomon.data.column import check_kind
from gnomon.data.files.arff import read_arff
from gnomon.data.files.delimited import read_delimited
from gnomon.data.files.parquet import read_parquet
from gnomon.data.lenient import without_empty_columns
from gnomon.data.sentinels import tell_sentinels
from gnomon.data.table import Table
from gnomon.errors import DataError

# What means a missing value in columns of words, too; columns of numbers know more (see `mixed`).
MISSING = ("", "?", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "null", "NULL")
READ_OPTIONS = (
    "kinds", "levels", "delimiter", "encoding", "quote", "decimal", "header", "missing", "drop", "format",
    "strict",
)  # fmt: skip

_FORMATS = {
    "csv": ("csv", "tsv", "tab", "txt", "data", "dat"),
    "parquet": ("parquet", "pq"),
    "arff": ("arff",),
}
_FORMAT_OF = {suffix: format for format, suffixes in _FORMATS.items() for suffix in suffixes}


def read_table(
    path: str | Path,
    *,
    kinds: Mapping[str, str] | None = None,
    levels: Mapping[str, Sequence[Any]] | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    quote: str | None = None,
    decimal: str | None = None,
    header: bool | None = None,
    missing: Sequence[str] = MISSING,
    drop: Sequence[str] = (),
    format: str | None = None,
    lenient: bool = False,
    strict: bool = False,
) -> Table:
    """A Table from a CSV, TSV, Parquet or ARFF file (text may be gzipped: data.csv.gz).

    kinds, levels: as in `Table.of`; a column declared categorical or ordinal keeps the words of the file.
    delimiter, encoding, quote, decimal, header: how a text file is written; sniffed where not given.
    missing: words that mean a missing value; an empty field always does, and in columns of numbers so do ".",
    "-", "none" and their like. drop: columns to leave out.
    format: csv, parquet or arff, where the suffix does not say it. lenient: columns without any value are
    left out, with a warning, rather than refused. strict: columns of a text file that mix numbers with other
    values are refused, rather than read as `gnomon.data.mixed` says, with a warning.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "shop.csv").write_text("price;kind\\n1,5;tea\\n2,0;?\\n")
    ...     read_table(Path(folder, "shop.csv"))
    Table of 2 rows and 2 columns: price (quantitative), kind (categorical)
    """
    path = Path(path)
    _check_file(path)
    words = (missing,) if isinstance(missing, str) else tuple(missing)
    for name, kind in (kinds or {}).items():
        check_kind(name, kind)
    common: dict[str, Any] = {"kinds": dict(kinds or {}), "levels": dict(levels or {})}
    common["drop"] = (drop,) if isinstance(drop, str) else tuple(drop)
    written: dict[str, Any] = {"delimiter": delimiter, "quote": quote, "decimal": decimal, "header": header}
    reading: dict[str, Callable[[], Table]] = {
        "csv": lambda: read_delimited(
            path, encoding=encoding, missing=words, strict=strict, **written, **common
        ),
        "arff": lambda: read_arff(path, encoding=encoding, missing=words, **common),
        "parquet": lambda: read_parquet(path, **common),
    }
    try:
        table = reading[format_of(path, format)]()
        table = without_empty_columns(table) if lenient else table
        check_filled(table)
        tell_sentinels(table)
    except DataError as error:
        raise DataError(f"{path.name}: {error}") from None
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {error}; check the file and its permissions") from None
    return table


def format_of(path: Path, format: str | None = None) -> str:
    """csv, parquet or arff: the one given, or the one that the suffix means.

    >>> format_of(Path("data.tsv.gz"))
    'csv'
    """
    suffix = format or _bare(path).suffix.lstrip(".")
    if suffix.lower() in _FORMAT_OF:
        return _FORMAT_OF[suffix.lower()]
    known = ", ".join("." + each for each in _FORMAT_OF)
    raise DataError(
        f"files of the kind {suffix!r} are not known ({known} are); pass format='csv' to read it as text"
    )


def file_stem(path: str | Path) -> str:
    """The name of a file without its suffixes, to call a task by.

    >>> file_stem("folder/heart.csv.gz")
    'heart'
    """
    return _bare(Path(path)).stem


def _bare(path: Path) -> Path:
    return path.with_suffix("") if path.suffix.lower() == ".gz" else path


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise DataError(f"{path} is a directory; give the file in it that holds the table")
    if not path.exists():
        raise DataError(f"there is no file {path}; check the name, or give the whole path")
