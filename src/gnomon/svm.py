"""Support vector machines: decision function, support vectors, optimality, bounds, training steps.

Fitted machines (support vectors, KKT conditions)
    `kernel_decision`, `support_table`, `check_kkt_conditions`, `svm_capacity`, `pruned_decision`,
    `warn_if_many_support`
Leave-one-out error and its bounds
    `leave_one_out_error`, `support_vector_bound`, `independent_support_vectors`
Robustness and outliers
    `remove_outliers`, `perturbed_error`, `rounded_error`
Training (dual problem, sequential minimal optimization, chunking)
    `dual_ascent`, `smo_steps`, `chunking`, `cost_path`, `widest_margin_hyperplane`
"""

from typing import TYPE_CHECKING

from gnomon.learners.kernel.reading.capacity import svm_capacity
from gnomon.learners.kernel.reading.chunking import chunking
from gnomon.learners.kernel.reading.cleaning import remove_outliers
from gnomon.learners.kernel.reading.cost_path import cost_path
from gnomon.learners.kernel.reading.decision import kernel_decision
from gnomon.learners.kernel.reading.dual_trace import dual_ascent, smo_steps
from gnomon.learners.kernel.reading.left_out_support import (
    independent_support_vectors,
    leave_one_out_error,
    support_vector_bound,
)
from gnomon.learners.kernel.reading.optimum import check_kkt_conditions
from gnomon.learners.kernel.reading.perturbation import perturbed_error, rounded_error
from gnomon.learners.kernel.reading.pruned import pruned_decision
from gnomon.learners.kernel.reading.support_table import support_table, warn_if_many_support
from gnomon.learners.kernel.reading.widest_plane import widest_margin_hyperplane
from gnomon.public_attributes import public_attributes

__all__ = [
    "check_kkt_conditions",
    "chunking",
    "cost_path",
    "dual_ascent",
    "independent_support_vectors",
    "kernel_decision",
    "leave_one_out_error",
    "perturbed_error",
    "pruned_decision",
    "remove_outliers",
    "rounded_error",
    "smo_steps",
    "support_table",
    "support_vector_bound",
    "svm_capacity",
    "warn_if_many_support",
    "widest_margin_hyperplane",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
