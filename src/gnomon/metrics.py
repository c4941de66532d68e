"""Metrics (measures, scores, losses) of predictions, as plain functions of arrays.

Scikit-learn's signature, `(y_true, y_pred or y_score, *, sample_weight)`; labels may be anything, and
`pos_label` is the positive class of two. The same names, and the usual synonyms (`rmse`, `roc_auc`,
`neg_log_loss`), work wherever a measure is named: `predictions.estimate("rmse")`.

Labels (classification)
    `accuracy`, `error`, `balanced_accuracy`, `kappa`, `mcc`, `g_mean`, `expected_cost`
The positive class (confusion matrix)
    `precision`, `recall`, `specificity`, `f1`, `f_beta`, `jaccard`, `youden`, `markedness`, `lift`,
    `negative_predictive_value`, `false_positive_rate`, `false_negative_rate`, `auc_of_point`,
    `positive_likelihood_ratio`, `negative_likelihood_ratio`
Averages over classes (macro, micro, weighted)
    `precision_macro`, `precision_micro`, `precision_weighted`, `recall_macro`, `recall_micro`,
    `recall_weighted`, `f1_macro`, `f1_micro`, `f1_weighted`, `jaccard_macro`, `jaccard_micro`,
    `jaccard_weighted`
Scores (ranking)
    `auc`, `auc_hand_till`, `auc_provost_domingos`, `partial_auc`, `average_precision`, `gini`, `ks`,
    `lift_at`
Probabilities (proper scoring rules, calibration)
    `log_loss`, `brier`, `brier_sum`, `d2_log_loss`, `d2_brier`, `top_k_accuracy`, `ece`,
    `calibration_intercept`, `calibration_slope`
Numbers (regression)
    `mean_squared_error`, `root_mean_squared_error`, `mean_absolute_error`,
    `mean_absolute_percentage_error`, `median_absolute_error`, `max_error`, `r2`, `explained_variance`,
    `huber`, `pinball`, `gaussian_log_likelihood`, `mean_squared_log_error`,
    `root_mean_squared_log_error`, `mean_poisson_deviance`, `mean_gamma_deviance`, `d2_absolute_error`
Clusters
    `rand_index`, `adjusted_rand`, `fowlkes_mallows`, `mutual_information`, `adjusted_mutual_information`,
    `normalized_mutual_information`, `homogeneity`, `completeness`, `v_measure`, `purity`,
    `silhouette`, `inertia`
Tables and parts
    `ConfusionMatrix`, `rate_table`, `brier_decomposition`, `find_measure`

>>> accuracy(["ill", "well"], ["ill", "ill"])
0.5
>>> recall(["ill", "well"], ["ill", "ill"], pos_label="ill")
1.0
"""

from typing import TYPE_CHECKING

from gnomon.assessment.confusion import ConfusionMatrix
from gnomon.assessment.measures.array_functions import array_function
from gnomon.assessment.measures.calibration import brier_decomposition
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.rate_table import rate_table
from gnomon.public_attributes import public_attributes

__all__ = [
    "ConfusionMatrix",
    "accuracy",
    "adjusted_mutual_information",
    "adjusted_rand",
    "auc",
    "auc_hand_till",
    "auc_of_point",
    "auc_provost_domingos",
    "average_precision",
    "balanced_accuracy",
    "brier",
    "brier_decomposition",
    "brier_sum",
    "calibration_intercept",
    "calibration_slope",
    "completeness",
    "d2_absolute_error",
    "d2_brier",
    "d2_log_loss",
    "ece",
    "error",
    "expected_cost",
    "explained_variance",
    "f1",
    "f1_macro",
    "f1_micro",
    "f1_weighted",
    "f_beta",
    "false_negative_rate",
    "false_positive_rate",
    "find_measure",
    "fowlkes_mallows",
    "g_mean",
    "gaussian_log_likelihood",
    "gini",
    "homogeneity",
    "huber",
    "inertia",
    "jaccard",
    "jaccard_macro",
    "jaccard_micro",
    "jaccard_weighted",
    "kappa",
    "ks",
    "lift",
    "lift_at",
    "log_loss",
    "markedness",
    "max_error",
    "mcc",
    "mean_absolute_error",
    "mean_absolute_percentage_error",
    "mean_gamma_deviance",
    "mean_poisson_deviance",
    "mean_squared_error",
    "mean_squared_log_error",
    "median_absolute_error",
    "mutual_information",
    "negative_likelihood_ratio",
    "negative_predictive_value",
    "normalized_mutual_information",
    "partial_auc",
    "pinball",
    "positive_likelihood_ratio",
    "precision",
    "precision_macro",
    "precision_micro",
    "precision_weighted",
    "purity",
    "r2",
    "rand_index",
    "rate_table",
    "recall",
    "recall_macro",
    "recall_micro",
    "recall_weighted",
    "root_mean_squared_error",
    "root_mean_squared_log_error",
    "silhouette",
    "specificity",
    "top_k_accuracy",
    "v_measure",
    "youden",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)

