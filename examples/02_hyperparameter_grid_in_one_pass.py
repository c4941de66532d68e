"""Hyperparameters share their work: grid search over thirty values of k by one search for neighbors."""

import time

import gnomon as gn

task = gn.load("digits")
path = [gn.KNeighborsClassifier(n_neighbors=k) for k in range(1, 31)]

begin = time.perf_counter()
selection = gn.grid_search(task, path, gn.k_fold(10), "accuracy")
seconds = time.perf_counter() - begin

print(selection.table.head())
print(f"best: k = {selection.learner.n_neighbors}, 300 fits in {seconds:.1f} s")
print(selection.note)
