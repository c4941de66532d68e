"""Model cards as JSON; every field is validated when read."""

import dataclasses
import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from gnomon.assessment.intervals import Estimate
from gnomon.data.table import KINDS, Header
from gnomon.data.target import TASK_KINDS
from gnomon.errors import DataError
from gnomon.models.card import FORMAT, Card

_ESTIMATE = ("value", "lower", "upper", "level", "method", "why", "evidence")


def write_card(card: Card) -> bytes:
    """Write a card as JSON, with fields in order.

    >>> card = Card("Ridge()", "shop", "regression", 20, "ab12", (Header("cost", "quantitative"),))
    >>> read_card(write_card(card)) == card
    True
    """
    for word in (*(header.name for header in card.columns), *(card.classes or ())):
        _valid_text(str(word))
    fields = {each.name: getattr(card, each.name) for each in dataclasses.fields(card)}
    fields["columns"] = [[header.name, header.kind, list(header.levels)] for header in card.columns]
    fields["estimates"] = {
        measure: {name: getattr(estimate, name) for name in _ESTIMATE}
        for measure, estimate in card.estimates.items()
    }
    return json.dumps(fields, indent=1, default=_plain).encode()


def read_card(content: bytes) -> Card:
    """Read a card from JSON; DataError if it is corrupt, or of a later format.

    >>> read_card(b"{}")
    Traceback (most recent call last):
    gnomon.errors.DataError: its card is corrupt (KeyError: 'format')
    """
    try:
        fields = json.loads(content)
        _check_format(fields)
        return _card(fields)
    except DataError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise DataError(f"its card is corrupt ({type(error).__name__}: {error})") from None


def without_checksum(content: bytes, card: Card) -> bytes:
    """The JSON of a card without its checksum, for which the checksum was computed.

    >>> card = Card("Ridge()", "shop", "regression", 20, "ab12", (), contents="c0de")
    >>> b"c0de" in without_checksum(write_card(card), card)
    False
    """
    return content.replace(f'"contents": "{card.contents}"'.encode(), b'"contents": ""')


def _check_format(fields: Mapping[str, Any]) -> None:
    number = fields["format"]
    if type(number) is not int or number < 1:
        raise ValueError(f"format {number!r}")
    if number > FORMAT:
        made_by = str(dict(fields.get("versions", {})).get("gnomon", "a later version"))[:40]
        raise DataError(
            f"it has format {number}, written by gnomon {made_by!r}; this version supports formats up to "
            f"{FORMAT}: update gnomon (pip install -U gnomon)"
        )


def _card(fields: dict[str, Any]) -> Card:
    # Older cards lack fields added later.
    return Card(**{name: check(fields[name]) for name, check in _FIELDS.items() if name in fields})


def _text(value: Any) -> str:
    return _of(str, value)


def _of(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{str(value)[:40]!r} is not of type {kind.__name__}")
    return value


def _or_none(check: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else check(value)


def _one_of(*choices: str) -> Callable[[Any], str]:
    return lambda value: choices[choices.index(_text(value))]


def _label(value: Any) -> Any:
    if not isinstance(value, str | bool | int | float):
        raise TypeError(f"{str(value)[:40]!r} is not a label")
    return _valid_text(value) if isinstance(value, str) else value


def _valid_text(text: str) -> str:
    """Check that a name or a label is valid Unicode (no surrogates)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise DataError(
            f"{text[:40]!a} contains a surrogate character, which is invalid Unicode; rename it"
        ) from None
    return text


def _labels(value: Any) -> tuple[Any, ...]:
    return tuple(map(_label, _of(list, value)))


def _header(value: Any) -> Header:
    name, kind, levels = value
    return Header(_valid_text(_text(name)), _one_of(*KINDS)(kind), _labels(levels))


def _columns(value: Any) -> tuple[Header, ...]:
    columns = tuple(map(_header, _of(list, value)))
    if not columns or len({header.name for header in columns}) != len(columns):
        raise ValueError("columns are missing or duplicated")
    if any(len(set(header.levels)) != len(header.levels) for header in columns):
        raise ValueError("a column has duplicate levels")
    return columns


def _estimates(value: Any) -> dict[str, Estimate]:
    return {_text(measure): _estimate(parts) for measure, parts in _of(dict, value).items()}


def _estimate(parts: Any) -> Estimate:
    checked: dict[str, Any] = {name: float(parts[name]) for name in _ESTIMATE[:4]}
    checked |= {name: _text(parts[name]) for name in _ESTIMATE[4:]}
    return Estimate(**checked)


def _rows(value: Any) -> tuple[dict[str, str], ...]:
    return tuple(
        {_text(key): _text(each) for key, each in _of(dict, row).items()} for row in _of(list, value)
    )


_FIELDS: dict[str, Callable[[Any], Any]] = {
    "learner": _text,
    "task": _text,
    "kind": _one_of(*TASK_KINDS),
    "n_rows": lambda value: _of(int, value),
    "fingerprint": _text,
    "columns": _columns,
    "takes": _one_of("columns", "numbers"),
    "target": _or_none(_text),
    "classes": _or_none(_labels),
    "positive": _or_none(_label),
    "speaks_codes": lambda value: _of(bool, value),
    "estimates": _estimates,
    "preparation": _rows,
    "seeds": lambda value: {_text(name): _of(int, seed) for name, seed in value.items()},
    "versions": lambda value: {_text(name): _text(version) for name, version in value.items()},
    "notes": lambda value: tuple(map(_text, _of(list, value))),
    "stored": _or_none(_text),
    "format": lambda value: _of(int, value),
    "contents": _text,
}


def _plain(value: Any) -> Any:
    """Convert NumPy scalars and mappings for JSON."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return dict(value)
    raise DataError(f"{value!r} cannot be stored on a model card; use text or a number")
