"""Misclassification costs: ROC curves, optimal operating points, thresholds, calibration."""

import gnomon as gn

task = gn.load("breast-cancer")
COSTS = {"cost_miss": 20, "cost_false_alarm": 1}  # an overlooked tumor, against a needless biopsy
bayes, neighbors = (
    gn.resample(task, learner, gn.hold_out(0.5)) for learner in (gn.GaussianNB(), gn.KNeighborsClassifier(9))
)

# 1. The ROC curve of each, where they cross, their convex hull, and a confidence band.
curves = gn.curves.roc_curve_of(bayes), gn.curves.roc_curve_of(neighbors)
print(*curves, gn.curves.roc_crossings(*curves), gn.curves.roc_convex_hull(curves), sep="\n")
print(gn.curves.kolmogorov_smirnov_band(curves[0]).frame().iloc[::25].round(3), "\n")

# 2. The optimal operating point for these costs, at a lower prevalence too, and its uncertainty.
print(gn.curves.optimal_operating_point(curves[0], **COSTS))
print(gn.curves.optimal_operating_point(curves[0], **COSTS, prevalence=0.01))
print(gn.curves.operating_region(curves[0], **COSTS), "\n")

# 3. A threshold for a purpose. Chosen on the rows that evaluate it, it would be optimistic; so each training
#    fold chooses its own.
print(gn.decisions.choose_threshold_of(bayes, "fpr", 0.05))
costs = gn.decisions.cost_matrix_of_two(**COSTS, of=task)
expected_cost = gn.metrics.find_measure("expected_cost", costs=costs)
careful = gn.ThresholdedClassifier(gn.GaussianNB(), **COSTS)
for learner in (gn.GaussianNB(), careful):
    predictions = gn.resample(task, learner, gn.k_fold(5))
    cost, recall = predictions.estimate(expected_cost), predictions.score("recall")
    print(f"{predictions.learner}: expected cost {cost}, recall {recall:.3f}")

# 4. With calibrated probabilities, the decision of minimum expected cost needs no threshold.
calibrated = gn.resample(task, gn.CalibratedClassifier(gn.GaussianNB()), gn.k_fold(5))
print(
    "by calibrated probabilities: expected cost",
    gn.decisions.minimum_cost_predictions(calibrated, costs).estimate(expected_cost),
)
plain = gn.resample(task, gn.GaussianNB(), gn.k_fold(5))
print(gn.decisions.ranking_and_calibration(plain, calibrated))
print(
    gn.curves.reliability_diagram_of(calibrated)
    .frame()[["probability", "observed", "lower", "upper"]]
    .round(3),
    "\n",
)

# 5. Precision-recall, lift, cost and DET curves of the same predictions; each has a frame() of its points.
for curve in (
    gn.curves.precision_recall_curve_of(bayes),
    gn.curves.lift_curve_of(bayes),
    gn.curves.cost_curve_of(bayes),
    gn.curves.det_curve_of(bayes),
):
    print(curve)

# 6. What a positive result means for a patient, in natural frequencies.
point = gn.curves.constrained_operating_point(curves[0], tpr=0.95)
print(gn.decisions.DiagnosticTest(point.tpr, point.fpr).frequency_tree(prior=0.01, n=1000))
