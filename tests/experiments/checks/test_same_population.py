import numpy as np

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic


def findings_of(*tasks):
    return check_methodology(list(tasks), only=["GN018"]).findings


def test_one_task_under_two_names_is_an_error():
    (finding,) = findings_of(synthetic.task(name="a"), synthetic.task(name="b"))
    assert finding.severity == "error"
    assert "are identical, row by row" in finding.message


def test_a_task_derived_from_another_is_found():
    whole = synthetic.frame()
    rows = np.random.default_rng(0).permutation(240)[:100]
    part = {name: np.asarray(whole[name])[rows] for name in ("rate", "dose", "level")}
    derived = gn.Task(part, whole["age"][rows] > 50, name="derived")
    (finding,) = findings_of(gn.Task.of(whole, "ill", name="whole"), derived)
    assert finding.severity == "warning"
    assert "100 of the 100 rows" in finding.message
    assert "compared on 3 common columns" in finding.message


def test_other_rows_other_columns_and_coarse_columns_are_silent():
    assert findings_of(synthetic.task(name="a"), synthetic.task(seed=9, name="b")) == ()
    assert findings_of(gn.load("iris"), gn.load("wine")) == ()
    coarse = [
        gn.Task(
            {"a": np.random.default_rng(seed).integers(3, size=100) * 1.0}, np.arange(100) % 2, name=str(seed)
        )
        for seed in (1, 2)
    ]
    assert findings_of(*coarse) == ()
