"""Sampling error over training sets: Monte Carlo standard errors, and the correction for few training sets.

A loss computes its parts for any weights over models. Weights of 1 give the decomposition; leaving out one
model at a time gives the jackknife; resampling models with replacement gives the bootstrap.
"""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.assessment.bias_variance.decomposition import PARTS, Cases, Decomposition
from gnomon.assessment.bias_variance.inputs import IncludedCases

BOOTSTRAPS = 200
MAX_CELLS = 2**22


class Parts(NamedTuple):
    """Noise, bias, variance and mean loss, replicates x cases."""

    noise: Floats
    bias: Floats
    variance: Floats
    loss: Floats


class LossOfModels(Protocol):
    """A loss with the predictions of all models, as in `squared`, `zero_one`, `cost` and `log_loss`."""

    @property
    def present(self) -> Floats:
        """Models x cases: 1 where the model predicts the case, else 0."""

    @property
    def width(self) -> int:
        """Number of values per case in each replicate."""

    @property
    def is_smooth(self) -> bool:
        """Whether the parts are smooth in the weights, as the jackknife needs; a majority vote is not."""

    def parts(self, models: Floats) -> Parts:
        """The parts under each row of weights over models."""


def decomposition(
    loss: LossOfModels,
    included: IncludedCases,
    *,
    of: tuple[str, str],
    main: Array,
    noise_known: bool,
    note: str,
    instability: Floats | None = None,
    details: dict[str, Floats] | None = None,
) -> Decomposition:
    """The Decomposition: parts, correction and standard errors.

    of: the name of the loss and of the definition. instability: by default the corrected variance.

    >>> from gnomon.assessment.bias_variance.inputs import included_cases
    >>> from gnomon.assessment.bias_variance.squared import Quadratic
    >>> loss = Quadratic.of(np.array([[1.0], [3.0]])[:, :, None], np.array([[1.0]]), np.zeros(1))
    >>> included = included_cases(loss.present > 0, None, None)
    >>> decomposition(loss, included, of=("squared", "mean"), main=loss.main, noise_known=False, note="").bias
    1.0
    """
    corrected, errors = corrected_variance_and_errors(loss, included.weight)
    spread = corrected if instability is None else instability
    assert spread is not None
    times = loss.present.sum(axis=0).astype(np.int64)
    cases = Cases(
        included.row, times, main, *total_parts(loss), corrected, spread, included.weight, details or {}
    )
    return Decomposition(*of, cases, len(loss.present), errors, noise_known, note)


def total_parts(loss: LossOfModels) -> Parts:
    """The parts with every model counted once, one value per case.

    >>> from gnomon.assessment.bias_variance.squared import Quadratic
    >>> loss = Quadratic.of(np.array([[1.0], [3.0]])[:, :, None], np.array([[1.0]]), np.zeros(1))
    >>> total_parts(loss).bias, total_parts(loss).variance
    (array([1.]), array([1.]))
    """
    return Parts(*(part[0] for part in loss.parts(np.ones((1, len(loss.present))))))


def corrected_variance_and_errors(
    loss: LossOfModels, weight: Floats | None
) -> tuple[Floats | None, dict[str, float]]:
    """The corrected variance of each case, and Monte Carlo standard errors over training sets of each part.

    Where the parts are smooth, both are by the jackknife: a case's variance is m v - (m - 1) times the mean
    of v without one of its m models, which for squared loss is the unbiased m/(m - 1) v. A majority vote is
    not smooth: then errors are by the bootstrap of models (200, seed 0), and no correction is known.

    >>> from gnomon.assessment.bias_variance.squared import Quadratic
    >>> loss = Quadratic.of(np.array([[1.0], [3.0]])[:, :, None], np.array([[2.0]]), np.zeros(1))
    >>> corrected_variance_and_errors(loss, None)
    (array([2.]), {'noise': 0.0, 'bias': 0.0, 'variance': 0.0, 'loss': 0.0})
    """
    n_models, n_cases = loss.present.shape
    if not loss.is_smooth:
        totals = [
            _totals(loss, some, parts, weight)
            for some, parts in _replicates(loss, _bootstrap_counts(n_models))
        ]
        return None, _spread(np.concatenate(totals), 1.0)
    totals, without_one, first = [], np.zeros(n_cases), 0
    for models, parts in _replicates(loss, 1.0 - np.eye(n_models)):
        totals.append(_totals(loss, models, parts, weight))
        without_one += np.sum(parts.variance * loss.present[first : first + len(models)], axis=0)
        first += len(models)
    times = loss.present.sum(axis=0)
    corrected = times * total_parts(loss).variance - (times - 1) * without_one / times
    return corrected, _spread(np.concatenate(totals), n_models - 1.0)


def counted(models: Floats, present: Floats) -> Floats:
    """Weight of the models that predict each case; 1 where there is none, as such a case does not count.

    >>> counted(np.array([[2.0, 1.0]]), np.array([[1.0, 0.0], [1.0, 0.0]]))
    array([[3., 1.]])
    """
    times = models @ present
    return np.where(times > 0, times, 1.0)


def _replicates(loss: LossOfModels, models: Floats) -> Iterator[tuple[Floats, Parts]]:
    """Rows of weights over models with the parts under them, in blocks of bounded memory."""
    step = max(1, MAX_CELLS // (loss.present.shape[1] * loss.width))
    for start in range(0, len(models), step):
        some = models[start : start + step]
        yield some, loss.parts(some)


def _bootstrap_counts(n_models: int) -> Floats:
    """Number of times each model is drawn in each bootstrap sample of models."""
    draws = np.random.default_rng(0).integers(n_models, size=(BOOTSTRAPS, n_models))
    return np.stack([np.bincount(draw, minlength=n_models) for draw in draws]).astype(np.float64)


def _totals(loss: LossOfModels, models: Floats, parts: Parts, weight: Floats | None) -> Floats:
    """The parts averaged over cases, replicates x parts."""
    # Cases that no model of a replicate predicts are excluded, as are replicates without cases.
    counts = (models @ loss.present > 0) * (1.0 if weight is None else weight)
    is_some = counts.any(axis=1)
    share = counts[is_some] / counts[is_some].sum(axis=1, keepdims=True)
    return np.stack([np.sum(part[is_some] * share, axis=1) for part in parts], axis=1)


def _spread(totals: Floats, scale: float) -> dict[str, float]:
    return dict(zip(PARTS, np.sqrt(scale * np.var(totals, axis=0)).tolist()))
