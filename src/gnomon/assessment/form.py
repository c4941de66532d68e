"""The form of a value of JSON: which parts it has, and of what kind; a file may hold anything.

A form is a type or several, a list of one form, `Named` for a mapping of names to one form, or a dict with a
form for each part; a part whose name ends in "?" may be left out.
"""

from dataclasses import dataclass
from typing import Any

from gnomon.errors import DataError

# What may stand for a class or a level.
LABEL = (str, int, float, bool)

_WORDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
    list: "a list",
    dict: "a mapping",
}


@dataclass(frozen=True)
class Named:
    """A mapping from any names to values of one form."""

    form: Any


def check_form(value: Any, form: Any, where: str = "") -> None:
    """Raise DataError unless a value of JSON has a form; the message names the place, such as `units[0].key`.

    >>> check_form({"a": [1, "x"]}, {"a": [int]})
    Traceback (most recent call last):
    gnomon.errors.DataError: a[1] is 'x', where a whole number belongs
    """
    if isinstance(form, tuple):
        _check_choice(value, form, where)
    elif isinstance(form, type):
        # Not isinstance: to Python true is a whole number, too.
        _require(type(value) is form, value, form, where)
    elif isinstance(form, list):
        _require(type(value) is list, value, list, where)
        for place, each in enumerate(value):
            check_form(each, form[0], f"{where}[{place}]")
    elif isinstance(form, Named):
        _require(type(value) is dict, value, dict, where)
        for name, each in value.items():
            check_form(each, form.form, f"{where}[{name[:40]!r}]")
    else:
        _require(type(value) is dict, value, dict, where)
        _check_parts(value, form, where)


def shown_value(value: Any) -> str:
    """A value in a few words, for a message.

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
        raise DataError(f"{where} is {shown_value(value)}, where {wanted} belongs")


def _check_parts(value: dict[str, Any], form: dict[str, Any], where: str) -> None:
    start = f"{where}." if where else ""
    for name, part in form.items():
        bare = name.removesuffix("?")
        if bare in value:
            check_form(value[bare], part, start + bare)
        elif bare == name:
            raise DataError(f"it lacks {start}{name}")
    strange = next((name for name in value if name not in form and f"{name}?" not in form), None)
    if strange is not None:
        raise DataError(f"it has {start}{strange[:40]!r}, which has no place there")


def _require(is_right: bool, value: Any, form: type, where: str) -> None:
    if not is_right:
        raise DataError(f"{where or 'it'} is {shown_value(value)}, where {_WORDS[form]} belongs")
