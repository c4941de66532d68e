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
gn.datasets.Table

gn.no_such  # type: ignore[attr-defined]
task.no_such  # type: ignore[attr-defined]
gn.SVC(C="much")  # type: ignore[arg-type]
gn.k_fold("five")  # type: ignore[arg-type]
