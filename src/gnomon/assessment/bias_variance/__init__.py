"""Bias-variance decomposition of the expected loss of a learner, per case and in total.

`bias_variance` trains a learner on many training sets and decomposes its expected loss into noise, bias and
variance; `bias_variance_curve` does so along a hyperparameter; `bias_variance_of` for existing Predictions.
The functions of arrays are in `squared` (numbers, probabilities), `zero_one`, `cost` and `log_loss`; each is
exactly additive. `sample_training_sets` draws training sets from a known data-generating process, such as
`gnomon.datasets.TwoGaussians`.
"""

from gnomon.assessment.bias_variance.cost import bias_variance_of_cost
from gnomon.assessment.bias_variance.decomposing import bias_variance, bias_variance_each, bias_variance_of
from gnomon.assessment.bias_variance.decomposition import Cases, Decomposition
from gnomon.assessment.bias_variance.log_loss import bias_variance_of_log_loss
from gnomon.assessment.bias_variance.sources import SampledTrainingSets, sample_training_sets
from gnomon.assessment.bias_variance.squared import bias_variance_of_brier, bias_variance_of_squared_error
from gnomon.assessment.bias_variance.sweeping import Sweep, bias_variance_curve
from gnomon.assessment.bias_variance.zero_one import bias_variance_of_zero_one

__all__ = [
    "Cases",
    "Decomposition",
    "SampledTrainingSets",
    "Sweep",
    "bias_variance",
    "bias_variance_curve",
    "bias_variance_each",
    "bias_variance_of",
    "bias_variance_of_brier",
    "bias_variance_of_cost",
    "bias_variance_of_log_loss",
    "bias_variance_of_squared_error",
    "bias_variance_of_zero_one",
    "sample_training_sets",
]
