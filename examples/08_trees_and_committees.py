"""Trees that can be read, how large to grow them, and committees of many."""

import pandas as pd

import gnomon as gn

task = gn.load("breast-cancer")
X, y = pd.DataFrame(task.X, columns=task.feature_names), task.y

# 1. Every depth and every pruning of one tree, over all folds, for the price of one.
cuts = list(gn.k_fold(10).split(task))
tree = gn.DecisionTreeClassifier()
print(gn.trees.depth_curve(tree, X, y, cuts))
print(gn.trees.pruning_curve(tree, X, y, cuts), "\n")

# 2. A small tree in words.
small = gn.DecisionTreeClassifier(max_depth=2).fit(X, y)
print(small.text(), "\n")

# 3. Committees against the tree, on the same splits, with intervals.
learners = [
    tree,
    gn.RandomForestClassifier(100),
    gn.GradientBoostingClassifier(n_estimators=50),
    gn.AdaBoostClassifier(n_estimators=50),
]
found = [gn.resample(task, learner, gn.k_fold(5)) for learner in learners]
for each in found:
    print(each.learner, each.estimate("auc"))
print(gn.compare_all(found, "auc"), "\n")

# 4. Which columns a forest would miss, on rows that it has not seen: few, as others tell the same.
train, held_out = next(iter(gn.hold_out(0.3).split(task)))
forest = gn.RandomForestClassifier(200).fit(X.iloc[train], y[train])
print(gn.ensembles.permutation_importance(forest, X.iloc[held_out], y[held_out]).frame().head().round(3))
