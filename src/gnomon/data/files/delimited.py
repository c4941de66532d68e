"""Reader of CSV, TSV and other delimited text, in blocks to limit peak memory."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pandas

from gnomon.arrays import Array, Floats
from gnomon.data.column import Column, check_kind, column_of
from gnomon.data.files.bytes import blocks
from gnomon.data.files.carriage_returns import inside_lines, read_as_spaces
from gnomon.data.files.dialect import MAX_COLUMNS, Dialect, records, sniff
from gnomon.data.files.quotes import check_quotes
from gnomon.data.files.text_columns import TextColumn
from gnomon.data.mixed import Mixed, counted, reading_of, report_mixed
from gnomon.data.names import resolved
from gnomon.data.table import Header, Table, check_names
from gnomon.errors import DataError, DataWarning

CELLS_IN_BLOCK = 1 << 21
PROBED_ROWS = 1000
PROBED_CELLS = 1 << 17

_LEVELED = ("categorical", "ordinal", "boolean")


def read_delimited(
    path: Path,
    *,
    kinds: Mapping[str, str],
    levels: Mapping[str, Sequence[Any]],
    missing: Sequence[str],
    drop: Sequence[str] = (),
    strict: bool = False,
    **known: Any,
) -> Table:
    """Read a delimited text file with one record per line.

    known: specified parts of the dialect (see `sniff`). strict: raise DataError for columns that mix numbers
    with other values. Carriage returns inside lines are spaces where they are no line ends.
    """
    options = {"kinds": kinds, "levels": levels, "missing": missing, "drop": drop, "strict": strict, **known}
    n_returns = inside_lines(path)
    if not n_returns:
        return _read(path, **options)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table = _read_if_regular(path, options)
    if table is not None:
        for each in caught:
            warnings.warn(each.message, stacklevel=2)
        return table
    with read_as_spaces(path) as copy:
        table = _read(copy, **options)
    warnings.warn(
        f"{path.name}: {n_returns:,} carriage returns inside lines are read as spaces",
        DataWarning,
        stacklevel=2,
    )
    return table


def _read_if_regular(path: Path, options: dict[str, Any]) -> Table | None:
    try:
        return _read(path, **options)
    except DataError:
        return None


def _read(
    path: Path,
    *,
    kinds: Mapping[str, str],
    levels: Mapping[str, Sequence[Any]],
    missing: Sequence[str],
    drop: Sequence[str],
    strict: bool,
    **known: Any,
) -> Table:
    dialect = sniff(path, **known)
    _check_header(path, dialect)
    # The parser would add a column for each extra field of the first record.
    for line, fields in islice(records(path, dialect), 1):
        if len(fields) != len(dialect.names):
            check_quotes(path, dialect)
        _check_width(line, fields, dialect)
    reader = _Reader(path, dialect, kinds, levels, missing, drop)
    table = reader.table()
    report_mixed(reader.mixed, reader.locations, strict=strict)
    return table


class _Reader:
    """Reads one file: numbers in blocks, text dictionary-encoded."""

    def __init__(
        self,
        path: Path,
        dialect: Dialect,
        kinds: Mapping[str, str],
        levels: Mapping[str, Sequence[Any]],
        missing: Sequence[str],
        drop: Sequence[str],
    ) -> None:
        self.path, self.dialect = path, dialect
        self.kinds = {resolved(name, dialect.names): kind for name, kind in kinds.items()}
        self.levels = {resolved(name, dialect.names): each for name, each in levels.items()}
        self.missing = sorted({"", *missing})
        dropped = {resolved(name, dialect.names) for name in drop}
        self.names = [name for name in dialect.names if name not in dropped]
        self.mixed: list[Mixed] = []

    def table(self) -> Table:
        text = self._text_columns()
        numeric, parts, codes = self._read_blocks(text)
        numbers = _joined(parts)
        if len(numbers) == 0:
            raise DataError("there is a header but no row below it; add at least one row")
        read = {*numeric, *codes}
        late = [name for name in self.names if name not in read]
        if late:
            codes |= self._read_text(late)
        self._check_widths(numeric, numbers, codes)
        check_quotes(self.path, self.dialect, len(numbers))
        return self._assemble(numeric, numbers, codes)

    def _text_columns(self) -> list[str]:
        """The columns that are not numeric in the first rows, or are declared non-numeric."""
        few = min(PROBED_ROWS, PROBED_CELLS // len(self.dialect.names) + 10)
        probe = next(self._frames({}, n_rows=few), None)
        declared = [
            name for name in self.names if name in self.levels or self.kinds.get(name, "") in _LEVELED
        ]
        if probe is None:
            return declared
        numeric = _numeric_columns(probe) - set(declared)
        return [name for name in self.names if name not in numeric]

    def _read_blocks(self, text: list[str]) -> tuple[list[str], list[Floats], dict[str, TextColumn]]:
        """Numeric columns in blocks, and text columns. Text that starts in later rows is in neither."""
        is_text = set(text)
        numeric = [name for name in self.names if name not in is_text]
        words = {name: TextColumn(self.missing) for name in text}
        parts: list[Floats] = []
        n_rows = 0
        for frame in self._frames(dict.fromkeys(text, str)):
            still_numeric = _numeric_columns(frame)
            indices = [index for index, name in enumerate(numeric) if name in still_numeric]
            if len(indices) < len(numeric):
                numeric = [numeric[index] for index in indices]
                parts = [np.ascontiguousarray(part[:, indices]) for part in parts]
            numbers = frame if len(numeric) == frame.shape[1] else frame[numeric]
            parts.append(np.ascontiguousarray(numbers.to_numpy(dtype=np.float64)))
            self._check_finite(numeric, parts[-1], n_rows)
            n_rows += len(frame)
            for name in text:
                words[name].add(frame[name])
        return numeric, parts, words

    def _check_finite(self, names: list[str], numbers: Floats, n_before: int) -> None:
        """Raise DataError for infinity, or a number too large for a float, with its line."""
        is_infinite = np.isinf(numbers)
        if is_infinite.any():
            row, column = np.argwhere(is_infinite)[0].tolist()
            name, n_skipped = names[column], n_before + row
            line, fields = next(islice(records(self.path, self.dialect), n_skipped, None))
            text = fields[self.dialect.names.index(name)].strip()
            raise DataError(
                f"line {line}: column {name!r} is {text}, which is not a finite number; correct it, or pass "
                "{missing} if it means a missing value",
                column=name,
                settings={"missing": (text,)},
            )

    def _read_text(self, names: list[str]) -> dict[str, TextColumn]:
        words = {name: TextColumn(self.missing) for name in names}
        for frame in self._frames(dict.fromkeys(names, str), only=names):
            for name in names:
                words[name].add(frame[name])
        return words

    def _frames(
        self, dtypes: dict[str, type], *, only: list[str] | None = None, n_rows: int | None = None
    ) -> Iterator[pandas.DataFrame]:
        """Blocks of rows. Records with extra fields raise an error unless only some columns are read."""
        options: Any = {
            "sep": self.dialect.delimiter,
            "quotechar": self.dialect.quote,
            "decimal": self.dialect.decimal,
            "encoding": self.dialect.encoding,
            "header": 0 if self.dialect.has_header else None,
            "names": list(self.dialect.names),
            "usecols": only,
            "dtype": dtypes,
            "na_values": self.missing,
            "keep_default_na": False,
            "skipinitialspace": True,
            "index_col": False,
            "low_memory": False,
            "compression": "gzip" if self.path.suffix.lower() == ".gz" else None,
            "chunksize": min(n_rows or CELLS_IN_BLOCK, max(1, CELLS_IN_BLOCK // len(self.dialect.names))),
            **_exact_floats(),
        }
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error", pandas.errors.ParserWarning)
                with pandas.read_csv(self.path, **options) as frames:
                    yield from frames
        except (pandas.errors.ParserError, pandas.errors.ParserWarning) as error:
            check_quotes(self.path, self.dialect)
            self._check_every_width()
            raise DataError(f"the file cannot be read: {error}") from None
        except pandas.errors.EmptyDataError:
            return

    def _check_widths(self, numeric: list[str], numbers: Floats, codes: dict[str, TextColumn]) -> None:
        """Check short records, which the parser pads silently, if any last field is missing."""
        last = self.dialect.names[-1]
        if last in numeric:
            suspect = bool(np.isnan(numbers[:, numeric.index(last)]).any())
        else:
            suspect = last not in codes or codes[last].has_missing
        if suspect and not self._delimiters_match(len(numbers)):
            self._check_every_width()

    def _delimiters_match(self, n_rows: int) -> bool:
        """Whether the delimiter count is that of complete records (none is longer, so none is shorter)."""
        delimiter = self.dialect.delimiter.encode()
        if not self.dialect.encoding.startswith(("utf-8", "cp1252")):
            return False
        expected = (n_rows + self.dialect.has_header) * (len(self.dialect.names) - 1)
        return sum(block.count(delimiter) for block in blocks(self.path)) == expected

    def _check_every_width(self) -> None:
        for line, fields in records(self.path, self.dialect):
            _check_width(line, fields, self.dialect)

    def _assemble(self, numeric: list[str], numbers: Floats, codes: dict[str, TextColumn]) -> Table:
        columns = {name: self._text_column(name, words) for name, words in codes.items()}
        plain = {name for name in numeric if self.kinds.get(name, "quantitative") == "quantitative"}
        if not columns and plain == set(self.names):
            headers = tuple(Header(name, "quantitative") for name in numeric)
            return Table(headers, numbers, np.empty((len(numbers), 0), np.int32))
        for index, name in enumerate(numeric):
            columns[name] = Column(name, "quantitative", numbers[:, index])
        return Table.from_columns([columns[name] for name in self.names])

    def _text_column(self, name: str, words: TextColumn) -> Column:
        """The Column of encoded text: its kind is inferred from the distinct values alone."""
        kind, levels = self.kinds.get(name), self.levels.get(name)
        check_kind(name, kind)
        if self.dialect.decimal != "." and kind in (None, "quantitative"):
            points = [word.replace(self.dialect.decimal, ".") for word in words.words]
        else:
            points = words.words
        if kind in (None, "quantitative") and levels is None:
            reading = reading_of(name, points, *counted(words.codes(), len(points)), kind)
            self.mixed += reading.mixed
            if reading.numbers is not None:
                return Column(name, "quantitative", np.append(reading.numbers, np.nan)[words.codes()])
        chosen = points if kind == "quantitative" else words.words

        def location(code: int) -> str:
            return self._location(words.first_row_of(np.arange(len(words.words)) == code))

        distinct = column_of(name, _objects(chosen), kind, levels, location)
        gap = np.nan if distinct.kind == "quantitative" else -1
        values = np.append(distinct.values, np.array([gap], dtype=distinct.values.dtype))
        return Column(name, distinct.kind, values[words.codes()], distinct.levels)

    def locations(self, rows: Sequence[int]) -> dict[int, str]:
        """The line numbers of some rows, by one pass over the file."""
        selected = set(rows)
        last = max(selected, default=-1)
        lines = islice(enumerate(records(self.path, self.dialect)), last + 1)
        line_of = {row: f"line {line}" for row, (line, _) in lines if row in selected}
        return {row: line_of.get(row, f"row {row}") for row in selected}

    def _location(self, row: int) -> str:
        return self.locations([row])[row]


def _check_header(path: Path, dialect: Dialect) -> None:
    if len(dialect.names) > MAX_COLUMNS:
        raise DataError(
            f"the first line has {len(dialect.names):,} fields, and at most {MAX_COLUMNS:,} columns are "
            f"read; pass {{delimiter}} if it is split wrongly, or transpose the table",
            settings={"delimiter": ...},
        )
    try:
        check_names(list(dialect.names))
    except DataError as error:
        no_header = {"header": False}
        raise DataError(f"{error}; pass {{header}} if the file has no header", settings=no_header) from None
    if dialect.repeated:
        name = dialect.repeated[0]
        listed = ", ".join(map(repr, dialect.repeated[:5]))
        warnings.warn(
            f"{path.name}: the header repeats {listed}; the second {name!r} is read as '{name}.1', and so on",
            DataWarning,
            stacklevel=2,
        )
    blank = [name for name in dialect.names if name.startswith("unnamed ")]
    if blank:
        blank_name = DataWarning(
            f"{path.name}: the header has {len(blank)} column(s) without a name; the first is named "
            f"{blank[0]!r}. If it holds row numbers, pass {{drop}}",
            column=blank[0],
            settings={"drop": (blank[0],)},
        )
        warnings.warn(blank_name, stacklevel=2)


def _check_width(line: int, fields: Sequence[str], dialect: Dialect) -> None:
    width = len(dialect.names)
    if len(fields) != width and (len(fields) != width + 1 or fields[-1]):
        raise DataError(
            f"line {line} has {len(fields)} fields, but there are {width} columns "
            f"(delimiter {dialect.delimiter!r}); correct the line, or pass {{delimiter}} or {{quote}}",
            settings={"delimiter": ..., "quote": ...},
        )


def _numeric_columns(frame: pandas.DataFrame) -> set[str]:
    return {name for name, dtype in zip(frame.columns, frame.dtypes) if dtype.kind in "fiu"}


def _objects(words: Sequence[str]) -> Array:
    array = np.empty(len(words), dtype=object)
    array[:] = words
    return array


def _joined(parts: list[Floats]) -> Floats:
    """Concatenate the parts, freeing each once it is copied, to limit peak memory."""
    if len(parts) == 1:
        return parts[0]
    whole = np.empty((sum(map(len, parts)), parts[0].shape[1] if parts else 0))
    stop = len(whole)
    while parts:
        part = parts.pop()
        whole[stop - len(part) : stop] = part
        stop -= len(part)
    return whole


def _exact_floats() -> dict[str, str]:
    """pandas reads every number exactly from 3.1 on; before, with an option."""
    version = tuple(int(part) for part in pandas.__version__.split(".")[:2])
    return {} if version >= (3, 1) else {"float_precision": "round_trip"}
