"""Features: overview, discretization, filters, wrappers, and the optimism of selecting before the folds."""

import numpy as np
from sklearn.pipeline import make_pipeline

import gnomon as gn

# 1. The kind of each column, its descriptive statistics, and its association with the target.
task = gn.load("cleveland")
print(gn.preprocessing.column_overview(task), "\n")

# 2. Supervised discretization inside each fold, stopped by minimum description length.
wine = gn.load("wine")
bins = gn.RecursivePartition().fit(wine.X, wine.y)
print([cuts.round(2).tolist() for cuts in bins.cuts_[:4]])
binned = make_pipeline(gn.RecursivePartition(), gn.CategoricalNB())
for learner in (binned, gn.GaussianNB()):
    predictions = gn.resample(wine, learner, gn.k_fold(10))
    print(predictions.learner, predictions.estimate("accuracy"))

# 3. Features ranked by a filter, and selected by a wrapper.
heart = gn.load("heart")
print("\n", gn.selection.score_features(heart, filter="correlation").frame().head(5), "\n")
selected = gn.ForwardSelection(gn.LogisticRegression(), scoring="roc_auc").fit(heart.X, heart.y)
print(selected.curve_)
print(selected.n_models_, "models trained\n")

# 4. Pure noise, 40 rows and 500 columns: selection before the folds makes it look predictable.
random = np.random.default_rng(0)
noise = gn.Task(random.normal(size=(40, 500)), random.integers(2, size=40), name="noise")
selector = gn.SelectByFilter("f", k=10, guard=False)
print(gn.selection.selection_optimism(noise, selector, gn.GaussianNB(), gn.k_fold(5), "accuracy"))
