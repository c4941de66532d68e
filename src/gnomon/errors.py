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
    └── NumericsWarning  reduced numerical precision

A message says what is wrong, where (column, row, parameter and its value), and how to fix it.
"""

from typing import TYPE_CHECKING

from gnomon.public_attributes import public_attributes

__all__ = [
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


class GnomonError(Exception):
    """The base class of all exceptions of Gnomon."""


class DataError(GnomonError, ValueError):
    """A file, table or array cannot be used as it is."""


class ParameterError(GnomonError, ValueError):
    """A parameter is out of its range."""


class DesignError(GnomonError, ValueError):
    """A procedure is not valid for the resampling design."""


class NameUnknown(GnomonError, KeyError):
    """No learner, measure or data set has this name."""

    def __str__(self) -> str:
        return str(self.args[0])


class StoreError(GnomonError, OSError):
    """A results file cannot be read or written."""


class GnomonWarning(UserWarning):
    """The base class of all warnings of Gnomon."""


class DataWarning(GnomonWarning):
    """A potential problem in the data."""


class NumericsWarning(GnomonWarning):
    """Reduced numerical precision."""
