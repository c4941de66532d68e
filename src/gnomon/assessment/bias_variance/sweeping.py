"""Bias-variance trade-off along a hyperparameter, over the same training sets."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gnomon.assessment.bias_variance.decomposing import bias_variance_each
from gnomon.assessment.bias_variance.decomposition import PARTS, Decomposition
from gnomon.assessment.settings import hyperparameter_path
from gnomon.data.task import Task
from gnomon.ties import first_smallest

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class Sweep:
    """Bias-variance decompositions along a hyperparameter, over the same training sets.

    parameter, values: the hyperparameter and its values. decompositions: one per value.

    >>> import gnomon as gn
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> task = gn.datasets.make_moons(60, noise=0.3, random_state=0)
    >>> list(
    ...     bias_variance_curve(task, KNeighborsClassifier(), "n_neighbors", [1, 15], gn.bootstrap(9))
    ...     .frame()
    ...     .columns
    ... )[:4]
    ['n_neighbors', 'noise', 'bias', 'variance']
    """

    parameter: str
    values: tuple[Any, ...]
    decompositions: tuple[Decomposition, ...]

    @property
    def best(self) -> int:
        """The index of the lowest loss; the first in ties."""
        return int(first_smallest([each.loss for each in self.decompositions]))

    @property
    def best_value(self) -> Any:
        """The value of the parameter at the lowest loss."""
        return self.values[self.best]

    def frame(self) -> "pd.DataFrame":
        """A data frame with a row per value: parts, loss, Monte Carlo standard errors, corrected parts."""
        import pandas as pd

        columns: dict[str, Any] = {self.parameter: list(self.values)}
        for part in PARTS:
            columns[part] = [getattr(each, part) for each in self.decompositions]
        for part in PARTS:
            columns[f"{part}_error"] = [each.errors[part] for each in self.decompositions]
        if self.decompositions[0].corrected_variance is not None:
            for part in ("corrected_bias", "corrected_variance"):
                columns[part] = [getattr(each, part) for each in self.decompositions]
        columns["instability"] = [each.instability for each in self.decompositions]
        return pd.DataFrame(columns)

    def __str__(self) -> str:
        return (
            f"{self.parameter} from {self.values[0]!r} to {self.values[-1]!r}: lowest at "
            f"{self.best_value!r}, where {self.decompositions[self.best]}"
        )

    __repr__ = __str__


def bias_variance_curve(
    task: Task,
    learner: Any,
    parameter: str,
    values: Sequence[Any],
    plan: Any,
    *,
    loss: str | None = None,
    method: str = "domingos",
    cases: str = "held-out",
    class_values: Any = None,
    costs: Any = None,
    prepare: bool = True,
) -> Sweep:
    """Bias-variance curve: bias, variance and loss at each value of a hyperparameter, same training sets.

    parameter: a name of `learner.set_params` ("svc__C" inside a pipeline). plan, loss, method, cases,
    class_values, costs, prepare: as in `bias_variance`.

    >>> import gnomon as gn
    >>> from sklearn.tree import DecisionTreeRegressor
    >>> from gnomon.datasets import sample_training_sets
    >>> source = gn.datasets.NoisyPolynomial((0.0, 0.0, 1.0), noise=6.0)
    >>> curve = bias_variance_curve(
    ...     source.draw(100, random_state=1),
    ...     DecisionTreeRegressor(random_state=0),
    ...     "max_depth",
    ...     [1, 3, 9],
    ...     sample_training_sets(source, 50, times=10),
    ... )
    >>> curve.best_value
    3
    """
    path = hyperparameter_path(learner, parameter, values)
    decompositions = bias_variance_each(
        task,
        path,
        plan,
        loss=loss,
        method=method,
        cases=cases,
        class_values=class_values,
        costs=costs,
        prepare=prepare,
    )
    return Sweep(parameter, tuple(values), tuple(decompositions))
