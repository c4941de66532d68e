"""Schema validation of JSON values read from files.

A form (schema) is a type or a tuple of types, a list of one form, `Named` for a mapping of any keys to one
form, or a dict with a form for each key; a key that ends in "?" is optional.
"""

from dataclasses import dataclass
from typing import Any

from gnomon.errors import DataError

# Types of a class label or a level.
LABEL = (str, int, float, bool)

_WORDS = {
    str: "a string",
    int: "an integer",
    float: "a number",
    bool: "true or false",
    type(None): "null",
    list: "a list",
    dict: "a mapping",
}


@dataclass(frozen=True)
class Named:
    """A mapping from any keys to values of one form."""

    form: Any


def check_form(value: Any, form: Any, where: str = "") -> None:
    """Raise DataError unless a JSON value matches a form; the message has the path, such as `units[0].key`.

    >>> check_form({"a": [1, "x"]}, {"a": [int]})
    Traceback (most recent call last):
    gnomon.errors.DataError: a[1] is 'x', where an integer is expected
    """
    if isinstance(form, tuple):
        _check_choice(value, form, where)
    elif isinstance(form, type):
        # Not isinstance: bool is a subclass of int.
        _require(type(value) is form, value, form, where)
    elif isinstance(form, list):
        _require(type(value) is list, value, list, where)
        for index, each in enumerate(value):
            check_form(each, form[0], f"{where}[{index}]")
    elif isinstance(form, Named):
        _require(type(value) is dict, value, dict, where)
        for name, each in value.items():
            check_form(each, form.form, f"{where}[{name[:40]!r}]")
    else:
        _require(type(value) is dict, value, dict, where)
        _check_parts(value, form, where)


def shown_value(value: Any) -> str:
    """A short description of a value, for an error message.

    >>> shown_value([1, 2]), shown_value("red")
    ('a list of 2', "'red'")
    """
    if isinstance(value, list | dict):
        return f"{_WORDS[type(value)]} of {len(value)}"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"


def _check_choice(value: Any, forms: tuple[Any, ...], where: str) -> None:
    plain = [form for form in forms if isinstance(form, type)]
    if type(value) in plain:
        return
    others = [form for form in forms if form not in plain]
    if others:
        check_form(value, others[0], where)
    else:
        wanted = " or ".join(_WORDS[form] for form in plain)
        raise DataError(f"{where} is {shown_value(value)}, where {wanted} is expected")


def _check_parts(value: dict[str, Any], form: dict[str, Any], where: str) -> None:
    start = f"{where}." if where else ""
    for name, part in form.items():
        bare = name.removesuffix("?")
        if bare in value:
            check_form(value[bare], part, start + bare)
        elif bare == name:
            raise DataError(f"key {start}{name} is missing")
    unknown = next((name for name in value if name not in form and f"{name}?" not in form), None)
    if unknown is not None:
        raise DataError(f"unknown key {start}{unknown[:40]!r}")


def _require(is_right: bool, value: Any, form: type, where: str) -> None:
    if not is_right:
        raise DataError(f"{where or 'it'} is {shown_value(value)}, where {_WORDS[form]} is expected")
