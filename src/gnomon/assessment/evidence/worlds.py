"""Populations to sample from (worlds), for which the true score of any rule has a closed form."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from gnomon.data.task import Task
from gnomon.errors import ParameterError


@dataclass(frozen=True)
class TwoNormals:
    """Two normal classes of unit variance in every feature; `shift` is the mean of class 1, 0 of class 0.

    prevalence: probability of class 1. Rows are independent, so class counts vary; samples of one class only
    are drawn again. group_size: rows of one group share half of the variance of every feature; the marginal
    distribution of a row, and so the true score, does not change.

    >>> from gnomon.assessment.evidence.rules import LinearRule
    >>> world = TwoNormals((1.0,), prevalence=0.2)
    >>> round(world.score(LinearRule().of([1.0], -0.5), "error"), 4)
    0.3085
    >>> world.draw(50, np.random.default_rng(0)).n_rows
    50
    """

    shift: tuple[float, ...]
    prevalence: float = 0.5
    group_size: int = 1

    def draw(self, n: int, random: np.random.Generator) -> Task:
        """n rows as a task."""
        y = np.zeros(n, dtype=np.int64)
        while y.min() == y.max():
            y = (random.random(n) < self.prevalence).astype(np.int64)
        noise = random.normal(size=(n, len(self.shift)))
        group = None
        if self.group_size > 1:
            group = np.arange(n) // self.group_size
            noise = np.sqrt(0.5) * (noise + random.normal(size=(int(group[-1]) + 1, len(self.shift)))[group])
        return Task(noise + np.outer(y, self.shift), y, kind="classification", positive=1, group=group)

    def score(self, rule: Any, measure: str) -> float:
        """The true (population) score of a fitted rule."""
        if measure == "auc":
            return float(rule.area(np.array(self.shift)))
        false_positive, true_positive = rule.rates(np.array(self.shift))
        share = self.prevalence
        if measure == "error":
            return float(share * (1 - true_positive) + (1 - share) * false_positive)
        if measure == "balanced_accuracy":
            return float((true_positive + 1 - false_positive) / 2)
        raise ParameterError(f"measure={measure!r}: must be 'error', 'auc' or 'balanced_accuracy'")

    def __str__(self) -> str:
        distance = float(np.linalg.norm(self.shift))
        features = f"{len(self.shift)} features" if len(self.shift) > 1 else "1 feature"
        groups = f", groups of {self.group_size}" if self.group_size > 1 else ""
        return f"two normals {distance:.3g} apart, {features}{groups}"


@dataclass(frozen=True)
class LinearWorld:
    """Linear regression on standard normal features, with normal noise of variance 1.

    >>> from gnomon.assessment.evidence.rules import LeastSquares
    >>> world = LinearWorld((1.0, 0.0))
    >>> world.score(LeastSquares().of([0.5, 0.0], 0.0), "mean_squared_error")
    1.25
    >>> world.draw(50, np.random.default_rng(0)).kind
    'regression'
    """

    slope: tuple[float, ...]
    prevalence: ClassVar[float] = 0.0
    group_size: ClassVar[int] = 1

    def draw(self, n: int, random: np.random.Generator) -> Task:
        """n rows as a task."""
        X = random.normal(size=(n, len(self.slope)))
        return Task(X, X @ np.array(self.slope) + random.normal(size=n), kind="regression")

    def score(self, rule: Any, measure: str) -> float:
        """The true mean squared error: noise variance + squared error of the coefficients."""
        if measure != "mean_squared_error":
            raise ParameterError(f"measure={measure!r}: must be 'mean_squared_error'")
        return float(1 + np.sum((rule.coef_ - self.slope) ** 2) + rule.intercept_**2)

    def __str__(self) -> str:
        return f"linear, {len(self.slope)} features, noise 1"
