"""Gradient check: backpropagation against finite differences."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import ParameterError
from gnomon.learners.neural.multilayer import Multilayer

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class GradientCheck:
    """Result of a gradient check: two partial derivatives of the objective for each checked weight."""

    weights: tuple[str, ...]
    backpropagated: Floats
    finite_difference: Floats

    @property
    def error(self) -> float:
        """Relative error: norm of the difference over the sum of the norms; they agree below 1e-6."""
        difference = float(np.linalg.norm(self.backpropagated - self.finite_difference))
        lengths = float(np.linalg.norm(self.backpropagated) + np.linalg.norm(self.finite_difference))
        return difference / lengths if lengths > 0 else 0.0

    @property
    def agrees(self) -> bool:
        """Whether the two gradients agree up to rounding."""
        return self.error < 1e-6

    def frame(self) -> pd.DataFrame:
        """One row per weight."""
        import pandas as pd

        columns = {
            "weight": self.weights,
            "backpropagated": self.backpropagated,
            "finite_difference": self.finite_difference,
        }
        return pd.DataFrame(columns)

    def __str__(self) -> str:
        verdict = "agree" if self.agrees else "do NOT agree"
        return f"the gradients of {len(self.weights)} weights {verdict} (relative error {self.error:.1e})"


def gradient_check(
    model: Multilayer,
    X: Any,
    y: Any,
    sample_weight: Any = None,
    *,
    max_weights: int = 500,
    step: float = 1e-5,
) -> GradientCheck:
    """Gradient check of a neural network: backpropagation against central finite differences.

    model: fitted (its weights are used) or not (its initial weights are used). max_weights: maximum number of
    weights to check; a random subset if there are more. step: step of the finite differences. The relu is not
    differentiable at 0, which a step may cross: use another activation if only relu disagrees.

    >>> import gnomon as gn
    >>> model = gn.MLPClassifier(hidden_layer_sizes=2, activation="logistic")
    >>> print(gradient_check(model, [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]).agrees)
    True
    """
    if not isinstance(model, Multilayer):
        raise ParameterError(
            f"gradient_check is for MLPClassifier and MLPRegressor, not {type(model).__name__}"
        )
    trial = copy(model).set_params(early_stopping=False, warm_start=True)
    X, y, weight = trial.check_rows(X, y, sample_weight, reset=not hasattr(model, "coefs_"))
    training, random = trial.start_training(trial.prepare(X.astype(np.float64), y, weight))
    network = training.network
    training.full_objective()
    checked = np.sort(random.permutation(len(network.weights))[:max_weights])
    backpropagated = network.gradient[checked].copy()

    def objective_at(index: int, change: float) -> float:
        original = network.weights[index]
        network.weights[index] = original + change
        value = training.full_objective()
        network.weights[index] = original
        return value

    finite_difference = np.array(
        [(objective_at(index, step) - objective_at(index, -step)) / (2 * step) for index in checked]
    )
    names = network.names()
    return GradientCheck(tuple(names[index] for index in checked), backpropagated, finite_difference)
