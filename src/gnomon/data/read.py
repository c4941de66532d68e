"""Read a table from a CSV, TSV, Parquet or ARFF file; the suffix selects the reader in `files`."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gnomon.data.build import check_filled
from gnomon.data.column import check_kind
from gnomon.data.files.arff import read_arff
from gnomon.data.files.delimited import read_delimited
from gnomon.data.files.parquet import read_parquet
from gnomon.data.lenient import without_empty_columns
from gnomon.data.sentinels import warn_of_sentinels
from gnomon.data.table import Table
from gnomon.errors import DataError

# Missing-value markers in every column; numeric columns accept more (see `mixed`).
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
    """Read a Table from a CSV, TSV, Parquet or ARFF file (text may be gzipped: data.csv.gz).

    kinds, levels: as in `Table.of`; a column declared categorical or ordinal has the text of the file as
    levels. delimiter, encoding, quote, decimal, header: dialect of a text file; detected unless specified.
    missing: missing-value markers (na_values); an empty field always is one, and in numeric columns so are
    ".", "-", "none" and similar. drop: columns to drop. format: csv, parquet or arff, if the suffix does not
    tell. lenient: drop columns without any value, with a warning, instead of raising an error. strict: raise
    an error for columns of a text file that mix numbers with other values, instead of coercing them with a
    warning (`gnomon.data.mixed`).

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "shop.csv").write_text("cost;kind\\n1,5;tea\\n2,0;?\\n")
    ...     read_table(Path(folder, "shop.csv"))
    Table of 2 rows and 2 columns: cost (quantitative), kind (categorical)
    """
    path = Path(path)
    _check_file(path)
    markers = (missing,) if isinstance(missing, str) else tuple(missing)
    for name, kind in (kinds or {}).items():
        check_kind(name, kind)
    common: dict[str, Any] = {"kinds": dict(kinds or {}), "levels": dict(levels or {})}
    common["drop"] = (drop,) if isinstance(drop, str) else tuple(drop)
    dialect: dict[str, Any] = {"delimiter": delimiter, "quote": quote, "decimal": decimal, "header": header}
    reading: dict[str, Callable[[], Table]] = {
        "csv": lambda: read_delimited(
            path, encoding=encoding, missing=markers, strict=strict, **dialect, **common
        ),
        "arff": lambda: read_arff(path, encoding=encoding, missing=markers, **common),
        "parquet": lambda: read_parquet(path, **common),
    }
    try:
        table = reading[format_of(path, format)]()
        table = without_empty_columns(table) if lenient else table
        check_filled(table)
        warn_of_sentinels(table)
    except DataError as error:
        raise error.within(path.name) from None
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {error}; check the file and its permissions") from None
    return table


def format_of(path: Path, format: str | None = None) -> str:
    """The file format (csv, parquet or arff): the one specified, or else by the suffix.

    >>> format_of(Path("data.tsv.gz"))
    'csv'
    """
    suffix = format or _bare(path).suffix.lstrip(".")
    if suffix.lower() in _FORMAT_OF:
        return _FORMAT_OF[suffix.lower()]
    known = ", ".join("." + each for each in _FORMAT_OF)
    raise DataError(
        f"unknown file format {suffix!r} (known: {known}); pass {{format}} to read it as text",
        settings={"format": "csv"},
    )


def file_stem(path: str | Path) -> str:
    """The name of a file without its suffixes.

    >>> file_stem("folder/heart.csv.gz")
    'heart'
    """
    return _bare(Path(path)).stem


def _bare(path: Path) -> Path:
    return path.with_suffix("") if path.suffix.lower() == ".gz" else path


def _check_file(path: Path) -> None:
    try:
        is_directory = path.is_dir()
    except OSError as error:
        raise DataError(f"{str(path)[:200]} cannot be read: {error.strerror}; check the name") from None
    if is_directory:
        raise DataError(f"{path} is a directory; pass the path of a file in it")
    if not path.exists():
        raise DataError(f"there is no file {path}; check the name, or pass the full path")
    if not path.is_file():
        raise DataError(
            f"{path} is not a regular file, but a pipe or a device, which cannot be read twice; save its "
            "contents to a file (the command line reads standard input as -)"
        )