accuracy = array_function("accuracy")
error = array_function("error")
balanced_accuracy = array_function("balanced_accuracy")
kappa = array_function("kappa")
mcc = array_function("mcc")
g_mean = array_function("g_mean")
expected_cost = array_function("expected_cost")
precision = array_function("precision")
recall = array_function("recall")
specificity = array_function("specificity")
f1 = array_function("f1")
f_beta = array_function("f_beta")
jaccard = array_function("jaccard")
youden = array_function("youden")
markedness = array_function("markedness")
lift = array_function("lift")
negative_predictive_value = array_function("negative_predictive_value")
false_positive_rate = array_function("false_positive_rate")
false_negative_rate = array_function("false_negative_rate")
auc_of_point = array_function("auc_of_point")
precision_macro = array_function("precision_macro")
precision_micro = array_function("precision_micro")
precision_weighted = array_function("precision_weighted")
recall_macro = array_function("recall_macro")
recall_micro = array_function("recall_micro")
recall_weighted = array_function("recall_weighted")
f1_macro = array_function("f1_macro")
f1_micro = array_function("f1_micro")
f1_weighted = array_function("f1_weighted")
jaccard_macro = array_function("jaccard_macro")
jaccard_micro = array_function("jaccard_micro")
jaccard_weighted = array_function("jaccard_weighted")
auc = array_function("auc")
auc_hand_till = array_function("auc_hand_till")
auc_provost_domingos = array_function("auc_provost_domingos")
partial_auc = array_function("partial_auc")
average_precision = array_function("average_precision")
gini = array_function("gini")
ks = array_function("ks")
lift_at = array_function("lift_at")
log_loss = array_function("log_loss")
brier = array_function("brier")
brier_sum = array_function("brier_sum")
ece = array_function("ece")
calibration_intercept = array_function("calibration_intercept")
calibration_slope = array_function("calibration_slope")
mean_squared_error = array_function("mean_squared_error")
root_mean_squared_error = array_function("root_mean_squared_error")
mean_absolute_error = array_function("mean_absolute_error")
mean_absolute_percentage_error = array_function("mean_absolute_percentage_error")
median_absolute_error = array_function("median_absolute_error")
max_error = array_function("max_error")
r2 = array_function("r2")
explained_variance = array_function("explained_variance")
huber = array_function("huber")
pinball = array_function("pinball")
gaussian_log_likelihood = array_function("gaussian_log_likelihood")
adjusted_rand = array_function("adjusted_rand")
adjusted_mutual_information = array_function("adjusted_mutual_information")
normalized_mutual_information = array_function("normalized_mutual_information")
mutual_information = array_function("mutual_information")
homogeneity = array_function("homogeneity")
completeness = array_function("completeness")
v_measure = array_function("v_measure")
purity = array_function("purity")
silhouette = array_function("silhouette")
inertia = array_function("inertia")
d2_absolute_error = array_function("d2_absolute_error")
d2_brier = array_function("d2_brier")
d2_log_loss = array_function("d2_log_loss")
fowlkes_mallows = array_function("fowlkes_mallows")
mean_gamma_deviance = array_function("mean_gamma_deviance")
mean_poisson_deviance = array_function("mean_poisson_deviance")
mean_squared_log_error = array_function("mean_squared_log_error")
negative_likelihood_ratio = array_function("negative_likelihood_ratio")
positive_likelihood_ratio = array_function("positive_likelihood_ratio")
rand_index = array_function("rand_index")
root_mean_squared_log_error = array_function("root_mean_squared_log_error")
top_k_accuracy = array_function("top_k_accuracy")
