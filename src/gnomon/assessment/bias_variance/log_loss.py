"""Bias-variance decomposition of log loss, about the normalized geometric mean of the models (Heskes 1998).

With g the geometric mean over models of their probabilities p, divided by its sum Z over classes::

    E(-ln p(y)) = H(P) + KL(P | g) - ln Z,        -ln Z = mean over models of KL(g | p) >= 0
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import xlogy

from gnomon.arrays import Flags, Floats
from gnomon.assessment.bias_variance.decomposition import Decomposition
from gnomon.assessment.bias_variance.inputs import class_probabilities, included_cases, probability_block
from gnomon.assessment.bias_variance.training_sets import Parts, counted, decomposition


def bias_variance_of_log_loss(
    probability: Any, truth: Any, *, weight: Any = None, row: Any = None, note: str = ""
) -> Decomposition:
    """Bias-variance decomposition of log loss (cross-entropy, in nats): noise + bias + variance.

    probability: models x cases x classes; NaN where a model does not predict a case. truth: the class code
    of each case, or the true P(class|x), cases x classes, from which the noise is then known. Probabilities
    are clipped at the machine epsilon, as in `log_loss`.

    >>> parts = bias_variance_of_log_loss([[[0.8, 0.2]], [[0.5, 0.5]]], truth=[0])
    >>> round(parts.bias, 4), round(parts.variance, 4), round(parts.loss, 4)
    (0.4055, 0.0527, 0.4581)
    """
    probability, present = probability_block(probability)
    target, noise_known = class_probabilities(truth, probability.shape[1], probability.shape[2])
    included = included_cases(present, weight, row)
    is_present = present[:, included.which]
    logarithm = _logarithm(probability[:, included.which], is_present)
    loss = LogLoss(logarithm, target[included.which], is_present.astype(np.float64))
    of = ("log", "geometric mean, Heskes 1998")
    return decomposition(loss, included, of=of, main=loss.main, noise_known=noise_known, note=note)


@dataclass(frozen=True, eq=False)
class LogLoss:
    """Log loss from log probabilities (models x cases x classes, 0 where absent) and true probabilities.

    >>> even = np.log(np.full((2, 1, 2), 0.5))
    >>> LogLoss(even, np.array([[1.0, 0.0]]), np.ones((2, 1))).main
    array([[0.5, 0.5]])
    """

    logarithm: Floats
    truth: Floats
    present: Floats
    is_smooth = True

    @property
    def width(self) -> int:
        """The number of classes."""
        return self.logarithm.shape[2]

    @property
    def main(self) -> Floats:
        """The normalized geometric mean of all models, cases x classes."""
        return np.exp(self._geometric(np.ones((1, len(self.present))))[0][0])

    def parts(self, models: Floats) -> Parts:
        """The parts under each row of weights over models."""
        geometric, variance = self._geometric(models)
        noise = np.broadcast_to(-np.sum(xlogy(self.truth, self.truth), axis=1), variance.shape)
        bias = np.sum(xlogy(self.truth, self.truth) - self.truth * geometric, axis=2)
        log_loss = -np.sum(self.truth * self.logarithm, axis=2)
        return Parts(noise, bias, variance, models @ log_loss / counted(models, self.present))

    def _geometric(self, models: Floats) -> tuple[Floats, Floats]:
        """ln of the normalized geometric mean, and -ln of its normalizing constant."""
        n_models, n_cases, width = self.logarithm.shape
        raw = (models @ self.logarithm.reshape(n_models, -1)).reshape(len(models), n_cases, width)
        raw /= counted(models, self.present)[:, :, None]
        maximum = raw.max(axis=2)
        log_sum = maximum + np.log(np.sum(np.exp(raw - maximum[:, :, None]), axis=2))
        return raw - log_sum[:, :, None], -log_sum


def _logarithm(probability: Floats, present: Flags) -> Floats:
    filled = np.where(present[:, :, None], probability, 1.0)
    clipped = np.maximum(filled, np.finfo(np.float64).eps)
    return np.log(clipped / clipped.sum(axis=2, keepdims=True)) * present[:, :, None]
