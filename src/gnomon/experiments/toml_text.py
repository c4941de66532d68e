"""Serialization of plain values as TOML."""

import json
import re
from collections.abc import Mapping
from math import inf, isnan
from typing import Any

from gnomon.errors import DesignError


def toml_text(values: Mapping[str, Any]) -> str:
    """A TOML document: plain values first, then a table for each mapping; deeper mappings are inline.

    >>> print(toml_text({"plan": "k_fold(5)", "tasks": {"iris": {"set": "iris"}}, "n": {"low": 0.5}}))
    plan = "k_fold(5)"
    <BLANKLINE>
    [tasks.iris]
    set = "iris"
    <BLANKLINE>
    [n]
    low = 0.5
    <BLANKLINE>
    """
    lines = [
        f"{_key(name)} = {toml_value(each)}" for name, each in values.items() if not isinstance(each, Mapping)
    ]
    for name, section in values.items():
        if not isinstance(section, Mapping):
            continue
        if section and all(isinstance(each, Mapping) for each in section.values()):
            for inside, each in section.items():
                lines += _section(f"{_key(name)}.{_key(inside)}", each)
        else:
            lines += _section(_key(name), section)
    return "\n".join(lines) + "\n"


def toml_value(value: Any) -> str:
    """A value on one line.

    >>> toml_value({"C": [1, 10.0], "shrinking": True, "name": 'a "b"'})
    '{C = [1, 10.0], shrinking = true, name = "a \\\\"b\\\\""}'
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # JSON escapes are valid in TOML; only DEL, which JSON does not escape, must be escaped in addition.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return (
            "nan" if isnan(value) else repr(float(value)) if abs(value) < inf else f"{'-' * (value < 0)}inf"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(name)} = {toml_value(each)}" for name, each in value.items()) + "}"
    raise DesignError(
        f"{value!r} is not a plain value, so TOML cannot represent it; define the design in Python"
    )


def is_plain(value: Any) -> bool:
    """Whether TOML can represent a value.

    >>> is_plain([1, "a"]), is_plain([1, None])
    (True, False)
    """
    try:
        toml_value(value)
    except DesignError:
        return False
    return True


def _section(header: str, values: Mapping[str, Any]) -> list[str]:
    return ["", f"[{header}]", *(f"{_key(name)} = {toml_value(each)}" for name, each in values.items())]


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else toml_value(name)
