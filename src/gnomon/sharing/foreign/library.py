"""What is known of a library of boosted trees: its classes, how its models are fitted, asked, stored."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError
from gnomon.sharing.parameters import changed_parameters


class Library(ABC):
    """One library.

    package: the name that it is imported and installed by. classes: those of its estimators that are adapted.
    grid: values worth trying, from simple to intricate. quiet: parameters that keep it from printing and from
    writing files. threads: the parameters that say how many threads a fit may use.
    """

    package: ClassVar[str]
    classes: ClassVar[tuple[str, ...]]
    grid: ClassVar[dict[str, tuple[Any, ...]]]
    quiet: ClassVar[dict[str, Any]]
    threads: ClassVar[tuple[str, ...]]

    def settled(self, learner: Any) -> Any:
        """The learner, made silent and held to one thread where its user has left that open.

        One thread, as sums over several come out otherwise in their last bits.
        """
        given = changed_parameters(learner)
        options = {} if self._speaks(given) else dict(self.quiet)
        if not any(given.get(name) is not None for name in self.threads):
            options[self.threads[0]] = 1
        return learner.set_params(**options)

    def loaded(self) -> Any:
        """The package; DataError, which names it, if it is not installed."""
        try:
            return importlib.import_module(self.package)
        except ImportError as error:
            raise DataError(
                f"the model is one of {self.package}, which cannot be imported here ({error}); "
                f"pip install {self.package}"
            ) from None

    def version(self) -> str:
        """The version that is installed."""
        return str(self.loaded().__version__)

    def takes_categories(self, learner: Any) -> bool:
        """Whether it takes categories as they are under these parameters."""
        return True

    def is_plain(self, learner: Any) -> bool:
        """Whether it gives probabilities or values, as its objective is no code of the user's."""
        return not callable(learner.get_params().get("objective"))

    @abstractmethod
    def fitted(self, learner: Any, X: Any, categories: list[int], y: Array, weight: Floats | None) -> Any:
        """The library's own model of these numbers; categories: the columns that hold codes of levels."""

    @abstractmethod
    def answers(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """A value a row, or the probability of each class; of two classes that of the second may be alone."""

    @abstractmethod
    def contributions(self, model: Any, X: Any, categories: list[int]) -> Floats:
        """(rows, scores, columns and one): what each column adds to a score before the link, and the base.

        Shapley values along the paths of the trees (Lundberg et al. 2020), as the library finds them.
        """

    @abstractmethod
    def packed(self, model: Any) -> bytes:
        """The model in the library's own format."""

    @abstractmethod
    def unpacked(self, content: bytes, kind: str) -> Any:
        """The model of such contents; kind: the name of its class."""

    def _speaks(self, given: dict[str, Any]) -> bool:
        """Whether the user has said what is to be printed."""
        return any(name in given for name in self.quiet)
