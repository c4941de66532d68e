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

A message says what is wrong, where (column, row, parameter and its value), and how to fix it. The place and
the proposed settings are also fields of the exception or warning, so that programs need not read the message,
and an interface can write a setting in its own terms: `drop=('age',)`, or `--drop age`.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Setting:
    """A parameter with a value, as a message names it; ... for a value that the user is to choose.

    owner: the class whose parameter it is, if the message names it.

    >>> str(Setting("drop", ("age",))), str(Setting("group")), str(Setting("C", -1, "SVC"))
    ("drop=('age',)", 'group=', 'SVC(C=-1)')
    """

    name: str
    value: Any = ...
    owner: str = ""

    def __str__(self) -> str:
        text = f"{self.name}=" if self.value is ... else f"{self.name}={self.value!r}"
        return f"{self.owner}({text})" if self.owner else text


class _Placed:
    """A message with its place: the column, row, learner, task and parameter that it is about, else None.

    In the message `{row}` stands for the row, and `{drop}` for the setting of that name in `settings`, whose
    values are those of parameters, or a `Setting`.
    """

    column: Any = None
    row: int | None = None
    learner: str | None = None
    task: str | None = None
    parameter: str | None = None

    def __init__(self, *args: Any, settings: Mapping[str, Any] | None = None, **place: Any) -> None:
        unknown = place.keys() - _Placed.__annotations__.keys()
        if unknown:
            raise TypeError(f"a message has no place {sorted(unknown)}")
        self.__dict__ |= place
        self.settings = {
            key: each if isinstance(each, Setting) else Setting(key, each)
            for key, each in (settings or {}).items()
        }
        self.template = str(args[0]) if args else ""
        super().__init__(*(self.written(), *args[1:]) if args else ())

    def written(self, write: Callable[[Setting], str] = str) -> str:
        """The message, with each setting written by this function; by default as in Python.

        >>> error = DataError("column 'age' is empty; pass {drop}", settings={"drop": ("age",)})
        >>> error.written(lambda setting: f"--{setting.name} {setting.value[0]}")
        "column 'age' is empty; pass --drop age"
        """
        text = self.template if self.row is None else self.template.replace("{row}", str(self.row))
        for key, setting in self.settings.items():
            text = text.replace(f"{{{key}}}", write(setting))
        return text

    def with_row_offset(self, n_rows: int) -> Self:
        """The same message about a row that is n_rows further below.

        >>> DataError("column 2, row {row} is NaN", row=7).with_row_offset(100)
        DataError('column 2, row 107 is NaN')
        """
        row = None if self.row is None else self.row + n_rows
        return self._with(self.template, row=row)

    def within(self, where: str) -> Self:
        """The same message, of the same place, after the name of a file, an expression or an option.

        >>> ParameterError("C is -1", parameter="C").within("design.toml, line 3")
        ParameterError('design.toml, line 3: C is -1')
        """
        return self._with(f"{where}: {self.template}")

    def _with(self, template: str, **place: Any) -> Self:
        """A copy with another message or place."""
        own = {name: getattr(self, name) for name in _Placed.__annotations__}
        other = type(self)(template, settings=self.settings, **{**own, **place})
        other.__dict__ |= {name: value for name, value in vars(self).items() if name not in vars(other)}
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
