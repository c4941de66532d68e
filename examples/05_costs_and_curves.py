"""Errors that cost: curves, the best operating point and how sure it is, thresholds, calibration."""

import gnomon as gn

task = gn.load("breast-cancer")
COSTS = {"cost_miss": 20, "cost_false_alarm": 1}  # a tumor overlooked, against a needless biopsy
bayes, near = (
    gn.resample(task, learner, gn.hold_out(0.5)) for learner in (gn.GaussianNB(), gn.KNeighborsClassifier(9))
)

# 1. The ROC curve of each, where one is above the other, and which can be best under some costs.
curves = gn.curves.roc_curve_of(bayes), gn.curves.roc_curve_of(near)
print(*curves, gn.curves.roc_crossings(*curves), gn.curves.roc_convex_hull(curves), sep="\n")
print(gn.curves.kolmogorov_smirnov_band(curves[0]).frame().iloc[::25].round(3), "\n")

# 2. Where to work for these costs, among healthy people too: the point, and how far it can be trusted.
print(gn.curves.optimal_operating_point(curves[0], **COSTS))
print(gn.curves.optimal_operating_point(curves[0], **COSTS, prevalence=0.01))
print(gn.curves.operating_region(curves[0], **COSTS), "\n")

# 3. A threshold for a purpose. Chosen on rows it is then judged on, it would flatter; so each training fold
#    chooses its own.
print(gn.decisions.choose_threshold_of(bayes, "fpr", 0.05))
prices = gn.decisions.cost_matrix_of_two(**COSTS, of=task)
price = gn.metrics.find_measure("expected_cost", costs=prices)
careful = gn.ThresholdedClassifier(gn.GaussianNB(), **COSTS)
for learner in (gn.GaussianNB(), careful):
    found = gn.resample(task, learner, gn.k_fold(5))
    print(f"{found.learner}: expected cost {found.estimate(price)}, recall {found.score('recall'):.3f}")

# 4. With probabilities that mean what they say, the decision of least expected cost needs no threshold.
calibrated = gn.resample(task, gn.CalibratedClassifier(gn.GaussianNB()), gn.k_fold(5))
print(
    "by calibrated probabilities: expected cost",
    gn.decisions.minimum_cost_predictions(calibrated, prices).estimate(price),
)
plain = gn.resample(task, gn.GaussianNB(), gn.k_fold(5))
print(gn.decisions.ranking_and_calibration(plain, calibrated))
print(
    gn.curves.reliability_diagram_of(calibrated)
    .frame()[["probability", "observed", "lower", "upper"]]
    .round(3),
    "\n",
)

# 5. The same rows seen in other ways: all have a frame() of their points.
for curve in (
    gn.curves.precision_recall_curve_of(bayes),
    gn.curves.lift_curve_of(bayes),
    gn.curves.cost_curve_of(bayes),
    gn.curves.det_curve_of(bayes),
):
    print(curve)

# 6. What a positive result says to one patient, in counts of people.
point = gn.curves.constrained_operating_point(curves[0], tpr=0.95)
print(gn.decisions.DiagnosticTest(point.tpr, point.fpr).frequency_tree(prior=0.01, n=1000))
