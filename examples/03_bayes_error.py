"""The Bayes error of a known distribution: how far is a learner from the best possible?"""

import numpy as np

import gnomon as gn

source = gn.datasets.TwoGaussians(means=[[0, 0], [2, 1]], covariances=[np.eye(2), np.diag([1.0, 3.0])])
print(f"Bayes error: {source.bayes_error:.4f}")

for n_rows in (50, 500, 5000):
    task = source.draw(n_rows, random_state=0)
    estimate = gn.resample(task, gn.GaussianNB(), gn.k_fold(10)).estimate("error")
    print(f"{n_rows:>5} rows: error of naive Bayes {estimate}")
