"""Messages on the command line: their settings as options, and options that the running command has."""

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
        return option("header" if setting.value else "no-header")
    name = _OPTIONS.get(f"{setting.owner}.{setting.name}" if setting.owner else setting.name)
    if name is None:
        return str(setting) if setting.owner else f"{setting} (in Python)"
    if setting.value is ... or setting.value is True:
        return option(name)
    return f"{option(name)} {_value(setting.value)}"


def _value(value: Any) -> str:
    """One value: the last of several, or a column with its kind."""
    if isinstance(value, Mapping):
        name, kind = next(iter(value.items()))
        return typed(str(name), f"={kind}")
    return typed(str(value[-1] if isinstance(value, tuple | list) else value))


_OPTIONS = {
    "SelectByFilter.filter": "by",
    "data": "data",
    "drop": "drop",
    "filter": "by",
    "group": "group",
    "kind": "kind",
    "kinds": "kind",
    "max_memory": "max-memory",
    "max_work": "max-work",
    "missing": "missing",
    "positive": "positive",
    "sd": "sd",
    "strict": "strict",
    "time": "time",
    "workers": "workers",
}


def typed(word: str, behind: str = "") -> str:
    """A word, quoted for the shell.

    >>> typed("the age"), typed("zip", "=categorical")
    ("'the age'", 'zip=categorical')
    """
    text = f"{word}{behind}"
    # In double quotes these mean something to a shell; without them an apostrophe is legible there.
    return f'"{text}"' if "'" in text and not set(text) & set('"$`\\!\n') else quote(text)


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


def option(name: str) -> str:
    """An option as the running command calls it; one of another command names that command.

    >>> options = {"fit": frozenset(["--learner"]), "compare": frozenset(["--learners", "--minutes"])}
    >>> with running(options, "fit"):
    ...     option("learners"), option("minutes")
    ('--learner', '--minutes (an option of `gnomon compare`)')
    """
    typed = f"--{name}"
    state = _running.get()
    if state is None or state[1] not in state[0]:
        return typed
    options, own = state[0], state[0][state[1]]
    similar = [each for each in (typed, f"{typed}s", typed.removesuffix("s")) if each in own]
    owners = [command for command, has in options.items() if typed in has]
    if similar or not owners:
        return similar[0] if similar else typed
    return f"{typed} (an option of `gnomon {'compare' if 'compare' in owners else owners[0]}`)"
