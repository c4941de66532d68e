"""Hyperparameter grids: a learner with its grid in a design, and the task of a worker that tunes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gnomon.errors import DesignError, ParameterError
from gnomon.experiments.grid import default_grid, settings_of
from gnomon.experiments.halving import SuccessiveHalving
from gnomon.experiments.identity import code


@dataclass(frozen=True)
class GridSearch:
    """Grid search or random search: a learner and its hyperparameter grid.

    grid: values by parameter (lists, or `SearchRange`s to sample from), a list of settings, "default" for the
    grid that the learner declares, or None for the learner as it is. n_settings: number of settings to sample
    (random search); None for all.

    >>> import gnomon as gn
    >>> [each.C for each in GridSearch(gn.SVC(), {"C": [1, 10]}).path()]
    [1, 10]
    >>> len(GridSearch(gn.SVC()).path()), len(GridSearch(gn.SVC(), None).path())
    (24, 1)
    """

    learner: Any
    grid: Any = "default"
    n_settings: int | None = None

    def path(self, random_state: int = 0) -> list[Any]:
        """The hyperparameter settings, each as a copy of the learner."""
        if self.grid is None or self.grid in ({}, []):
            return [self.learner]
        if isinstance(self.grid, str) and self.grid != "default":
            raise ParameterError(
                f"grid={self.grid!r}: pass values by parameter, such as {{'C': [1, 10]}}, or 'default'"
            )
        grid = default_grid(self.learner) if isinstance(self.grid, str) else self.grid
        if not isinstance(grid, Mapping | list | tuple):
            raise ParameterError(f"grid={grid!r}: pass values by parameter, such as {{'C': [1, 10]}}")
        return settings_of(self.learner, grid, self.n_settings, random_state) if grid else [self.learner]

    def code(self, path: Sequence[Any]) -> str:
        """The Python expression of this grid search.

        >>> import gnomon as gn
        >>> choice = GridSearch(gn.Ridge(), {"alpha": [1, 10]})
        >>> choice.code(choice.path())
        "GridSearch(Ridge(), {'alpha': [1, 10]})"
        """
        return f"GridSearch({code(self.learner)}, {self.grid_code(path)})"

    def grid_code(self, path: Sequence[Any]) -> str:
        """The expression of the grid, or of the sampled settings."""
        grid = default_grid(self.learner) if isinstance(self.grid, str) else self.grid
        if not grid:
            return "None"
        if isinstance(grid, Mapping) and not self.n_settings and not _has_ranges(grid):
            return _listed({name: list(values) for name, values in grid.items()})
        names = list(grid) if isinstance(grid, Mapping) else [name for each in grid for name in each]
        settings = [{name: each.get_params()[name] for name in dict.fromkeys(names)} for each in path]
        return f"[{', '.join(_listed(each) for each in settings)}]"


@dataclass(frozen=True)
class Tuning:
    """Hyperparameter tuning of a unit of a nested design by inner splits.

    path: the settings, with seeds set. inner: the plan that splits each outer training set. measures: the
    first one selects. rule, halving: as in Design.
    """

    path: tuple[Any, ...]
    inner: Any
    measures: tuple[str, ...]
    rule: str = "best"
    halving: SuccessiveHalving | None = None


def as_choice(name: str, entry: Any) -> GridSearch:
    """A GridSearch from an entry in a list of learners: a learner, a pair (learner, grid), or a GridSearch.

    >>> import gnomon as gn
    >>> as_choice("ridge", (gn.Ridge(), {"alpha": [1, 10]}))
    GridSearch(learner=Ridge(), grid={'alpha': [1, 10]}, n_settings=None)
    """
    choice = entry if isinstance(entry, GridSearch) else GridSearch(*_pair(entry))
    learner = choice.learner
    if isinstance(learner, type) or not hasattr(learner, "fit") or not hasattr(learner, "get_params"):
        raise DesignError(f"learner {name!r} is {learner!r}; pass an estimator, such as Ridge(alpha=10)")
    return choice


def _pair(entry: Any) -> Sequence[Any]:
    is_pair = isinstance(entry, tuple) and len(entry) == 2
    return entry if is_pair else (entry,)


def _has_ranges(grid: Mapping[str, Any]) -> bool:
    return any(hasattr(values, "rvs") for values in grid.values())


def _listed(values: Mapping[str, Any]) -> str:
    written = {
        name: f"[{', '.join(map(code, value))}]" if isinstance(value, list) else code(value)
        for name, value in values.items()
    }
    return "{" + ", ".join(f"{name!r}: {text}" for name, text in written.items()) + "}"
