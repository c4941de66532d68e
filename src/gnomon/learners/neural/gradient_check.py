"""The gradient check: slopes by back-propagation against slopes by moving each weight a little."""

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
    """Two slopes of the objective for each weight that was looked at."""

    weights: tuple[str, ...]
    propagated: Floats
    measured: Floats

    @property
    def error(self) -> float:
        """Length of the difference over the sum of lengths; below 1e-6 the two agree."""
        apart = float(np.linalg.norm(self.propagated - self.measured))
        lengths = float(np.linalg.norm(self.propagated) + np.linalg.norm(self.measured))
        return apart / lengths if lengths > 0 else 0.0

    @property
    def agrees(self) -> bool:
        """Whether the two slopes are the same, up to rounding."""
        return self.error < 1e-6

    def frame(self) -> pd.DataFrame:
        """One row a weight."""
        import pandas as pd

        columns = {"weight": self.weights, "propagated": self.propagated, "measured": self.measured}
        return pd.DataFrame(columns)

    def __str__(self) -> str:
        verdict = "agree" if self.agrees else "do NOT agree"
        return f"the slopes of {len(self.weights)} weights {verdict} (relative error {self.error:.1e})"


def gradient_check(
    model: Multilayer, X: Any, y: Any, sample_weight: Any = None, *, most: int = 500, step: float = 1e-5
) -> GradientCheck:
    """Compare the slopes of a network's objective on these rows, found in two ways.

    model: fitted (its weights are used) or not (those it would begin with). most: weights to look at; of
    more, some at random. step: how far each is moved, both ways. A relu has a kink, which such a step may
    cross: look with another activation if only relu disagrees.

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
    training, random = trial.begin(trial.prepare(X.astype(np.float64), y, weight))
    network = training.network
    training.whole_objective()
    looked_at = np.sort(random.permutation(len(network.weights))[:most])
    propagated = network.slopes[looked_at].copy()

    def moved(place: int, by: float) -> float:
        kept = network.weights[place]
        network.weights[place] = kept + by
        value = training.whole_objective()
        network.weights[place] = kept
        return value

    measured = np.array([(moved(place, step) - moved(place, -step)) / (2 * step) for place in looked_at])
    names = network.names()
    return GradientCheck(tuple(names[place] for place in looked_at), propagated, measured)
