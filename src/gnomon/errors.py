"""Every error and warning that Gnomon raises on purpose.

::

    GnomonError
    ├── DataError        a file, table or array cannot be used as it is      (a ValueError)
    ├── ParameterError   a parameter is out of its range                     (a ValueError)
    ├── DesignError      a procedure is not valid for the way data were cut  (a ValueError)
    ├── NameUnknown      no learner, measure or data set has this name       (a KeyError)
    └── StoreError       a results file cannot be read or written            (an OSError)

    GnomonWarning
    ├── DataWarning      the data hold something the user should know of
    └── NumericsWarning  fewer digits than usual can be trusted

A message says what is wrong, where (column, row, parameter and its value), and a way out.
"""


class GnomonError(Exception):
    """The root: catch it to catch everything that Gnomon raises on purpose."""


class DataError(GnomonError, ValueError):
    """A file, table or array cannot be used as it is."""


class ParameterError(GnomonError, ValueError):
    """A parameter is out of its range."""


class DesignError(GnomonError, ValueError):
    """A procedure is not valid for the way the data were cut."""


class NameUnknown(GnomonError, KeyError):
    """No learner, measure or data set has this name."""

    def __str__(self) -> str:
        return str(self.args[0])


class StoreError(GnomonError, OSError):
    """A results file cannot be read or written."""


class GnomonWarning(UserWarning):
    """The root of the warnings."""


class DataWarning(GnomonWarning):
    """The data hold something the user should know of."""


class NumericsWarning(GnomonWarning):
    """Fewer digits than usual can be trusted."""
