"""How good is it, and how sure is that? The assessment from splits to verdict, on one data set."""

import gnomon as gn

task = gn.load("breast-cancer")

# 1. Splits. A plan knows its own design, and so does everything that comes after it.
plan = gn.repeated(gn.k_fold(10), times=3, random_state=0)
print(plan.split(task))

# 2. Predictions are kept: any measure is asked of them later, split by split or as a whole.
bayes, near = gn.resample_each(task, [gn.GaussianNB(), gn.KNeighborsClassifier(9)], plan)
print(bayes.measure_many(["accuracy", "recall", "auc", "brier"]).describe().loc[["mean", "std"]].round(4))
print(bayes.confusion(split=0), "\n")

# 3. An interval that is valid for this design, its reason, and how such intervals turned out in simulations.
estimate = bayes.estimate("auc")
print("AUC of naive Bayes:", estimate)
print("why:", estimate.why)
print("evidence:", estimate.evidence or "none for such designs", "\n")

# 4. A method that is not valid here is refused, with the reason and the way out.
try:
    bayes.estimate("auc", method="delong")
except gn.errors.DesignError as refusal:
    print("refused:", refusal, "\n")

# 5. Two learners on the same splits: a paired test, an effect, and what the design could have seen.
print(gn.compare(bayes, near, "auc"), "\n")

# 6. Choosing a setting is part of the procedure, so it is judged on rows that had no part in the choice.
path = gn.hyperparameter_path(gn.KNeighborsClassifier(), "n_neighbors", [1, 3, 9, 27, 81])
print(gn.grid_search(task, path, gn.k_fold(5), "accuracy"))
print(gn.assess_selection(task, path, gn.nested(gn.k_fold(5), gn.k_fold(5)), "accuracy"), "\n")

# 7. Would more rows help, or a simpler model? Training beside held-out scores, and bias beside variance.
print(gn.learning_curve(task, gn.GaussianNB(), gn.k_fold(5), "error", sizes=[0.1, 0.3, 1.0]).frame().round(3))
sweep = gn.curves.bias_variance_curve(
    task, gn.KNeighborsClassifier(), "n_neighbors", [1, 9, 81], gn.bootstrap(20)
)
print(sweep.frame()[["n_neighbors", "bias", "variance", "loss"]].round(4))

# 8. Before a larger experiment: what would it take to see a difference of one point?
print(gn.stats.plan_comparison(bayes, near, "accuracy", 0.01))
