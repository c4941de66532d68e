"""Decision trees and rules: impurity, information gain, pruning, rule heuristics.

Impurity of class labels (entropy, Gini index)
    `label_entropy`, `gini_impurity`, `misclassification_impurity`, `label_joint_entropy`,
    `label_conditional_entropy`
Splitting criteria
    `information_gain`, `gain_ratio`, `threshold_scores`
Size (depth, cost-complexity pruning)
    `depth_curve`, `pruning_curve`
Rule learning
    `rule_heuristic`
"""

from typing import TYPE_CHECKING

from gnomon.features.threshold import threshold_scores
from gnomon.learners.rules.heuristics import rule_heuristic
from gnomon.learners.trees.impurity import (
    gain_ratio,
    gini_impurity,
    information_gain,
    label_conditional_entropy,
    label_entropy,
    label_joint_entropy,
    misclassification_impurity,
)
from gnomon.learners.trees.size_curves import depth_curve, pruning_curve
from gnomon.public_attributes import public_attributes

__all__ = [
    "depth_curve",
    "gain_ratio",
    "gini_impurity",
    "information_gain",
    "label_conditional_entropy",
    "label_entropy",
    "label_joint_entropy",
    "misclassification_impurity",
    "pruning_curve",
    "rule_heuristic",
    "threshold_scores",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
