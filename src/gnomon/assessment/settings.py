"""Hyperparameter grids and paths: copies of a learner with each setting, and their display names."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from sklearn.base import clone

from gnomon.errors import ParameterError
from gnomon.sharing.parameters import all_parameters

MAX_LENGTH = 60


def hyperparameter_path(learner: Any, parameter: str, values: Sequence[Any]) -> list[Any]:
    """Hyperparameter path: copies of a learner, one for each value of a hyperparameter.

    parameter: a parameter of `learner.set_params`, such as "svc__C" in a pipeline.

    >>> from sklearn.linear_model import Ridge
    >>> hyperparameter_path(Ridge(), "alpha", [0.1, 10])
    [Ridge(alpha=0.1), Ridge(alpha=10)]
    """
    return hyperparameter_grid(learner, {parameter: values})


def hyperparameter_grid(learner: Any, grid: Mapping[str, Sequence[Any]]) -> list[Any]:
    """Hyperparameter grid: copies of a learner, one for each combination; the last parameter varies fastest.

    >>> from sklearn.svm import SVC
    >>> [(each.C, each.gamma) for each in hyperparameter_grid(SVC(), {"C": [1, 10], "gamma": [0.1, 0.5]})]
    [(1, 0.1), (1, 0.5), (10, 0.1), (10, 0.5)]
    """
    known = _names(learner)
    for parameter, values in grid.items():
        if parameter not in known:
            raise ParameterError(
                f"{type(learner).__name__} has no parameter {parameter!r}; it has {', '.join(sorted(known))}"
            )
        if len(values) == 0:
            raise ParameterError(f"grid[{parameter!r}] is empty; pass at least one value")
    combinations = product(*grid.values())
    return [clone(learner).set_params(**dict(zip(grid, each))) for each in combinations]


def _names(learner: Any) -> set[str]:
    """The names of all parameters, as in `set_params`."""
    steps = getattr(learner, "steps", None)
    if not isinstance(steps, list):
        return all_parameters(learner)
    inner = {
        f"{name}__{each}" for name, step in steps if hasattr(step, "get_params") for each in _names(step)
    }
    return inner | set(learner.get_params())


def called(learner: str, setting: Mapping[str, Any]) -> str:
    """The display name of a learner with its hyperparameters; long values are truncated.

    >>> called("Ridge", {"alpha": 10}), called("Ridge", {})
    ('Ridge(alpha=10)', 'Ridge')
    """
    parts = [f"{name}={_short(value)}" for name, value in setting.items()]
    return f"{learner}({', '.join(parts)})" if parts else learner


def _short(value: Any) -> str:
    # Longer texts are nested learners; the table of predictions has them in full.
    text = repr(value)
    return text if len(text) <= MAX_LENGTH else f"{text[: MAX_LENGTH - 1]}…"
