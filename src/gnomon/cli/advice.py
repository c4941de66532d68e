"""A way out that the library names by its parameters, said by the options of the command line."""

import ast
import re
from shlex import quote
from typing import Any

# A word or a name as Python writes it.
_WORD = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_DROP = re.compile(rf"\(in read_table and Task\.read by drop=\(({_WORD}),\)\)|\bpass drop=\(({_WORD}),\)")
_MISSING = re.compile(rf"\bpass missing=\((?:{_WORD}, )*({_WORD}),?\)")
_KIND = re.compile(rf"\bkinds=\{{({_WORD}): '(\w+)'\}}(?: \(--kind [^)]*\))?")
_SHORT = {
    "pass header=False": "give --no-header",
    "pass header=True": "give --header",
    "strict=True": "--strict",
    "or another kind= to the task": "or make the target another kind by --kind",
    "; name those to keep by keep=[...]": ", so that there is nothing to learn from",
    "give sd=, the": "give --sd, the",
    ", or pilot=, results of a first run": "",
}
_FILTER = re.compile(rf"(?:SelectByFilter\()?\bfilter=({_WORD})\)?")
_POSITIVE = re.compile(rf"\bpositive=({_WORD})")


def by_options(message: str) -> str:
    """The message, in which a way out is an option that can be typed.

    >>> by_options("drop it (in read_table and Task.read by drop=('the age',))")
    "drop it by --drop 'the age'"
    >>> by_options("pass missing=('NA', '-') if it means a missing value, or kinds={'zip': 'categorical'}")
    'give --missing - if it means a missing value, or --kind zip=categorical'
    """
    for said, typed in _SHORT.items():
        message = message.replace(said, typed)
    message = _DROP.sub(_dropped, message)
    message = _MISSING.sub(lambda found: f"give --missing {_typed(found[1])}", message)
    message = _KIND.sub(lambda found: f"--kind {_typed(found[1], '=' + found[2])}", message)
    message = _FILTER.sub(lambda found: f"--by {_typed(found[1])}", message)
    return _POSITIVE.sub(lambda found: f"--positive {_typed(found[1])}", message)


def _dropped(found: re.Match[str]) -> str:
    return f"by --drop {_typed(found[1])}" if found[1] else f"give --drop {_typed(found[2])}"


def _typed(word: str, behind: str = "") -> str:
    """A word of Python as one of the shell."""
    value: Any = ast.literal_eval(word)
    return quote(f"{value}{behind}")
