"""Line numbers of keys in a TOML file, which `tomllib` does not provide."""

import re
from collections.abc import Sequence

_PART = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*\[\[?\s*({_KEY})\s*\]")
_ENTRY = re.compile(rf"\s*({_KEY})\s*=")


def line_of(text: str, path: Sequence[str]) -> int | None:
    """The number of the line that sets a key, or of its innermost enclosing table; None if there is none.

    path: the key, preceded by its tables.

    >>> text = 'plan = "k_fold(5)"\\n[tasks.iris]\\nset = "iris"\\n'
    >>> [line_of(text, path) for path in (["tasks", "iris", "set"], ["tasks", "iris", "file"], ["inner"])]
    [3, 2, None]
    """
    best: int | None = None
    depth, table = 0, tuple[str, ...]()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = key = _parts(header[1])
        elif entry := _ENTRY.match(line):
            key = (*table, *_parts(entry[1]))
        else:
            continue
        # A header such as [learners.SVC] matches all its keys, and the tables that contain it.
        shared = _shared(key, path)
        if shared > depth and shared >= min(len(key), len(path)):
            best, depth = number, shared
    return best


def _parts(key: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_PART, key))


def _shared(key: Sequence[str], path: Sequence[str]) -> int:
    """The length of the common prefix of two keys."""
    count = 0
    for mine, other in zip(key, path):
        if mine != other:
            break
        count += 1
    return count
