"""Features: what may be said of them, bins, which to keep, and what choosing them costs in honesty."""

import numpy as np
from sklearn.pipeline import make_pipeline

import gnomon as gn

# 1. What each column is like, by what its kind allows, and how it goes with the target.
task = gn.load("cleveland")
print(gn.preprocessing.column_overview(task), "\n")

# 2. Bins that say something about the class, cut inside each fold; the description length says where to stop.
wine = gn.load("wine")
bins = gn.RecursivePartition().fit(wine.X, wine.y)
print([cuts.round(2).tolist() for cuts in bins.cuts_[:4]])
binned = make_pipeline(gn.RecursivePartition(), gn.CategoricalNB())
for learner in (binned, gn.GaussianNB()):
    found = gn.resample(wine, learner, gn.k_fold(10))
    print(found.learner, found.estimate("accuracy"))

# 3. Columns ranked alone, and chosen together.
heart = gn.load("heart")
print("\n", gn.selection.score_features(heart, filter="correlation").frame().head(5), "\n")
chosen = gn.ForwardSelection(gn.LogisticRegression(), scoring="roc_auc").fit(heart.X, heart.y)
print(chosen.curve_)
print(chosen.n_models_, "models trained\n")

# 4. Pure noise, 40 rows and 500 columns: choosing columns before the folds looks like a discovery.
random = np.random.default_rng(0)
noise = gn.Task(random.normal(size=(40, 500)), random.integers(2, size=40), name="noise")
selector = gn.SelectByFilter("f", k=10, guard=False)
print(gn.selection.selection_optimism(noise, selector, gn.GaussianNB(), gn.k_fold(5), "accuracy"))
