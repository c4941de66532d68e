"""Conversion of dataclasses to JSON values and back, validated against the field types."""

from __future__ import annotations

from dataclasses import asdict, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from gnomon.assessment.json_schema import shown_value
from gnomon.errors import DataError


def to_plain(thing: Any) -> Any:
    """Convert a dataclass to dicts, lists, strings and numbers.

    >>> from gnomon.features.profiles.pairs import ColumnPair
    >>> to_plain(ColumnPair("a", "b", "r", 0.9))
    {'first': 'a', 'second': 'b', 'measure': 'r', 'value': 0.9}
    """
    return asdict(thing)


def from_plain(kind: Any, value: Any, where: str = "it") -> Any:
    """Convert the output of `to_plain` back; DataError if a value is not of the type of its field.

    >>> from gnomon.features.profiles.pairs import ColumnPair
    >>> from_plain(ColumnPair, {"first": "a", "second": "b", "measure": "r", "value": "high"})
    Traceback (most recent call last):
    gnomon.errors.DataError: it.value is 'high', not a float
    """
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        (some,) = (each for each in get_args(kind) if each is not NoneType)
        return None if value is None else from_plain(some, value, where)
    if origin is tuple:
        return _tuple_of(get_args(kind), value, where)
    if is_dataclass(kind):
        return _dataclass_of(kind, value, where)
    is_number = kind is float and type(value) is int
    if type(value) is not kind and not is_number:
        raise DataError(f"{where} is {shown_value(value)}, not a {kind.__name__}")
    return float(value) if is_number else value


def _tuple_of(kinds: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise DataError(f"{where} is {shown_value(value)}, not a list")
    each_kind = kinds[:1] * len(value) if kinds[-1] is Ellipsis else kinds
    if len(each_kind) != len(value):
        raise DataError(f"{where} has {len(value)} values instead of {len(kinds)}")
    return tuple(
        from_plain(kind, each, f"{where}[{index}]")
        for index, (kind, each) in enumerate(zip(each_kind, value))
    )


def _dataclass_of(kind: Any, value: Any, where: str) -> Any:
    names = [each.name for each in fields(kind) if each.init]
    if not isinstance(value, dict) or set(value) != set(names):
        raise DataError(f"{where} does not have the fields of {kind.__name__}")
    hints = get_type_hints(kind)
    return kind(**{name: from_plain(hints[name], value[name], f"{where}.{name}") for name in names})
