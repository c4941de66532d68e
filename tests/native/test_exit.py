import os
import subprocess
import sys

import pytest

# Models that global variables, closures and reference cycles still hold when Python exits.
ORDINARY_USE = """
import gnomon as gn

task = gn.load("iris")
X, y = task.X, task.y
models = [
    model.fit(X, y)
    for model in (
        gn.DecisionStump(),
        gn.DecisionTreeClassifier(),
        gn.RandomForestClassifier(3),
        gn.AdaBoostClassifier(),
        gn.GradientBoostingClassifier(n_estimators=2),
        gn.KNeighborsClassifier(),
        gn.SVC(),
        gn.GaussianNB(),
    )
]
for model in models:
    model.predict(X)
models[0].itself = models
predict = lambda rows: models[1].predict(rows)
"""

KERNEL_OBJECTS = """
import numpy as np
from gnomon import native

X = np.arange(12.0).reshape(6, 2)
tree = native.KdTree(X, 1, 1)
distance, row = tree.query(X, 2, "euclidean", None, 1)
table = native.TreeTable(X, np.zeros(2, np.uint8), 1)
growth = native.ForestGrowth(2, True, 0, False, 9, 2.0, 1.0, 0.0, 0.0, 0.0, 0)
binned = native.BinnedTable(X.astype(np.uint8), np.full(2, 12, np.int32), np.zeros(2, np.uint8))
boosting = native.Boosting(binned, 1)
gram = native.Gram.of_values(np.eye(6), 1 << 20)
cycle = [tree]
cycle.append(cycle)
"""


@pytest.mark.parametrize("script", [ORDINARY_USE, KERNEL_OBJECTS], ids=["learners", "kernels"])
def test_nothing_is_reported_as_leaked_when_python_exits(script):
    command, environment = [sys.executable, "-W", "error", "-c", script], {**os.environ, "GNOMON_LEAKS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("is_on", [True, False])
def test_what_a_thread_holds_at_the_end_is_reported_on_request(is_on):
    script = f"""{KERNEL_OBJECTS}
import threading, time
threading.Thread(target=lambda held: time.sleep(60), args=(tree,), daemon=True).start()
"""
    environment = {name: value for name, value in os.environ.items() if name != "GNOMON_LEAKS"}
    environment |= {"GNOMON_LEAKS": "1"} if is_on else {}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert done.returncode == 0
    assert ("leaked" in done.stderr) is is_on
