"""Worlds to draw rows from, in which the true score of any rule is computed, not estimated."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from gnomon.data.task import Task
from gnomon.errors import ParameterError


@dataclass(frozen=True)
class TwoNormals:
    """Two classes, normal with unit variance in every feature; class 1 lies `shift` from class 0.

    prevalence: the share of class 1. Each row is drawn by itself, so the classes' counts vary too; rows of
    one class alone are no task, and are drawn anew.
    group_size: rows of one group share half of the variance of every feature; what holds of a row drawn by
    itself, and so the truth, stays the same.

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
        """The measure of a fitted rule over the whole world."""
        if measure == "auc":
            return float(rule.area(np.array(self.shift)))
        alarms, hits = rule.rates(np.array(self.shift))
        share = self.prevalence
        if measure == "error":
            return float(share * (1 - hits) + (1 - share) * alarms)
        if measure == "balanced_accuracy":
            return float((hits + 1 - alarms) / 2)
        raise ParameterError(
            f"measure={measure!r}: a world of two classes knows error, auc, balanced_accuracy"
        )

    def __str__(self) -> str:
        distance = float(np.linalg.norm(self.shift))
        features = f"{len(self.shift)} features" if len(self.shift) > 1 else "1 feature"
        groups = f", groups of {self.group_size}" if self.group_size > 1 else ""
        return f"two normals {distance:.3g} apart, {features}{groups}"


@dataclass(frozen=True)
class LinearWorld:
    """A number that is linear in standard normal features, plus normal noise of variance 1.

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
        """Noise, plus what the rule's coefficients are off by."""
        if measure != "mean_squared_error":
            raise ParameterError(f"measure={measure!r}: a linear world knows mean_squared_error")
        return float(1 + np.sum((rule.coef_ - self.slope) ** 2) + rule.intercept_**2)

    def __str__(self) -> str:
        return f"linear, {len(self.slope)} features, noise 1"
