"""Support vector machines: the price of errors and the width of the kernel, and what the machine tells."""

import gnomon as gn

task = gn.load("breast-cancer")
scaled = (task.X - task.X.mean(axis=0)) / task.X.std(axis=0)
table = gn.Task(scaled, task.y, kind="classification")

# 1. The search for C and gamma in one call: all folds and all C share the work on the kernel.
grid = {"C": [0.1, 1, 10, 100], "gamma": [0.0003, 0.003, 0.03]}
search = gn.selection.coarse_to_fine_search(table, gn.SVC(), gn.k_fold(5), "accuracy", grid=grid)
print(search)
print(search.frame().head().round(3), "\n")

# 2. One machine, and what can be read off it: which rows hold the margin, and how far it is from its optimum.
machine = gn.SVC(C=10.0, gamma=0.01).fit(scaled, task.y)
print(machine.certificate_)
rows = gn.svm.support_table(machine, scaled, task.y)
print(rows)
print(rows.frame().head().round(3))
print(gn.svm.leave_one_out_error(machine, scaled, task.y), "\n")

# 3. Scores are no probabilities; rows that are held out teach them.
calibrated = gn.resample(table, gn.CalibratedClassifier(gn.SVC(C=10.0, gamma=0.01)), gn.k_fold(5))
print("Brier score", calibrated.estimate("brier"))
