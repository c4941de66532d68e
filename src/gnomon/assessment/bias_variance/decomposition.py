"""Decomposition: expected loss as noise + bias + variance, per case and in total, exactly additive."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gnomon.arrays import Array, Floats, Integers
from gnomon.assessment.measures.facts import mean

if TYPE_CHECKING:
    import pandas as pd

PARTS = ("noise", "bias", "variance", "loss")


@dataclass(frozen=True, eq=False)
class Cases:
    """The parts of the expected loss of each case: noise + bias + variance = loss.

    row: row index of each case. times: number of models that predicted it. main: main prediction of the
    models (mean, majority vote, or normalized geometric mean). noise, bias, variance, loss: the parts and the
    mean loss over models. corrected_variance: the variance corrected for a finite number of models, None
    where no correction is known. instability: how much two models differ. details: further columns of the
    method.

    >>> import numpy as np
    >>> one = np.ones(1)
    >>> Cases(np.array([7]), np.array([3]), one, 0 * one, one, one, 2 * one, None, one).loss
    array([2.])
    """

    row: Integers
    times: Integers
    main: Array
    noise: Floats
    bias: Floats
    variance: Floats
    loss: Floats
    corrected_variance: Floats | None
    instability: Floats
    weight: Floats | None = None
    details: dict[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, repr=False)
class Decomposition:
    """Bias-variance decomposition: expected loss over training sets as noise + bias + variance.

    loss_name: "squared", "brier", "zero-one", "cost" or "log". method: the definition used. cases: the parts
    per case. n_sets: number of training sets. errors: Monte Carlo standard errors over training sets of
    noise, bias, variance and loss, for these cases. noise_known: whether the true distribution of y is
    known; else the observed y replaces it, noise is 0, and the bias includes the noise. note: a caveat of
    the design.

    `bias` and `variance` follow the definition. With few training sets the mean prediction itself varies, so
    `bias` is overestimated and `variance` underestimated by the same amount: `corrected_bias` and
    `corrected_variance` correct for it, and add up to the same loss.

    >>> from gnomon.stats import bias_variance_of_squared_error
    >>> parts = bias_variance_of_squared_error([[1.0, 4.0], [3.0, 4.0]], truth=[1.0, 6.0])
    >>> parts.bias, parts.variance, parts.loss
    (2.5, 0.5, 3.0)
    >>> parts.corrected_bias, parts.corrected_variance
    (2.0, 1.0)
    """

    loss_name: str
    method: str
    cases: Cases
    n_sets: int
    errors: dict[str, float]
    noise_known: bool
    note: str = ""

    @property
    def noise(self) -> float:
        """Irreducible error, where it is known (under Domingos, times his factor c1); else 0."""
        return mean(self.cases.noise, self.cases.weight)

    @property
    def bias(self) -> float:
        """Loss of the main prediction with respect to the optimal one (bias², under squared loss)."""
        return mean(self.cases.bias, self.cases.weight)

    @property
    def variance(self) -> float:
        """Mean effect of the variation between models on the loss (may be negative for zero-one and cost)."""
        return mean(self.cases.variance, self.cases.weight)

    @property
    def loss(self) -> float:
        """Mean loss of the models, computed directly."""
        return mean(self.cases.loss, self.cases.weight)

    @property
    def corrected_variance(self) -> float | None:
        """The variance corrected for a finite number of training sets; None where no correction is known."""
        corrected = self.cases.corrected_variance
        return None if corrected is None else mean(corrected, self.cases.weight)

    @property
    def corrected_bias(self) -> float | None:
        """The bias without the variance of the main prediction; None where no correction is known."""
        corrected = self.corrected_variance
        return None if corrected is None else self.bias - (corrected - self.variance)

    @property
    def instability(self) -> float:
        """Instability of predictions over training sets.

        Labels: the share of pairs of models that disagree. Others: the (corrected) variance.
        """
        return mean(self.cases.instability, self.cases.weight)

    def summary(self) -> "pd.DataFrame":
        """A data frame with a row per part: value, Monte Carlo standard error, and corrected value."""
        import pandas as pd

        corrected = [self.noise, self.corrected_bias, self.corrected_variance, self.loss]
        if self.corrected_variance is None:
            corrected = [None] * 4
        return pd.DataFrame(
            {
                "value": [getattr(self, part) for part in PARTS],
                "error": [self.errors[part] for part in PARTS],
                "corrected": pd.array(corrected, dtype="Float64"),
            },
            index=pd.Index(PARTS, name="part"),
        )

    def frame(self) -> "pd.DataFrame":
        """A data frame with a row per case: noise, bias, variance, loss and instability."""
        import pandas as pd

        cases = self.cases
        columns: dict[str, Array] = {"row": cases.row, "models": cases.times}
        if cases.main.ndim == 1:
            columns["main"] = cases.main
        columns.update({part: getattr(cases, part) for part in PARTS})
        if cases.corrected_variance is not None:
            columns["corrected_variance"] = cases.corrected_variance
        columns["instability"] = cases.instability
        if cases.weight is not None:
            columns["weight"] = cases.weight
        return pd.DataFrame({**columns, **cases.details})

    @property
    def why(self) -> str:
        """Explanation of the numbers, in a sentence or two."""
        truth = (
            "noise and bias are with respect to the known truth"
            if self.noise_known
            else "each case has one observed y instead of its true mean, so the bias includes the noise"
        )
        note = f" {self.note}" if self.note else ""
        return (
            f"{self.n_sets} training sets, one model each; {truth}; ± is one Monte Carlo standard error "
            f"over training sets, for these {len(self.cases.row)} cases.{note}"
        )

    def __str__(self) -> str:
        square = "²" if self.loss_name in ("squared", "brier") else ""
        noise = f"noise {self.noise:.4f} + " if self.noise_known else ""
        bias = f"bias{square} {self.bias:.4f} ± {self.errors['bias']:.4f}"
        variance = f"variance {self.variance:.4f} ± {self.errors['variance']:.4f}"
        return (
            f"{self.loss_name} loss {self.loss:.4f} = {noise}{bias} + {variance} "
            f"({self.method}, {self.n_sets} training sets, {len(self.cases.row)} cases)"
        )

    __repr__ = __str__
