"""Model selection: features, hyperparameters and complexity.

Hyperparameters (tuning, grids, random search)
    `default_grid`, `SearchRange`, `SuccessiveHalving`, `coarse_to_fine_search`, `train_each`,
    `repeat_runs`
Feature scores (filters: correlation, mutual information, Relief)
    `score_features`, `score_feature_groups`, `feature_interactions`, `relief_weights`,
    `feature_count_curve`, `n_subsets`
Features of fitted models (embedded selection)
    `feature_importances`, `selected_columns`, `lasso_entry_order`
Stability and optimism of a selection
    `stability_index`, `selection_stability`, `selection_optimism`
Minimum description length (MDL)
    `description_length`, `minimum_description_length`, `mdl_polynomial_degree`, `mdl_tree_size`,
    `mdl_cluster_count`
"""

from typing import TYPE_CHECKING

from gnomon.assessment.coarse_to_fine import coarse_to_fine_search
from gnomon.assessment.runs import repeat_runs
from gnomon.assessment.selection_optimism import selection_optimism
from gnomon.experiments.grid import SearchRange, default_grid
from gnomon.experiments.halving import SuccessiveHalving
from gnomon.features.select.embedded import feature_importances, lasso_entry_order, selected_columns
from gnomon.features.select.exhaustive import n_subsets
from gnomon.features.select.groups import score_feature_groups
from gnomon.features.select.interactions import feature_interactions
from gnomon.features.select.ranking import score_features
from gnomon.features.select.relief import relief_weights
from gnomon.features.select.stability import selection_stability, stability_index
from gnomon.features.select.top_curve import feature_count_curve
from gnomon.learners.description_length import (
    description_length,
    mdl_cluster_count,
    mdl_polynomial_degree,
    mdl_tree_size,
    minimum_description_length,
)
from gnomon.public_attributes import public_attributes
from gnomon.sharing.train import train_each

__all__ = [
    "SearchRange",
    "SuccessiveHalving",
    "coarse_to_fine_search",
    "default_grid",
    "description_length",
    "feature_count_curve",
    "feature_importances",
    "feature_interactions",
    "lasso_entry_order",
    "mdl_cluster_count",
    "mdl_polynomial_degree",
    "mdl_tree_size",
    "minimum_description_length",
    "n_subsets",
    "relief_weights",
    "repeat_runs",
    "score_feature_groups",
    "score_features",
    "selected_columns",
    "selection_optimism",
    "selection_stability",
    "stability_index",
    "train_each",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
