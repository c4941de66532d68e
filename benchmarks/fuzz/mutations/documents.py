"""Alterations of JSON and TOML documents: of values, keys and nesting."""

import copy
import json
import tomllib
from collections.abc import Callable
from random import Random
from typing import Any

from benchmarks.fuzz.mutations.text import ODD_NUMBERS, ODD_WORDS, other_text

_ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 0.5, 2**31, 2**63, -(2**63), 2**64, 10**29, 1e308, 1e-320, float("nan"),
    float("inf"), "", "x", "a" * 1000, "\ud800", "\0", [], {}, [[]], [None], {"": None}, [1, "x"],
    "/etc/passwd", "1" * 50,
)  # fmt: skip


def altered_json(sign: Callable[[Any], Any] | None = None) -> Callable[[bytes, Random], bytes]:
    """Alter a JSON document; sign: puts its checksum right again, every other time."""

    def altered(content: bytes, random: Random) -> bytes:
        try:
            document = json.loads(content)
        except RecursionError as error:
            raise ValueError("too deep") from error
        document = other_document(document, random)
        if sign is not None and random.random() < 0.8:
            document = sign(document)
        return json_text(document)

    return altered


def json_text(document: Any) -> bytes:
    """A document as JSON."""
    return json.dumps(document, indent=1).encode()


def altered_toml(words: tuple[str, ...]) -> Callable[[bytes, Random], bytes]:
    """Alter a TOML document; words: to write into its texts."""

    def altered(content: bytes, random: Random) -> bytes:
        try:
            document = tomllib.loads(content.decode())
        except RecursionError as error:
            raise ValueError("too deep") from error
        return toml_text(other_document(document, random, words)).encode("utf-8", errors="replace")

    return altered


def toml_text(document: Any) -> str:
    """A document as TOML; tables inside tables are inline."""
    if not isinstance(document, dict):
        return _toml_value(document)
    return "".join(f"{json.dumps(str(key))} = {_toml_value(value)}\n" for key, value in document.items())


def _toml_value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(k))} = {_toml_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml_value, value)) + "]"
    if value is None or isinstance(value, str):
        return json.dumps(value or "", ensure_ascii=False)
    return str(value).lower()


def other_document(document: Any, random: Random, words: tuple[str, ...] = ()) -> Any:
    """A copy of a document with one to three alterations."""
    whole = [copy.deepcopy(document)]
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        places = list(_places(whole))
        holder, key = random.choice(places)
        _alter(holder, key, places, random, words)
    return whole[0]


def _places(holder: Any, depth: int = 0) -> Any:
    """Every value of a document, as what holds it and its key there."""
    keys = holder if isinstance(holder, dict) else range(len(holder))
    for key in list(keys):
        yield holder, key
        if isinstance(holder[key], dict | list) and depth < 40:
            yield from _places(holder[key], depth + 1)


def _alter(holder: Any, key: Any, places: list[Any], random: Random, words: tuple[str, ...]) -> None:
    value, way = holder[key], random.randrange(8)
    if isinstance(value, str) and way < 4:
        holder[key] = other_text(value, random, words)
    elif isinstance(value, int | float) and way < 4:
        holder[key] = _number(value, random)
    elif way == 4:
        other, name = random.choice(places)
        holder[key] = copy.deepcopy(other[name])
    elif way == 5 and places[0] != (holder, key):
        del holder[key]
    elif way == 6 and isinstance(holder, list):
        holder[key:key] = [copy.deepcopy(value) for _ in range(random.choice((1, 2, 100)))]
    elif way == 6:
        holder[random.choice((*holder, *ODD_WORDS))] = copy.deepcopy(value)
    elif way == 7 and random.random() < 0.3:
        holder[key] = _nested(value, random.choice((1, 10, 400)))
    else:
        holder[key] = copy.deepcopy(random.choice(_ODD_VALUES))


def _number(value: float, random: Random) -> Any:
    if random.random() < 0.5:
        return random.choice((value + 1, value - 1, -value, value * 1000, value / 3, not value))
    text = random.choice(ODD_NUMBERS)
    try:
        return int(text) if len(text) < 100 else text
    except ValueError:
        try:
            return float(text)
        except ValueError:
            return text


def _nested(value: Any, depth: int) -> Any:
    for _ in range(depth):
        value = [value]
    return value
