"""Decision trees, their depth and pruning, and ensembles: forests, boosting, importance."""

import pandas as pd

import gnomon as gn

task = gn.load("breast-cancer")
X, y = pd.DataFrame(task.X, columns=task.feature_names), task.y

# 1. Every depth and every pruning of one tree, over all folds, at the cost of one fit per fold.
tree, plan = gn.DecisionTreeClassifier(), gn.k_fold(10)
print(gn.trees.depth_curve(tree, task, cv=plan))
print(gn.trees.pruning_curve(tree, task, cv=plan), "\n")

# 2. A small tree as text.
small = gn.DecisionTreeClassifier(max_depth=2).fit(X, y)
print(small.text(), "\n")

# 3. Ensembles against the tree, on the same splits, with intervals.
learners = [
    tree,
    gn.RandomForestClassifier(100),
    gn.GradientBoostingClassifier(n_estimators=50),
    gn.AdaBoostClassifier(n_estimators=50),
]
results = [gn.resample(task, learner, gn.k_fold(5)) for learner in learners]
for each in results:
    print(each.learner, each.estimate("auc"))
print(gn.compare_all(results, "auc"), "\n")

# 4. Permutation importance on held-out rows: low for most columns, as correlated ones replace them.
train, held_out = next(iter(gn.hold_out(0.3).split(task)))
forest = gn.RandomForestClassifier(200).fit(X.iloc[train], y[train])
print(gn.ensembles.permutation_importance(forest, X.iloc[held_out], y[held_out]).frame().head().round(3))
