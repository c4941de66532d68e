"""Training sets sampled from a known data-generating process, for which noise and bias are exact."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.resample import resample_each
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, ParameterError
from gnomon.seeds import Seed, child, sequence


@dataclass(frozen=True)
class SampledTrainingSets:
    """Training sets sampled from a data-generating process; created by `sample_training_sets`.

    >>> import gnomon as gn
    >>> SampledTrainingSets(gn.datasets.NoisyPolynomial((0.0, 1.0)), 30, 20, 0).n_rows
    30
    """

    source: Any
    n_rows: int
    times: int
    random_state: Seed

    def predictions(self, task: Task, path: Sequence[Any]) -> list[list[Predictions]]:
        """For each training set, the predictions of every learner of the path for the rows of the task."""
        self._check_kind(task)
        root = sequence(self.random_state)
        return [self._trained_once(task, path, child(root, index)) for index in range(self.times)]

    def truth(self, task: Task) -> tuple[Floats, float]:
        """The true P(class|x) of the task's rows and 0; in regression the true mean and noise variance."""
        if task.kind == "regression":
            x = task.X[:, 0] if task.X.shape[1] == 1 else task.X
            return np.asarray(self.source.truth(x)), float(self.source.irreducible_error)
        known = self.source.posterior(task.X)
        if task.classes is None or task.classes.tolist() != list(range(known.shape[1])):
            raise DesignError(
                f"task {task.name!r} has classes {task.classes}, and the source has {known.shape[1]}; "
                "draw the task from the source, with more rows"
            )
        return known, 0.0

    def _check_kind(self, task: Task) -> None:
        needed = "truth" if task.kind == "regression" else "posterior"
        if not hasattr(self.source, needed):
            raise DesignError(
                f"task {task.name!r} is {task.kind}, and {type(self.source).__name__} has no {needed}(); "
                "draw the task from the source"
            )

    def _trained_once(
        self, task: Task, path: Sequence[Any], seed: np.random.SeedSequence
    ) -> list[Predictions]:
        train = self._draw(seed)
        n_features = train.X.shape[1]
        if task.X.shape[1] != n_features:
            raise DesignError(
                f"task {task.name!r} has {task.X.shape[1]} features, and the source draws {n_features}; "
                "draw the task from the source"
            )
        X, y = np.concatenate([train.X, task.X]), np.concatenate([train.y, task.y])
        rows: Integers = np.arange(len(y))
        both = Task(X, y, kind=task.kind, name=task.name)
        return resample_each(both, path, [(rows[: self.n_rows], rows[self.n_rows :])])

    def _draw(self, seed: np.random.SeedSequence) -> Any:
        """A training set of at least two classes; sets of one class are drawn again."""
        for attempt in range(100):
            try:
                return self.source.draw(self.n_rows, random_state=child(seed, attempt))
            except DataError:
                continue
        raise DesignError(f"100 draws of {self.n_rows} rows had one class only; draw more rows by n_rows=")


def sample_training_sets(
    source: Any, n_rows: int = 100, *, times: int = 50, random_state: Seed = 0
) -> SampledTrainingSets:
    """Training sets of n_rows each, sampled from a data-generating process: a `plan` of `bias_variance`.

    source: TwoGaussians, NoisyPolynomial, or an object with `draw`, and `posterior` (classes 0, 1, …) or
    `truth` and `irreducible_error`. The cases to predict are the rows of the task. A training set of one
    class only is drawn again.

    >>> import gnomon as gn
    >>> sample_training_sets(gn.datasets.NoisyPolynomial((0.0, 1.0)), 30, times=20).times
    20
    """
    if not hasattr(source, "draw") or not (hasattr(source, "posterior") or hasattr(source, "truth")):
        raise ParameterError(
            f"sample_training_sets({source!r}): source must have draw(n_rows, random_state=...), and "
            "posterior(X) or truth(x)"
        )
    for name, value, minimum in (("n_rows", n_rows, 1), ("times", times, 2)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < minimum:
            raise ParameterError(
                f"sample_training_sets({name}={value!r}): {name} must be an integer of at least {minimum}"
            )
    return SampledTrainingSets(source, int(n_rows), int(times), random_state)
