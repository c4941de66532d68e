"""Column name matching: case-insensitive, with a suggestion for unknown names."""

import difflib
from collections.abc import Sequence

from gnomon.errors import DataError

_MAX_SHOWN = 12


def resolved(name: str, names: Sequence[str]) -> str:
    """The matching name: the same one, or the only one that differs in case and outer whitespace alone.

    >>> resolved("AGE", ["Age", "town"])
    'Age'
    >>> resolved("age", ["Age", "age"])
    'age'
    """
    if name in names:
        return name
    matches = [each for each in names if _plain(each) == _plain(name)]
    if len(matches) == 1:
        return matches[0]
    raise no_column(name, names)


def no_column(name: str, names: Sequence[str]) -> DataError:
    """The error for an unknown column, with close matches and the list of columns.

    >>> print(no_column("agee", ["age", "town"]))
    there is no column 'agee'; did you mean 'age'? The columns are 'age', 'town'
    """
    plain = {_plain(each): each for each in names}
    near = [each for each in names if _plain(each) == _plain(name)][:2]
    near = near or [plain[each] for each in difflib.get_close_matches(_plain(name), plain, n=1, cutoff=0.6)]
    shown = ", ".join(repr(each) for each in names[:_MAX_SHOWN])
    more = f" and {len(names) - _MAX_SHOWN} more" if len(names) > _MAX_SHOWN else ""
    hint = f"did you mean {' or '.join(map(repr, near))}? The" if near else "the"
    return DataError(f"there is no column {name!r}; {hint} columns are {shown}{more}")


def _plain(name: object) -> str:
    return str(name).strip().casefold()
