"""Names of columns as people write them: found without regard to case, with a hint where none is meant."""

import difflib
from collections.abc import Sequence

from gnomon.errors import DataError

_MOST = 12


def resolved(name: str, names: Sequence[str]) -> str:
    """The name that is meant: the same, or the only one that differs in case and outer blanks alone.

    >>> resolved("AGE", ["Age", "town"])
    'Age'
    >>> resolved("age", ["Age", "age"])
    'age'
    """
    if name in names:
        return name
    alike = [each for each in names if _plain(each) == _plain(name)]
    if len(alike) == 1:
        return alike[0]
    raise no_column(name, names)


def no_column(name: str, names: Sequence[str]) -> DataError:
    """The error that says a column is not there, which may be meant, and which are there.

    >>> print(no_column("agee", ["age", "town"]))
    there is no column 'agee'; did you mean 'age'? The columns are 'age', 'town'
    """
    plain = {_plain(each): each for each in names}
    near = [each for each in names if _plain(each) == _plain(name)][:2]
    near = near or [plain[each] for each in difflib.get_close_matches(_plain(name), plain, n=1, cutoff=0.6)]
    shown = ", ".join(repr(each) for each in names[:_MOST])
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    hint = f"did you mean {' or '.join(map(repr, near))}? The" if near else "the"
    return DataError(f"there is no column {name!r}; {hint} columns are {shown}{more}")


def _plain(name: object) -> str:
    return str(name).strip().casefold()
