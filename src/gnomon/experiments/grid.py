"""Hyperparameter settings: grids of values, random samples from ranges, and the default grid of a learner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, prod
from typing import Any

import numpy as np
from sklearn.base import clone

from gnomon.assessment.collecting import steps_of
from gnomon.assessment.settings import hyperparameter_grid
from gnomon.check import Rule, rules
from gnomon.errors import ParameterError
from gnomon.seeds import Seed, generator
from gnomon.sharing.foreign import library_of, unwrapped
from gnomon.sharing.learner import Learner

# Larger values give simpler models: settings are ordered from simple to complex, so that ties select the
# simpler.
SIMPLER_IF_LARGER = (
    "alpha",
    "ccp_alpha",
    "epsilon",
    "l2_regularization",
    "min_rows",
    "min_samples_leaf",
    "min_samples_split",
    "n_neighbors",
)

# Parameters that are tuned for some kernels only.
READ_BY_KERNELS = {"degree": ("poly",), "coef0": ("poly", "sigmoid"), "gamma": ("rbf",)}

MAX_SETTINGS = 10_000

# Default number of settings in a random search.
DEFAULT_SETTINGS = 20


@dataclass(frozen=True)
class SearchRange:
    """Search range for random search: a uniform or, with log, log-uniform distribution from low to high.

    whole: integers only. Frozen distributions of scipy.stats can be used as well.

    >>> SearchRange(0.01, 100, log=True).rvs(3, random_state=0).round(2)
    array([3.53, 0.12, 0.01])
    """

    low: float
    high: float
    log: bool = False
    whole: bool = False

    def __post_init__(self) -> None:
        minimum = 0 if self.log else -np.inf
        if not (np.isfinite([self.low, self.high]).all() and minimum <= self.low < self.high):
            raise ParameterError(f"{self!r}: low must be below high, both finite, and not negative with log")
        if self.log and self.low == 0:
            raise ParameterError(f"{self!r}: with log, low must be positive; use a small value such as 1e-3")

    def rvs(self, size: int, random_state: Seed = 0) -> Any:
        """A random sample (the interface of scipy.stats)."""
        low, high = (log(self.low), log(self.high)) if self.log else (self.low, self.high)
        sample = generator(random_state).uniform(low, high, size=size)
        values = np.clip(np.exp(sample) if self.log else sample, self.low, self.high)
        return np.round(values).astype(np.int64) if self.whole else values


def default_grid(learner: Any) -> dict[str, tuple[Any, ...]]:
    """The default hyperparameter grid of a learner, from simple to complex models.

    It contains the numeric hyperparameters and others declared as tuned; for a pipeline those of its last
    step. Empty if the learner declares none, as most learners of other packages.

    >>> import gnomon as gn
    >>> default_grid(gn.SVC())
    {'C': (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0), 'gamma': (0.001, 0.01, 'scale', 1.0)}
    >>> default_grid(gn.Baseline())
    {}
    """
    if steps := steps_of(learner):
        name, last = list(steps.items())[-1]
        return {f"{name}__{each}": values for each, values in default_grid(last).items()}
    if not isinstance(learner, Learner):
        library = library_of(unwrapped(learner))
        return {} if library is None else dict(library.grid)
    declared = rules(type(learner)).items()
    tried = [(name, rule) for name, rule in declared if _is_tried(rule) and _is_read(learner, name)]
    # Numeric parameters first, so that a validation curve varies one of them.
    return {
        name: rule.grid[::-1] if name in SIMPLER_IF_LARGER else rule.grid
        for name, rule in sorted(tried, key=lambda each: each[1].is_tuned)
    }


def settings_of(
    learner: Any,
    grid: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    n_settings: int | None = None,
    random_state: Seed = 0,
) -> list[Any]:
    """Copies of a learner, one per hyperparameter setting: the full grid, or a random sample (random search).

    grid: values by parameter, or a list of settings. n_settings: number of settings to sample; from a grid
    without ranges they are sampled without replacement, in the order of the grid.

    >>> import gnomon as gn
    >>> settings_of(gn.Ridge(), {"alpha": [10, 1]})
    [Ridge(alpha=10), Ridge(alpha=1)]
    >>> [round(each.alpha, 1) for each in settings_of(gn.Ridge(), {"alpha": SearchRange(0, 9)}, n_settings=2)]
    [5.7, 2.4]
    """
    if not isinstance(grid, Mapping):
        return [_with_setting(learner, each) for each in grid]
    _refuse_odd_values(learner, grid)
    if n_settings is not None and (not isinstance(n_settings, int) or n_settings < 1):
        raise ParameterError(
            f"n_settings={n_settings!r}: it must be an integer of at least 1, or None for all"
        )
    if n_settings is not None and n_settings > MAX_SETTINGS:
        raise ParameterError(f"n_settings={n_settings}: at most {MAX_SETTINGS:,} settings are sampled")
    if any(hasattr(values, "rvs") for values in grid.values()):
        return _sampled(learner, grid, n_settings or DEFAULT_SETTINGS, random_state)
    n_all = prod(len(values) for values in grid.values())
    if min(n_all, n_settings or n_all) > MAX_SETTINGS:
        raise ParameterError(
            f"the grid of {type(learner).__name__} has {n_all} settings; use fewer values, or n_settings=20"
        )
    path = hyperparameter_grid(learner, grid)
    if n_settings is None or n_settings >= n_all:
        return path
    selected = generator(random_state).choice(n_all, size=n_settings, replace=False)
    return [path[index] for index in np.sort(selected)]


def _with_setting(learner: Any, setting: Any) -> Any:
    if not isinstance(setting, Mapping):
        raise ParameterError(
            f"the grid of {type(learner).__name__} lists {setting!r}, which is no setting; pass values by "
            "parameter, such as {'C': [1, 10]}, or settings such as [{'C': 1}, {'C': 10}]"
        )
    return hyperparameter_grid(learner, {name: [value] for name, value in setting.items()})[0]


def _is_tried(rule: Rule) -> bool:
    return len(rule.grid) > 1 and (rule.is_tuned or rule.kind.startswith(("int", "float")))


def _is_read(learner: Learner, name: str) -> bool:
    kernel = getattr(learner, "kernel", None)
    if not isinstance(kernel, str):
        return kernel is None or name not in READ_BY_KERNELS
    return kernel in READ_BY_KERNELS.get(name, (kernel,))


def _refuse_odd_values(learner: Any, grid: Mapping[str, Any]) -> None:
    for name, values in grid.items():
        is_list = isinstance(values, list | tuple | range | np.ndarray)
        if not is_list and not hasattr(values, "rvs"):
            raise ParameterError(
                f"grid of {type(learner).__name__}: {name} is {values!r}; pass a list of values, or a range "
                "to sample from, such as SearchRange(0.01, 100, log=True)"
            )


def _sampled(learner: Any, grid: Mapping[str, Any], n_settings: int, random_state: Seed) -> list[Any]:
    random = generator(random_state)
    hyperparameter_grid(learner, {name: [None] for name in grid})  # validates the parameter names
    columns = {
        name: values.rvs(size=n_settings, random_state=random)
        if hasattr(values, "rvs")
        else [values[index] for index in random.integers(len(values), size=n_settings)]
        for name, values in grid.items()
    }
    return [
        clone(learner).set_params(**{name: _plain(column[index]) for name, column in columns.items()})
        for index in range(n_settings)
    ]


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
