"""What mypy must make of a person's own code; `make check` reads this file and nothing runs it.

Strict mypy reports an ignore without an error, so each `type: ignore` claims that the line is wrong.
"""

from typing import assert_type

import gnomon as gn
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.splits import Plan

task = gn.load("iris")
plan = gn.k_fold(5)
assert_type(task, gn.Task)
assert_type(gn.load("films"), gn.Table)
assert_type(plan, Plan)
assert_type(gn.resample(task, gn.SVC(C=1.0, kernel="linear"), plan), Predictions)
assert_type(gn.resample(task, gn.SVC(), plan).estimate("accuracy"), gn.Estimate)
assert_type(gn.__version__, str)
gn.Normalize()
gn.Ridge(2.0)
gn.plotting.RocCurveDisplay.from_experiment
gn.stats.t_interval([0.1, 0.2, 0.3])
gn.metrics.accuracy(["a", "b"], ["a", "a"])
gn.neighbors.condensed_prototypes([[0.0], [1.0]], [0, 1]).indices
assert_type(gn.Predictions.from_arrays([0, 1], scores=[0.2, 0.7]).estimate("auc"), gn.Estimate)

gn.no_such  # type: ignore[attr-defined]
gn.metrics.sensitivity  # type: ignore[attr-defined]
gn.stats.no_such  # type: ignore[attr-defined]
gn.probability.no_such  # type: ignore[attr-defined]
gn.plotting.no_such  # type: ignore[attr-defined]
gn.errors.no_such  # type: ignore[attr-defined]
task.no_such  # type: ignore[attr-defined]
gn.SVC(C="much")  # type: ignore[arg-type]
gn.k_fold("five")  # type: ignore[arg-type]
