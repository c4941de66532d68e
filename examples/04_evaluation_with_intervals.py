"""Model evaluation on one data set: splits, measures, intervals, tests, nested selection, power."""

import gnomon as gn

task = gn.load("breast-cancer")

# 1. Splits. A plan records its design, and so does everything computed from it.
plan = gn.repeated(gn.k_fold(10), times=3, random_state=0)
print(plan.split(task))

# 2. Predictions are stored: any measure is computed from them later, per split or pooled.
bayes, neighbors = gn.resample_each(task, [gn.GaussianNB(), gn.KNeighborsClassifier(9)], plan)
print(bayes.measure_many(["accuracy", "recall", "auc", "brier"]).describe().loc[["mean", "std"]].round(4))
print(bayes.confusion(split=0), "\n")

# 3. An interval that is valid for this design, the reason, and its coverage in simulations.
estimate = bayes.estimate("auc")
print("AUC of naive Bayes:", estimate)
print("why:", estimate.why)
print("evidence:", estimate.evidence or "none for such designs", "\n")

# 4. A method that is not valid for this design is refused, with the reason and an alternative.
try:
    bayes.estimate("auc", method="delong")
except gn.errors.DesignError as refusal:
    print("refused:", refusal, "\n")

# 5. Two learners on the same splits: a paired test, an effect size, and the detectable difference.
print(gn.compare(bayes, neighbors, "auc"), "\n")

# 6. Hyperparameter selection is part of the procedure, so nested cross-validation evaluates it.
path = gn.hyperparameter_path(gn.KNeighborsClassifier(), "n_neighbors", [1, 3, 9, 27, 81])
print(gn.grid_search(task, path, gn.k_fold(5), "accuracy"))
print(gn.assess_selection(task, path, gn.nested(gn.k_fold(5), gn.k_fold(5)), "accuracy"), "\n")

# 7. Would more rows help, or a simpler model? A learning curve, and the bias-variance tradeoff.
print(gn.learning_curve(task, gn.GaussianNB(), gn.k_fold(5), "error", sizes=[0.1, 0.3, 1.0]).frame().round(3))
tradeoff = gn.curves.bias_variance_curve(
    task, gn.KNeighborsClassifier(), "n_neighbors", [1, 9, 81], gn.bootstrap(20)
)
print(tradeoff.frame()[["n_neighbors", "bias", "variance", "loss"]].round(4))

# 8. Power: how large an experiment must be to detect a difference of one percentage point.
print(gn.stats.plan_comparison(bayes, neighbors, "accuracy", 0.01))
