"""Bias and variance: why a learner loses what it loses, case by case and in all.

`decompose` trains a learner on many training sets and splits its expected loss into noise, bias and variance;
`sweep` does it along a parameter; `decomposition_of` does it for Predictions that are there already. The
plain functions on arrays are in `squared` (numbers, probabilities), `zero_one`, `cost` and `log_loss`; each
adds up exactly. `drawn` gives training sets from a source of known truth, such as `gnomon.TwoGaussians`.
"""

from gnomon.assessment.bias_variance.cost import decompose_cost
from gnomon.assessment.bias_variance.decomposing import decompose, decompose_each, decomposition_of
from gnomon.assessment.bias_variance.decomposition import Cases, Decomposition
from gnomon.assessment.bias_variance.log_loss import decompose_log
from gnomon.assessment.bias_variance.sources import Drawn, drawn
from gnomon.assessment.bias_variance.squared import decompose_brier, decompose_squared
from gnomon.assessment.bias_variance.sweeping import Sweep, sweep
from gnomon.assessment.bias_variance.zero_one import decompose_zero_one

__all__ = [
    "Cases",
    "Decomposition",
    "Drawn",
    "Sweep",
    "decompose",
    "decompose_brier",
    "decompose_cost",
    "decompose_each",
    "decompose_log",
    "decompose_squared",
    "decompose_zero_one",
    "decomposition_of",
    "drawn",
    "sweep",
]
