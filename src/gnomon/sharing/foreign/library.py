"""Interface to a gradient boosting library: its classes, and fitting, prediction and storage of models."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.sharing.parameters import changed_parameters


class Library(ABC):
    """A gradient boosting library.

    package: its name for import and installation. classes: the supported estimators. grid: default
    hyperparameter grid, from simple to complex. quiet: parameters that turn off output and file writing.
    threads: parameters for the number of threads. numbers, options: the parameters that a file may set, to
    numbers and to one of the listed strings (others may be paths or network addresses).
    """

    package: ClassVar[str]
    classes: ClassVar[tuple[str, ...]]
    grid: ClassVar[dict[str, tuple[Any, ...]]]
    quiet: ClassVar[dict[str, Any]]
    threads: ClassVar[tuple[str, ...]]
    numbers: ClassVar[str]
    options: ClassVar[dict[str, tuple[str, ...]]]

    def allows(self, name: str, value: Any) -> bool:
        """Whether a file may set a parameter to this value.

        >>> from gnomon.sharing.foreign import LIBRARIES
        >>> LIBRARIES[0].allows("num_leaves", 7), LIBRARIES[0].allows("input_model", "model.txt")
        (True, False)
        """
        if isinstance(value, str):
            return value in self.options.get(name, ())
        if name in ("class_weight", "class_weights"):
            return _are_numbers(value)
        return name in (*self.numbers.split(), *self.threads) and _are_numbers(value)

    def with_quiet_defaults(self, learner: Any) -> Any:
        """Set the learner to no output and one thread, unless its parameters are set by the user.

        One thread, as the rounding of sums depends on the number of threads.
        """
        changed = changed_parameters(learner)
        options = {} if self._sets_verbosity(changed) else dict(self.quiet)
        if not any(changed.get(name) is not None for name in self.threads):
            options[self.threads[0]] = 1
        return learner.set_params(**options)

    def loaded(self) -> Any:
        """Import the package; DataError if it is not installed."""
        try:
            return importlib.import_module(self.package)
        except ImportError as error:
            raise DataError(
                f"the model requires {self.package}, which cannot be imported ({error}); run: "
                f"pip install {self.package}"
            ) from None

    def version(self) -> str:
        """The installed version."""
        return str(self.loaded().__version__)

    def takes_categories(self, learner: Any) -> bool:
        """Whether the estimator supports categorical columns with these parameters."""
        return True

    def is_plain(self, learner: Any) -> bool:
        """Whether predictions are probabilities or values (no custom objective)."""
        return not callable(learner.get_params().get("objective"))

    @abstractmethod
    def fitted(self, learner: Any, X: Any, categories: list[int], y: Array, weight: Floats | None) -> Any:
        """Fit the estimator and return the library's model; categories: the columns with ordinal codes."""

    @abstractmethod
    def predictions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """Values or class probabilities; in binary classification possibly of the second class only."""

    @abstractmethod
    def contributions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """SHAP values (rows, scores, columns + 1): contributions of columns to raw scores, and base value.

        Path-dependent TreeSHAP (Lundberg et al. 2020), as implemented by the library.
        """

    @abstractmethod
    def serialized(self, model: Any) -> bytes:
        """The model in the library's own format."""

    @abstractmethod
    def deserialized(self, content: bytes, kind: str) -> Any:
        """The model of a serialized one; kind: the name of its class."""

    def _sets_verbosity(self, parameters: dict[str, Any]) -> bool:
        """Whether the user has set the verbosity."""
        return any(name in parameters for name in self.quiet)


def _are_numbers(value: Any) -> bool:
    """Whether a value is None, a number, or a list of numbers or a dict with numbers as values."""
    if isinstance(value, dict):
        return _are_numbers(list(value.values()))
    if isinstance(value, list | tuple):
        return all(map(_are_numbers, value))
    return value is None or isinstance(value, bool | int | float)
