"""Linear models: separability, hyperplanes, normal densities, inference.

Linear separability
    `is_linearly_separable`, `separating_hyperplane`, `Hyperplane`, `DecisionLine`
Normal densities (Gaussian distribution, likelihood ratio)
    `NormalDensity`, `log_likelihood_ratio`, `normal_decision_thresholds`
Coefficients
    `squared_weight_norm`
"""

from typing import TYPE_CHECKING

from gnomon.assessment.overfitting import squared_weight_norm
from gnomon.learners.linear.gaussian_density import (
    NormalDensity,
    log_likelihood_ratio,
    normal_decision_thresholds,
)
from gnomon.learners.linear.geometry import DecisionLine, Hyperplane
from gnomon.learners.linear.separability import is_linearly_separable, separating_hyperplane
from gnomon.public_attributes import public_attributes

__all__ = [
    "DecisionLine",
    "Hyperplane",
    "NormalDensity",
    "is_linearly_separable",
    "log_likelihood_ratio",
    "normal_decision_thresholds",
    "separating_hyperplane",
    "squared_weight_norm",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
