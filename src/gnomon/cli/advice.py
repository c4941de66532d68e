"""Error messages that name parameters of the library, rewritten for the options of the command line."""

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from shlex import quote
from typing import Any

# A word or a name as Python writes it.
WORD = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_DROP = re.compile(rf"\(in read_table and Task\.read by drop=\(({WORD}),\)\)|\bpass drop=\(({WORD}),\)")
_MISSING = re.compile(rf"\bpass missing=\((?:{WORD}, )*({WORD}),?\)")
_KIND = re.compile(rf"\bkinds=\{{({WORD}): '(\w+)'\}}(?: \(--kind [^)]*\))?")
_SHORT = {
    "or use workers=1": "or give --workers 1",
    "pass header=False": "give --no-header",
    "pass header=True": "give --header",
    "strict=True": "--strict",
    "correct the line, or pass delimiter= or quote=": "correct the line",
    "pass delimiter= if it is split wrongly, or transpose the table": "transpose the table",
    "; pass delimiter= and quote=": "",
    "; pass format='csv' to read it as text": "",
    "use it as group= or time= of the task": "use it by --group or --time",
    "use it as group= or time=": "use it by --group or --time",
    "or another kind= to the task": "or make the target another kind by --kind",
    "; name those to keep by keep=[...]": ", so that there is nothing to learn from",
    "give sd=, the": "give --sd, the",
    ", or pilot=, results of a first run": "",
}
_FILTER = re.compile(rf"(?:SelectByFilter\()?\bfilter=({WORD})\)?")
_POSITIVE = re.compile(rf"\bpositive=({WORD})")


def by_options(message: str) -> str:
    """The message with parameters of Python replaced by command-line options.

    >>> by_options("drop it (in read_table and Task.read by drop=('the age',))")
    "drop it by --drop 'the age'"
    >>> by_options("pass missing=('NA', '-') if it means a missing value, or kinds={'zip': 'categorical'}")
    'give --missing - if it means a missing value, or --kind zip=categorical'
    """
    for parameter, option in _SHORT.items():
        message = message.replace(parameter, option)
    message = _DROP.sub(_dropped, message)
    message = _MISSING.sub(lambda match: f"give --missing {typed(match[1])}", message)
    message = _KIND.sub(lambda match: f"--kind {typed(match[1], '=' + match[2])}", message)
    message = _FILTER.sub(lambda match: f"--by {typed(match[1])}", message)
    return _POSITIVE.sub(lambda match: f"--positive {typed(match[1])}", message)


def _dropped(match: re.Match[str]) -> str:
    return f"by --drop {typed(match[1])}" if match[1] else f"give --drop {typed(match[2])}"


def typed(word: str, behind: str = "") -> str:
    """A Python string literal, quoted for the shell.

    >>> typed("'the age'"), typed("'zip'", "=categorical")
    ("'the age'", 'zip=categorical')
    """
    value: Any = ast.literal_eval(word)
    text = f"{value}{behind}"
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
