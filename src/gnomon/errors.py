"""The exceptions and warnings of Gnomon.

::

    GnomonError
    ├── DataError        a file, table or array cannot be used as it is      (a ValueError)
    ├── ParameterError   a parameter is out of its range                     (a ValueError)
    ├── DesignError      a procedure is not valid for the resampling design  (a ValueError)
    ├── NameUnknown      no learner, measure or data set has this name       (a KeyError)
    └── StoreError       a results file cannot be read or written            (an OSError)

    GnomonWarning
    ├── DataWarning      a potential problem in the data
    │   └── ColumnRoleWarning  a column of dates or an identifier as a feature
    └── NumericsWarning  reduced numerical precision

A message says what is wrong, where (column, row, parameter and its value), and how to fix it. The place is
also in fields of the exception or warning, so that programs need not read the message.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from gnomon.public_attributes import public_attributes

__all__ = [
    "ColumnRoleWarning",
    "DataError",
    "DataWarning",
    "DesignError",
    "GnomonError",
    "GnomonWarning",
    "NameUnknown",
    "NumericsWarning",
    "ParameterError",
    "StoreError",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)


class _Placed:
    """A message with its place: the column, row, learner, task and parameter that it is about, else None.

    In the message `{row}` stands for the row.
    """

    column: Any = None
    row: int | None = None
    learner: str | None = None
    task: str | None = None
    parameter: str | None = None

    def __init__(self, *args: Any, **place: Any) -> None:
        unknown = place.keys() - _Placed.__annotations__.keys()
        if unknown:
            raise TypeError(f"a message has no place {sorted(unknown)}")
        self.template = args
        if place.get("row") is not None:
            args = (str(args[0]).replace("{row}", str(place["row"])), *args[1:])
        super().__init__(*args)
        self.__dict__.update(place)

    def with_row_offset(self, n_rows: int) -> Self:
        """The same message about a row that is n_rows further below.

        >>> DataError("column 2, row {row} is NaN", row=7).with_row_offset(100)
        DataError('column 2, row 107 is NaN')
        """
        place = {name: self.__dict__[name] for name in _Placed.__annotations__ if name in self.__dict__}
        if place.get("row") is not None:
            place["row"] += n_rows
        return type(self)(*self.template, **place)

    def within(self, where: str) -> Self:
        """The same message, of the same place, after the name of a file, an expression or an option.

        >>> ParameterError("C is -1", parameter="C").within("design.toml, line 3")
        ParameterError('design.toml, line 3: C is -1')
        """
        other = type(self)(f"{where}: {self}")
        other.__dict__ |= {**self.__dict__, "template": other.template}
        return other


class GnomonError(_Placed, Exception):
    """The base class of all exceptions of Gnomon; its fields are the place that the message is about.

    >>> GnomonError("column 'age' is constant", column="age").column
    'age'
    """


@contextmanager
def about(**place: Any) -> Iterator[None]:
    """Inside the block errors get this place, as far as they do not know it.

    >>> with about(parameter="margin"):
    ...     raise ParameterError("-1 is not a margin")
    Traceback (most recent call last):
    gnomon.errors.ParameterError: -1 is not a margin
    """
    try:
        yield
    except GnomonError as error:
        error.__dict__ |= {name: value for name, value in place.items() if getattr(error, name) is None}
        raise


class DataError(GnomonError, ValueError):
    """A file, table or array cannot be used as it is."""


class ParameterError(GnomonError, ValueError):
    """A parameter is out of its range."""


class DesignError(GnomonError, ValueError):
    """A procedure is not valid for the resampling design."""


class NameUnknown(GnomonError, KeyError):
    """No learner, measure or data set has this name; near: the most similar one, or None."""

    near: str | None = None

    def __str__(self) -> str:
        return str(self.args[0])


class StoreError(GnomonError, OSError):
    """A results file cannot be read or written."""


class GnomonWarning(_Placed, UserWarning):
    """The base class of all warnings of Gnomon."""


class DataWarning(GnomonWarning):
    """A potential problem in the data."""


class ColumnRoleWarning(DataWarning):
    """A column of dates, or an identifier, would be a categorical feature."""


class NumericsWarning(GnomonWarning):
    """Reduced numerical precision."""
