import numpy as np
from sklearn.model_selection import KFold

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic


def findings_of(counts, plan):
    labels = np.repeat([f"class {place}" for place in range(len(counts))], counts)
    task = gn.Task(synthetic.features(len(labels)), labels)
    return [
        (each.severity, each.message) for each in check_methodology(task, plan=plan, only=["GN013"]).findings
    ]


def test_a_class_that_a_training_set_lacks_is_an_error():
    ((severity, text),) = findings_of([40, 40, 5], KFold(10))
    assert severity == "error"
    assert text.startswith("Class 'class 2' is absent from a training set (minimum 0")


def test_a_class_that_a_held_out_set_lacks_is_a_warning():
    ((severity, text),) = findings_of([60, 8], gn.k_fold(10))
    assert severity == "warning"
    assert "(minimum 0, mean 0.8)" in text


def test_a_class_of_few_held_out_rows_is_a_note():
    ((severity, text),) = findings_of([60, 20], gn.k_fold(5))
    assert severity == "note"
    assert "fewer than 5 rows" in text


def test_enough_rows_and_leave_one_out_are_silent():
    assert findings_of([60, 30], gn.k_fold(5)) == []
    assert findings_of([30, 10], gn.leave_one_out()) == []
