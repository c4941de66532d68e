"""Support vector machines: search for C and gamma, support vectors, leave-one-out error, calibration."""

import gnomon as gn

task = gn.load("breast-cancer")
scaled = (task.X - task.X.mean(axis=0)) / task.X.std(axis=0)
table = gn.Task(scaled, task.y, kind="classification")

# 1. Coarse-to-fine search for C and gamma: all folds and all C share the kernel matrix.
grid = {"C": [0.1, 1, 10, 100], "gamma": [0.0003, 0.003, 0.03]}
search = gn.selection.coarse_to_fine_search(table, gn.SVC(), gn.k_fold(5), "accuracy", grid=grid)
print(search)
print(search.frame().head().round(3), "\n")

# 2. One machine: its duality gap, its support vectors, and bounds of its leave-one-out error.
machine = gn.SVC(C=10.0, gamma=0.01).fit(scaled, task.y)
print(machine.certificate_)
rows = gn.svm.support_table(machine, scaled, task.y)
print(rows)
print(rows.frame().head().round(3))
print(gn.svm.leave_one_out_error(machine, scaled, task.y), "\n")

# 3. Scores are not probabilities; calibration learns these on held-out rows.
calibrated = gn.resample(table, gn.CalibratedClassifier(gn.SVC(C=10.0, gamma=0.01)), gn.k_fold(5))
print("Brier score", calibrated.estimate("brier"))
