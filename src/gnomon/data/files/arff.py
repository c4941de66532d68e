"""ARFF reader (the format of Weka): declared attributes, then records, dense or sparse."""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.data.column import Column, column_of
from gnomon.data.files.bytes import open_bytes, text_encoding
from gnomon.data.files.zip_bombs import refuse_bomb
from gnomon.data.names import resolved
from gnomon.data.table import Table
from gnomon.errors import DataError

_INDEX = re.compile(r"[0-9]{1,9}")
_NUMERIC = ("numeric", "real", "integer")
_FIELD = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|((?:[^,'"\s][^,]*)?))\s*(?=,|$)""")
_NAME = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s'"{]+))\s*(.*)""", re.DOTALL)


@dataclass(frozen=True)
class _Attribute:
    """The declaration of a column; levels is None unless it is nominal."""

    name: str
    type: str
    levels: tuple[str, ...] | None = None

    @property
    def default(self) -> str | None:
        """The value omitted in sparse records: zero, or the first level."""
        if self.type in _NUMERIC:
            return "0"
        return self.levels[0] if self.levels else None


def read_arff(
    path: Path,
    *,
    kinds: Mapping[str, str],
    levels: Mapping[str, Sequence[Any]],
    missing: Sequence[str],
    encoding: str | None = None,
    drop: Sequence[str] = (),
) -> Table:
    """Read an ARFF file: nominal attributes are categorical, strings and dates are text."""
    encoding = text_encoding(path, encoding)
    with open_bytes(path) as file, io.TextIOWrapper(file, encoding, newline=None) as text:
        lines = _content(text)
        attributes = _header(lines)
        lines_of_rows, fields = _records(lines, attributes, {"?", *missing} - {""}, path.stat().st_size)
    if not lines_of_rows:
        raise DataError("there are no records below @data; add at least one row")
    names = [attribute.name for attribute in attributes]
    kinds = {resolved(name, names): kind for name, kind in kinds.items()}
    levels = {resolved(name, names): each for name, each in levels.items()}
    drop = [resolved(name, names) for name in drop]

    def location(row: int) -> str:
        return f"line {lines_of_rows[row]}"

    columns = [
        _column(attribute, values, kinds.get(attribute.name), levels.get(attribute.name), location)
        for attribute, values in zip(attributes, fields)
        if attribute.name not in drop
    ]
    return Table.from_columns(columns)


def _content(text: io.TextIOBase) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, except comments and blank lines."""
    for number, line in enumerate(text, 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("%"):
            yield number, stripped


def _header(lines: Iterator[tuple[int, str]]) -> list[_Attribute]:
    attributes: list[_Attribute] = []
    for number, line in lines:
        word, rest = (*line.split(None, 1), "")[:2]
        if word.lower() == "@attribute":
            attributes.append(_attribute(number, rest))
        elif word.lower() == "@data":
            if not attributes:
                raise DataError(
                    f"line {number} starts the data, but no @attribute precedes it; add the attributes"
                )
            return attributes
        elif word.lower() != "@relation":
            raise DataError(
                f"line {number} is {line[:40]!r}; expected @relation, @attribute, @data or a comment"
            )
    raise DataError("there is no @data line; the ARFF file is incomplete")


def _attribute(number: int, text: str) -> _Attribute:
    match = _NAME.match(text)
    if not match:
        raise DataError(f"line {number}: an attribute needs a name and a type, e.g. @attribute age numeric")
    quoted, doubly, bare, rest = match.groups()
    name = bare if bare is not None else _unescape(quoted if quoted is not None else doubly)
    if rest.startswith("{"):
        if not rest.endswith("}"):
            raise DataError(
                f"line {number}: the levels of {name!r} have no closing brace; put them on one line"
            )
        levels = tuple(_split(number, rest[1:-1]))
        if len(set(levels)) != len(levels):
            raise DataError(f"line {number}: a level of {name!r} is declared twice; declare each once")
        return _Attribute(name, "nominal", levels)
    type = rest.split()[0].lower() if rest else ""
    if type not in (*_NUMERIC, "string", "date"):
        raise DataError(
            f"line {number}: attribute {name!r} has the type {rest!r}; use numeric, real, integer, string, "
            f"date or levels in braces"
        )
    return _Attribute(name, type)


def _records(
    lines: Iterator[tuple[int, str]], attributes: Sequence[_Attribute], missing: set[str], n_bytes: int
) -> tuple[list[int], list[list[str | None]]]:
    """The line of every record, and the fields column by column, None where missing."""
    numbers: list[int] = []
    columns: list[list[str | None]] = [[] for _ in attributes]
    defaults = [None if each.default in missing else each.default for each in attributes]
    for number, line in lines:
        fields = _sparse(number, line, len(attributes)) if line.startswith("{") else _dense(number, line)
        if not line.startswith("{") and len(fields) != len(attributes):
            raise DataError(
                f"line {number} has {len(fields)} fields, but {len(attributes)} attributes are declared; "
                f"correct the line"
            )
        # A sparse record of two characters expands to a field of every attribute.
        refuse_bomb(n_bytes, 8 * (len(numbers) + 1) * len(attributes))
        for index, field in fields.items():
            _fill(columns[index], defaults[index], len(numbers))
            columns[index].append(None if field in missing else field)
        numbers.append(number)
    for column, default in zip(columns, defaults):
        _fill(column, default, len(numbers))
    return numbers, columns


def _fill(column: list[str | None], default: str | None, n_rows: int) -> None:
    """Append the defaults that sparse records omitted since the last value."""
    column.extend([default] * (n_rows - len(column)))


def _dense(number: int, line: str) -> dict[int, str]:
    return dict(enumerate(_split(number, line)))


def _split(number: int, line: str) -> list[str]:
    """Split a line at commas (or tabs) outside single or double quotes."""
    if "'" not in line and '"' not in line:
        return [field.strip() for field in line.split("," if "," in line else "\t")]
    fields, end = [], -1
    while end < len(line):
        match = _FIELD.match(line, end + 1)
        if not match:
            raise DataError(
                f"line {number} cannot be split into fields at {line[end + 1 :][:20]!r}; check its quotes"
            )
        single, double, bare = match.groups()
        quoted = single if single is not None else double
        fields.append(_unescape(bare.strip() if quoted is None else quoted))
        end = match.end()
    return fields


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _sparse(number: int, line: str, n_attributes: int) -> dict[int, str]:
    """A record such as {1 5.0, 4 red}: index and value; omitted attributes have the default."""
    if not line.endswith("}"):
        raise DataError(f"line {number}: the sparse record has no closing brace; put it on one line")
    fields = {}
    for pair in _pairs(line[1:-1]):
        index, _, value = pair.strip().partition(" ")
        if not _INDEX.fullmatch(index) or int(index) >= n_attributes:
            raise DataError(
                f"line {number}: {pair.strip()[:40]!r} names no attribute; indices run from 0 to "
                f"{n_attributes - 1}"
            )
        values = _split(number, value.strip())
        if len(values) != 1:
            raise DataError(f"line {number}: {pair.strip()[:40]!r} is not one index and one value")
        fields[int(index)] = values[0]
    return fields


def _pairs(text: str) -> list[str]:
    """Split at commas outside quotes."""
    return re.findall(r"""(?:[^,'"]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")+""", text) if text.strip() else []


def _column(
    attribute: _Attribute,
    values: list[str | None],
    kind: str | None,
    levels: Sequence[Any] | None,
    location: Any,
) -> Column:
    array = np.array(values, dtype=object)
    if kind is None and levels is None:
        if attribute.type in _NUMERIC:
            return column_of(attribute.name, array, "quantitative", location=location)
        if attribute.levels is not None:
            declared = column_of(attribute.name, np.array(attribute.levels, dtype=object))
            if declared.kind == "boolean":
                return column_of(attribute.name, array, location=location)
            return column_of(attribute.name, array, "categorical", attribute.levels, location)
    if kind in ("ordinal", "categorical") and levels is None:
        levels = attribute.levels
    return column_of(attribute.name, array, kind, levels, location)
