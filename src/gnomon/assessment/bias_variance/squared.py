"""Bias-variance decomposition of squared loss and Brier score: noise + bias² + variance.

Over training sets D and targets y at a case x, with m the mean prediction and t the mean target::

    E(y - f)² = E(y - t)² + (m - t)² + E(f - m)²        (Geman, Bienenstock & Doursat 1992)
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.assessment.bias_variance.decomposition import Decomposition
from gnomon.assessment.bias_variance.inputs import class_probabilities, included_cases, probability_block
from gnomon.assessment.bias_variance.training_sets import Parts, counted, decomposition
from gnomon.errors import DataError


def bias_variance_of_squared_error(
    predicted: Any, truth: Any, *, noise: Any = None, weight: Any = None, row: Any = None, note: str = ""
) -> Decomposition:
    """Bias-variance decomposition of squared error: noise + bias² + variance.

    predicted: models x cases; NaN where a model does not predict a case. truth: for each case the observed
    y, or the true mean E(y|x). noise: the variance of y about the true mean (a number, or one per case); if
    not None, truth is the true mean. weight: weight of each case. row: row index of each case.

    >>> print(bias_variance_of_squared_error([[1.0, 4.0], [3.0, 4.0]], truth=[2.0, 5.0], noise=0.25))
    squared loss 1.2500 = noise 0.2500 + bias² 0.5000 ± 0.0000 + variance 0.5000 ± 0.0000 (mean prediction, \
2 training sets, 2 cases)
    """
    predicted, truth = np.asarray(predicted, dtype=np.float64), np.asarray(truth, dtype=np.float64)
    if predicted.ndim != 2 or truth.shape != predicted.shape[1:]:
        raise DataError(
            f"predicted has shape {predicted.shape} and truth {truth.shape}; pass models x cases, "
            "and a true value for each case"
        )
    if np.isinf(predicted).any() or not np.isfinite(truth).all():
        raise DataError("a prediction is infinite, or a true value is not finite; drop such cases")
    known = np.broadcast_to(np.asarray(0.0 if noise is None else noise, dtype=np.float64), truth.shape)
    if not (known >= 0).all():
        raise DataError(f"noise has the value {float(known.min()):g}; a variance must be 0 or more")
    included = included_cases(~np.isnan(predicted), weight, row)
    loss = Quadratic.of(
        predicted[:, included.which, None], truth[included.which, None], known[included.which]
    )
    of = ("squared", "mean prediction")
    return decomposition(
        loss, included, of=of, main=loss.main[:, 0], noise_known=noise is not None, note=note
    )


def bias_variance_of_brier(
    probability: Any, truth: Any, *, weight: Any = None, row: Any = None, note: str = ""
) -> Decomposition:
    """Bias-variance decomposition of the Brier score: noise + bias² + variance.

    probability: models x cases x classes; NaN where a model does not predict a case. truth: the class code
    of each case, or the true P(class|x), cases x classes, from which the noise is then known. Of two classes
    it is the squared error of the second's probability; of more it is summed over the classes (see `brier`).

    >>> parts = bias_variance_of_brier([[[0.5, 0.5]], [[1.0, 0.0]]], truth=[0])
    >>> parts.bias, parts.variance, parts.loss
    (0.0625, 0.0625, 0.125)
    """
    probability, present = probability_block(probability)
    target, is_known = class_probabilities(truth, probability.shape[1], probability.shape[2])
    included = included_cases(present, weight, row)
    target = target[included.which]
    # Of two classes the second's probability says all.
    first = 1 if target.shape[1] == 2 else 0
    noise = np.sum(target[:, first:] * (1.0 - target[:, first:]), axis=1)
    loss = Quadratic.of(probability[:, included.which, first:], target[:, first:], noise)
    main = np.hstack([1.0 - loss.main, loss.main]) if first else loss.main
    of = ("brier", "mean probability")
    return decomposition(loss, included, of=of, main=main, noise_known=is_known, note=note)


@dataclass(frozen=True, eq=False)
class Quadratic:
    """Squared distance of predictions (models x cases x columns) from the truth (cases x columns).

    deviation: predictions minus the main prediction, 0 where absent. squared_error: squared distance from the
    truth.

    >>> loss = Quadratic.of(np.array([[1.0], [3.0]])[:, :, None], np.array([[1.0]]), np.zeros(1))
    >>> loss.main
    array([[2.]])
    """

    main: Floats
    deviation: Floats
    squared_error: Floats
    truth: Floats
    noise: Floats
    present: Floats
    width: int
    is_smooth = True

    @classmethod
    def of(cls, predicted: Floats, truth: Floats, noise: Floats) -> Self:
        """Create it from predictions with NaN where a model does not predict."""
        present = ~np.isnan(predicted[:, :, 0])
        # Relative to a first prediction, so that equal predictions have a variance of exactly 0.
        first = np.take_along_axis(predicted, present.argmax(axis=0)[None, :, None], axis=0)[0]
        times = present.sum(axis=0)[:, None]
        main = first + _filled(predicted - first, present).sum(axis=0) / times
        deviation = _filled(predicted - main, present)
        squared_error = np.sum(_filled(predicted - truth, present) ** 2, axis=2)
        return cls(
            main, deviation, squared_error, truth, noise, present.astype(np.float64), predicted.shape[2]
        )

    def parts(self, models: Floats) -> Parts:
        """The parts under each row of weights over models."""
        n_models, n_cases, width = self.deviation.shape
        times = counted(models, self.present)
        shape = (len(models), n_cases, width)
        shift = (models @ self.deviation.reshape(n_models, -1)).reshape(shape) / times[:, :, None]
        square = models @ np.sum(self.deviation**2, axis=2) / times
        variance = np.maximum(square - np.sum(shift**2, axis=2), 0.0)
        bias = np.sum((self.main + shift - self.truth) ** 2, axis=2)
        noise = np.broadcast_to(self.noise, bias.shape)
        return Parts(noise, bias, variance, noise + models @ self.squared_error / times)


def _filled(values: Floats, present: Flags) -> Floats:
    return np.where(present[:, :, None], values, 0.0)
