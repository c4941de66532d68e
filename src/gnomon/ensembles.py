"""Ensembles (committees): voting, combination rules, boosting, diversity, inspection of forests.

Combine members (voting, stacking inputs)
    `combine_probabilities`, `combine_predictions`, `count_votes`, `sign_vote`, `vote_margins`,
    `MarginDistribution`
Boosting (AdaBoost)
    `boosting_vote_weight`, `boosting_weight_factors`, `boosting_training_error_bound`,
    `boosting_error_limit`, `duplicate_errors`
Diversity
    `ensemble_diversity`
Forests (importance, proximity, jackknife)
    `impurity_importance`, `permutation_importance`, `forest_proximities`, `jackknife_variance`,
    `tree_table`, `vote_table`, `ensemble_size_table`
"""

from typing import TYPE_CHECKING

from gnomon.learners.ensembles.boosting import (
    boosting_error_limit,
    boosting_training_error_bound,
    boosting_vote_weight,
    boosting_weight_factors,
)
from gnomon.learners.ensembles.combine import combine_predictions, combine_probabilities
from gnomon.learners.ensembles.diversity import ensemble_diversity
from gnomon.learners.ensembles.duplicated_errors import duplicate_errors
from gnomon.learners.ensembles.forest_tables import ensemble_size_table, tree_table, vote_table
from gnomon.learners.ensembles.importance import impurity_importance, permutation_importance
from gnomon.learners.ensembles.jackknife import jackknife_variance
from gnomon.learners.ensembles.margins import MarginDistribution
from gnomon.learners.ensembles.proximity import forest_proximities
from gnomon.learners.ensembles.votes import count_votes, sign_vote, vote_margins
from gnomon.public_attributes import public_attributes

__all__ = [
    "MarginDistribution",
    "boosting_error_limit",
    "boosting_training_error_bound",
    "boosting_vote_weight",
    "boosting_weight_factors",
    "combine_predictions",
    "combine_probabilities",
    "count_votes",
    "duplicate_errors",
    "ensemble_diversity",
    "ensemble_size_table",
    "forest_proximities",
    "impurity_importance",
    "jackknife_variance",
    "permutation_importance",
    "sign_vote",
    "tree_table",
    "vote_margins",
    "vote_table",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
