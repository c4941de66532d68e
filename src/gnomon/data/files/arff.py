"""ARFF, the format of Weka: attributes declared with their kinds, then records, dense or sparse."""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gnomon.data.column import Column, column_of
from gnomon.data.files.bytes import open_bytes, text_encoding
from gnomon.data.files.growth import refuse_bomb
from gnomon.data.names import resolved
from gnomon.data.table import Table
from gnomon.errors import DataError

_PLACE = re.compile(r"[0-9]{1,9}")
_NUMERIC = ("numeric", "real", "integer")
_FIELD = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|((?:[^,'"\s][^,]*)?))\s*(?=,|$)""")
_NAME = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s'"{]+))\s*(.*)""", re.DOTALL)


@dataclass(frozen=True)
class _Attribute:
    """What the header says of a column; levels is None unless it is nominal."""

    name: str
    type: str
    levels: tuple[str, ...] | None = None

    @property
    def default(self) -> str | None:
        """The value that a sparse record leaves out: zero, or the first level."""
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
    """A Table from an ARFF file: nominal attributes are categorical, strings and dates are text."""
    encoding = text_encoding(path, encoding)
    with open_bytes(path) as file, io.TextIOWrapper(file, encoding, newline=None) as text:
        lines = _content(text)
        attributes = _header(lines)
        lines_of_rows, fields = _records(lines, attributes, {"?", *missing} - {""}, path.stat().st_size)
    if not lines_of_rows:
        raise DataError("there are no records below @data; give at least one row")
    names = [attribute.name for attribute in attributes]
    kinds = {resolved(name, names): kind for name, kind in kinds.items()}
    levels = {resolved(name, names): each for name, each in levels.items()}
    drop = [resolved(name, names) for name in drop]

    def place(row: int) -> str:
        return f"line {lines_of_rows[row]}"

    columns = [
        _column(attribute, values, kinds.get(attribute.name), levels.get(attribute.name), place)
        for attribute, values in zip(attributes, fields)
        if attribute.name not in drop
    ]
    return Table.from_columns(columns)


def _content(text: io.TextIOBase) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without comments and blank lines."""
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
                    f"line {number} starts the data, but no @attribute stands before it; add them"
                )
            return attributes
        elif word.lower() != "@relation":
            raise DataError(
                f"line {number} is {line[:40]!r}; expected @relation, @attribute, @data or a comment"
            )
    raise DataError("there is no @data line; this is no whole ARFF file")


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
    lines: Iterator[tuple[int, str]], attributes: Sequence[_Attribute], missing: set[str], packed: int
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
        # A sparse record of two letters stands for a field of every attribute.
        refuse_bomb(packed, 8 * (len(numbers) + 1) * len(attributes))
        for place, field in fields.items():
            _fill(columns[place], defaults[place], len(numbers))
            columns[place].append(None if field in missing else field)
        numbers.append(number)
    for column, default in zip(columns, defaults):
        _fill(column, default, len(numbers))
    return numbers, columns


def _fill(column: list[str | None], default: str | None, n_rows: int) -> None:
    """What sparse records left out since the column was last given a value."""
    column.extend([default] * (n_rows - len(column)))


def _dense(number: int, line: str) -> dict[int, str]:
    return dict(enumerate(_split(number, line)))


def _split(number: int, line: str) -> list[str]:
    """Fields between commas (or tabs), in either kind of quotes."""
    if "'" not in line and '"' not in line:
        return [field.strip() for field in line.split("," if "," in line else "\t")]
    fields, end = [], -1
    while end < len(line):
        match = _FIELD.match(line, end + 1)
        if not match:
            raise DataError(
                f"line {number} cannot be cut into fields at {line[end + 1 :][:20]!r}; check its quotes"
            )
        single, double, bare = match.groups()
        quoted = single if single is not None else double
        fields.append(_unescape(bare.strip() if quoted is None else quoted))
        end = match.end()
    return fields


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _sparse(number: int, line: str, n_attributes: int) -> dict[int, str]:
    """A record such as {1 5.0, 4 red}: place and value; what is left out has the default."""
    if not line.endswith("}"):
        raise DataError(f"line {number}: the sparse record has no closing brace; put it on one line")
    fields = {}
    for pair in _pairs(line[1:-1]):
        place, _, value = pair.strip().partition(" ")
        if not _PLACE.fullmatch(place) or int(place) >= n_attributes:
            raise DataError(
                f"line {number}: {pair.strip()[:40]!r} names no attribute; places run from 0 to "
                f"{n_attributes - 1}"
            )
        values = _split(number, value.strip())
        if len(values) != 1:
            raise DataError(f"line {number}: {pair.strip()[:40]!r} is not one place and one value")
        fields[int(place)] = values[0]
    return fields


def _pairs(text: str) -> list[str]:
    """Cut at commas outside quotes."""
    return re.findall(r"""(?:[^,'"]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")+""", text) if text.strip() else []


def _column(
    attribute: _Attribute,
    values: list[str | None],
    kind: str | None,
    levels: Sequence[Any] | None,
    place: Any,
) -> Column:
    array = np.array(values, dtype=object)
    if kind is None and levels is None:
        if attribute.type in _NUMERIC:
            return column_of(attribute.name, array, "quantitative", place=place)
        if attribute.levels is not None:
            found = column_of(attribute.name, np.array(attribute.levels, dtype=object))
            if found.kind == "boolean":
                return column_of(attribute.name, array, place=place)
            return column_of(attribute.name, array, "categorical", attribute.levels, place)
    if kind in ("ordinal", "categorical") and levels is None:
        levels = attribute.levels
    return column_of(attribute.name, array, kind, levels, place)
