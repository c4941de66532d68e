"""Decisions from scores: misclassification costs, thresholds, diagnostic tests, calibration.

Cost-sensitive decisions (expected cost, loss matrix)
    `cost_matrix_of_two`, `expected_costs`, `minimum_cost_decisions`, `minimum_cost_predictions`,
    `cost_by_threshold`, `cost_by_threshold_of`, `choose_classifier`
Thresholds (cutoffs)
    `choose_threshold`, `choose_threshold_of`
Diagnostic tests (sensitivity, specificity, predictive values)
    `DiagnosticTest`, `FrequencyTree`, `sensitivity_needed`, `false_alarm_rate_needed`
Calibration of probabilities
    `ranking_and_calibration`, `calibrated_probability`, `calibrated_log_odds`, `log_odds`
"""

from typing import TYPE_CHECKING

from gnomon.assessment.calibration.against_ranking import ranking_and_calibration
from gnomon.assessment.decisions.costs import (
    cost_matrix_of_two,
    expected_costs,
    minimum_cost_decisions,
    minimum_cost_predictions,
)
from gnomon.assessment.decisions.diagnosis import (
    DiagnosticTest,
    FrequencyTree,
    false_alarm_rate_needed,
    sensitivity_needed,
)
from gnomon.assessment.decisions.rate_costs import choose_classifier, cost_by_threshold, cost_by_threshold_of
from gnomon.assessment.decisions.thresholds import choose_threshold, choose_threshold_of
from gnomon.features.log_odds import calibrated_log_odds, calibrated_probability, log_odds
from gnomon.public_attributes import public_attributes

__all__ = [
    "DiagnosticTest",
    "FrequencyTree",
    "calibrated_log_odds",
    "calibrated_probability",
    "choose_classifier",
    "choose_threshold",
    "choose_threshold_of",
    "cost_by_threshold",
    "cost_by_threshold_of",
    "cost_matrix_of_two",
    "expected_costs",
    "false_alarm_rate_needed",
    "log_odds",
    "minimum_cost_decisions",
    "minimum_cost_predictions",
    "ranking_and_calibration",
    "sensitivity_needed",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
