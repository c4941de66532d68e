"""Messages on the command line: their settings as options, and options that the running command has."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from shlex import quote
from typing import Any

from gnomon.errors import GnomonError, GnomonWarning, Setting


def by_options(message: Any) -> str:
    """A message with its settings as options of the command line; others are marked as Python's.

    >>> from gnomon.errors import DataError
    >>> by_options(DataError("drop it by {drop}", settings={"drop": ("the age",)}))
    "drop it by --drop 'the age'"
    >>> by_options(DataError("pass {delimiter}", settings={"delimiter": ...}))
    'pass delimiter= (in Python)'
    """
    return message.written(_option) if isinstance(message, GnomonError | GnomonWarning) else str(message)


def _option(setting: Setting) -> str:
    """A setting as an option with its value, as one types it."""
    if setting.name == "header" and setting.value is not ...:
        return "--header" if setting.value else "--no-header"
    option = _OPTIONS.get(f"{setting.owner}.{setting.name}" if setting.owner else setting.name)
    if option is None:
        return str(setting) if setting.owner else f"{setting} (in Python)"
    if setting.value is ... or setting.value is True:
        return option
    return f"{option} {_value(setting.value)}"


def _value(value: Any) -> str:
    """One value: the last of several, or a column with its kind."""
    if isinstance(value, Mapping):
        name, kind = next(iter(value.items()))
        return typed(str(name), f"={kind}")
    return typed(str(value[-1] if isinstance(value, tuple | list) else value))


_OPTIONS = {
    "SelectByFilter.filter": "--by",
    "drop": "--drop",
    "filter": "--by",
    "group": "--group",
    "kind": "--kind",
    "kinds": "--kind",
    "missing": "--missing",
    "positive": "--positive",
    "sd": "--sd",
    "strict": "--strict",
    "time": "--time",
    "workers": "--workers",
}


def typed(word: str, behind: str = "") -> str:
    """A word, quoted for the shell.

    >>> typed("the age"), typed("zip", "=categorical")
    ("'the age'", 'zip=categorical')
    """
    text = f"{word}{behind}"
    # In double quotes these mean something to a shell; without them an apostrophe is legible there.
    return f'"{text}"' if "'" in text and not set(text) & set('"$`\\!\n') else quote(text)


_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]\b")
_COMMAND = re.compile(r"`gnomon [^`]*`|\bgnomon (?:\w+ )+--[^,;.]*")
# Options by command, of all; and those of the command that runs.
Options = Mapping[str, frozenset[str]]
_running: ContextVar[tuple[Options, str] | None] = ContextVar("_running", default=None)


@contextmanager
def running(options: Options, command: str) -> Iterator[None]:
    """Inside the block messages use the options of this command, and name the owner of any other option."""
    token = _running.set((options, command))
    try:
        yield
    finally:
        _running.reset(token)


def fitting(message: str) -> str:
    """The message with options adapted to the running command; options of another command name that command.

    >>> options = {"fit": frozenset(["--learner"]), "compare": frozenset(["--learners", "--minutes"])}
    >>> with running(options, "fit"):
    ...     fitting("--learners 'x(' cannot be read"), fitting("give --minutes 12")
    ("--learner 'x(' cannot be read", 'give --minutes 12 (an option of `gnomon compare`)')
    """
    state = _running.get()
    if state is None or state[1] not in state[0]:
        return message
    options, own = state[0], state[0][state[1]]
    absent = [each for each in _OPTION.findall(_COMMAND.sub("", message)) if each not in own]
    for each in dict.fromkeys(absent):
        near = next((name for name in (f"{each}s", each.removesuffix("s")) if name in own), None)
        if near is not None:
            message = re.sub(rf"{each}\b(?![-\w])", near, message)
    absent = [each for each in dict.fromkeys(_OPTION.findall(_COMMAND.sub("", message))) if each not in own]
    if not absent:
        return message
    owners = [name for name, has in options.items() if set(absent) <= has]
    if not owners:
        return message
    owner = "compare" if "compare" in owners else owners[0]
    what = "an option" if len(absent) == 1 else f"{', '.join(absent)}: options"
    return f"{message} ({what} of `gnomon {owner}`)"
