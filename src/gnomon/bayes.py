"""Bayesian classification: naive Bayes assumptions, Bayes error, generative models.

Naive Bayes
    `naive_bayes_independence`, `recalibrated_naive_bayes`, `average_over_missing`, `class_grid`,
    `ParameterCounts`, `class_priors`, `expected_counts`
Bayes error (irreducible error)
    `bayes_error`, `bayes_optimality_gap`
Generative and discriminative models
    `model_kind`
"""

from typing import TYPE_CHECKING

from gnomon.learners.bayes.class_grid import class_grid
from gnomon.learners.bayes.independence import naive_bayes_independence
from gnomon.learners.bayes.missing_values import average_over_missing
from gnomon.learners.bayes.model_kind import model_kind
from gnomon.learners.bayes.optimality import bayes_error, bayes_optimality_gap
from gnomon.learners.bayes.parameter_counts import ParameterCounts
from gnomon.learners.bayes.recalibration import recalibrated_naive_bayes
from gnomon.learners.mixtures.counts import class_priors, expected_counts
from gnomon.public_attributes import public_attributes

__all__ = [
    "ParameterCounts",
    "average_over_missing",
    "bayes_error",
    "bayes_optimality_gap",
    "class_grid",
    "class_priors",
    "expected_counts",
    "model_kind",
    "naive_bayes_independence",
    "recalibrated_naive_bayes",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
