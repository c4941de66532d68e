"""Curves of scores, sample sizes and hyperparameters.

Functions ending in `_of` read the held-out predictions of `gn.resample`; the others take arrays.

ROC curves (receiver operating characteristic)
    `RocCurve`, `roc_curve`, `roc_curve_of`, `roc_curve_each`, `class_roc_curves`, `class_roc_curves_of`,
    `average_roc_curve`, `vertical_average`, `threshold_average`, `binormal_curve`
Operating points, isometrics and the convex hull
    `roc_convex_hull`, `class_hull`, `optimal_operating_point`, `constrained_operating_point`,
    `operating_region`, `rate_box`, `roc_crossings`, `roc_dominates`, `cheapest_classifiers`,
    `rate_mixture`, `budget_mixture`, `repair_scores`, `random_classifier_point`, `prevalence_table`
Confidence bands and tests
    `fixed_width_band`, `kolmogorov_smirnov_band`, `binormal_band`, `roc_chance_test`
Precision-recall, lift and gains, cost curves, DET curves, reliability diagrams (calibration curves)
    `precision_recall_curve`, `precision_recall_curve_of`, `lift_curve`, `lift_curve_of`, `cost_curve`,
    `cost_curve_of`, `probability_cost`, `det_curve`, `det_curve_of`, `reliability_diagram`,
    `reliability_diagram_of`
Learning, validation and bias-variance curves
    `learning_curve_power_law`, `validation_surface`, `bias_variance_curve`
"""

from typing import TYPE_CHECKING

from gnomon.assessment.bias_variance.sweeping import bias_variance_curve
from gnomon.assessment.curves.average import average_roc_curve, threshold_average, vertical_average
from gnomon.assessment.curves.bands import binormal_band, fixed_width_band, kolmogorov_smirnov_band
from gnomon.assessment.curves.binormal import binormal_curve
from gnomon.assessment.curves.chance import random_classifier_point, roc_chance_test
from gnomon.assessment.curves.class_hull import class_hull
from gnomon.assessment.curves.cost import cost_curve, cost_curve_of, probability_cost
from gnomon.assessment.curves.crossing import cheapest_classifiers, roc_crossings, roc_dominates
from gnomon.assessment.curves.detection import det_curve, det_curve_of
from gnomon.assessment.curves.held_out import roc_curve_each, roc_curve_of
from gnomon.assessment.curves.hull import roc_convex_hull
from gnomon.assessment.curves.lift import lift_curve, lift_curve_of
from gnomon.assessment.curves.multiclass import class_roc_curves, class_roc_curves_of
from gnomon.assessment.curves.operating import constrained_operating_point, optimal_operating_point
from gnomon.assessment.curves.power_law import learning_curve_power_law
from gnomon.assessment.curves.precision_recall import precision_recall_curve, precision_recall_curve_of
from gnomon.assessment.curves.randomized import budget_mixture, rate_mixture
from gnomon.assessment.curves.region import operating_region, rate_box
from gnomon.assessment.curves.reliability import reliability_diagram, reliability_diagram_of
from gnomon.assessment.curves.repair import repair_scores
from gnomon.assessment.curves.roc import RocCurve, roc_curve
from gnomon.assessment.curves.skew import prevalence_table
from gnomon.assessment.curves.surface import validation_surface
from gnomon.public_attributes import public_attributes

__all__ = [
    "RocCurve",
    "average_roc_curve",
    "bias_variance_curve",
    "binormal_band",
    "binormal_curve",
    "budget_mixture",
    "cheapest_classifiers",
    "class_hull",
    "class_roc_curves",
    "class_roc_curves_of",
    "constrained_operating_point",
    "cost_curve",
    "cost_curve_of",
    "det_curve",
    "det_curve_of",
    "fixed_width_band",
    "kolmogorov_smirnov_band",
    "learning_curve_power_law",
    "lift_curve",
    "lift_curve_of",
    "operating_region",
    "optimal_operating_point",
    "precision_recall_curve",
    "precision_recall_curve_of",
    "prevalence_table",
    "probability_cost",
    "random_classifier_point",
    "rate_box",
    "rate_mixture",
    "reliability_diagram",
    "reliability_diagram_of",
    "repair_scores",
    "roc_chance_test",
    "roc_convex_hull",
    "roc_crossings",
    "roc_curve",
    "roc_curve_each",
    "roc_curve_of",
    "roc_dominates",
    "threshold_average",
    "validation_surface",
    "vertical_average",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
