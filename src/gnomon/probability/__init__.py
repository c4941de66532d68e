"""Probability and information theory: Bayes' rule, discrete distributions, entropy, description length.

Exact arithmetic with fractions.

Distributions and Bayes' rule (prior, likelihood, posterior)
    `Distribution`, `ConditionalDistribution`, `bayes_table`, `sequential_bayes`, `BayesTable`,
    `natural_frequencies`, `VennDiagram`, `predictive_values`, `model_posterior`
Estimates from counts (maximum likelihood, Laplace smoothing, pseudo-counts)
    `relative_frequency`, `laplace_estimate`, `m_estimate`, `DirichletPrior`, `NormalMeanPrior`,
    `bernoulli_probability`, `multinomial_probability`, `dirichlet_multinomial_probability`
Entropy and information (Shannon)
    `information_content`, `entropy`, `max_entropy`, `joint_entropy`, `conditional_entropy`,
    `entropy_reduction`, `mutual_information`, `conditional_mutual_information`, `symmetric_uncertainty`,
    `pairwise_mutual_information`
Divergences (Kullback-Leibler)
    `cross_entropy`, `kullback_leibler_divergence`, `jensen_shannon_divergence`
Association and independence (contingency tables)
    `chi_squared_test`, `chi_squared_statistic`, `g_test`, `mutual_information_test`, `estimate_entropy`,
    `estimate_mutual_information`
Description length (MDL)
    `CodeLength`, `two_part_code`, `exceptions_code`, `label_code`, `integer_code`
"""

from typing import TYPE_CHECKING

from gnomon.probability.association import chi_squared_statistic, chi_squared_test, g_test
from gnomon.probability.bayes import BayesTable, bayes_table, sequential_bayes
from gnomon.probability.conditional import ConditionalDistribution
from gnomon.probability.conjugate_priors import DirichletPrior, NormalMeanPrior, model_posterior
from gnomon.probability.description_length import (
    CodeLength,
    exceptions_code,
    integer_code,
    label_code,
    two_part_code,
)
from gnomon.probability.diagnostic_values import predictive_values
from gnomon.probability.distribution import Distribution
from gnomon.probability.divergence import (
    cross_entropy,
    jensen_shannon_divergence,
    kullback_leibler_divergence,
)
from gnomon.probability.entropies import (
    conditional_entropy,
    entropy,
    entropy_reduction,
    information_content,
    joint_entropy,
    max_entropy,
)
from gnomon.probability.estimates import laplace_estimate, m_estimate, relative_frequency
from gnomon.probability.estimators import estimate_entropy, estimate_mutual_information
from gnomon.probability.frequencies import VennDiagram, natural_frequencies
from gnomon.probability.independence import mutual_information_test
from gnomon.probability.mass import (
    bernoulli_probability,
    dirichlet_multinomial_probability,
    multinomial_probability,
)
from gnomon.probability.pairwise import pairwise_mutual_information
from gnomon.probability.shared_information import (
    conditional_mutual_information,
    mutual_information,
    symmetric_uncertainty,
)
from gnomon.public_attributes import public_attributes

__all__ = [
    "BayesTable",
    "CodeLength",
    "ConditionalDistribution",
    "DirichletPrior",
    "Distribution",
    "NormalMeanPrior",
    "VennDiagram",
    "bayes_table",
    "bernoulli_probability",
    "chi_squared_statistic",
    "chi_squared_test",
    "conditional_entropy",
    "conditional_mutual_information",
    "cross_entropy",
    "dirichlet_multinomial_probability",
    "entropy",
    "entropy_reduction",
    "estimate_entropy",
    "estimate_mutual_information",
    "exceptions_code",
    "g_test",
    "information_content",
    "integer_code",
    "jensen_shannon_divergence",
    "joint_entropy",
    "kullback_leibler_divergence",
    "label_code",
    "laplace_estimate",
    "m_estimate",
    "max_entropy",
    "model_posterior",
    "multinomial_probability",
    "mutual_information",
    "mutual_information_test",
    "natural_frequencies",
    "pairwise_mutual_information",
    "predictive_values",
    "relative_frequency",
    "sequential_bayes",
    "symmetric_uncertainty",
    "two_part_code",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
