"""Model inspection: explanations, importance, errors by subgroup, decision regions, overfitting, run time.

Explanations of one prediction
    `Explanation`
Importance and errors on held-out rows
    `held_out_importance`, `PermutationImportance`, `subgroup_errors`, `SubgroupErrors`
Decision boundaries
    `decision_regions`
Overfitting and computing time
    `overfitting_gap`, `measure_time`
"""

from typing import TYPE_CHECKING

from gnomon.assessment.effort import measure_time
from gnomon.assessment.overfitting import overfitting_gap
from gnomon.explanations.explanation import Explanation
from gnomon.explanations.importance import PermutationImportance, held_out_importance
from gnomon.explanations.subgroups import SubgroupErrors, subgroup_errors
from gnomon.learners.neighbors.regions import decision_regions
from gnomon.public_attributes import public_attributes

__all__ = [
    "Explanation",
    "PermutationImportance",
    "SubgroupErrors",
    "decision_regions",
    "held_out_importance",
    "measure_time",
    "overfitting_gap",
    "subgroup_errors",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
