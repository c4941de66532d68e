import numpy as np
from sklearn.model_selection import KFold

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import made


def found(counts, plan):
    labels = np.repeat([f"class {place}" for place in range(len(counts))], counts)
    task = gn.Task(made.features(len(labels)), labels)
    return [
        (each.severity, each.found) for each in check_methodology(task, plan=plan, only=["GN013"]).findings
    ]


def test_a_class_that_a_training_set_lacks_is_an_error():
    ((severity, text),) = found([40, 40, 5], KFold(10))
    assert severity == "error"
    assert text.startswith("Class 'class 2' is not in some training set (least 0")


def test_a_class_that_a_held_out_set_lacks_is_a_warning():
    ((severity, text),) = found([60, 8], gn.k_fold(10))
    assert severity == "warning"
    assert "(least 0, mean 0.8)" in text


def test_a_class_of_few_held_out_rows_is_a_note():
    ((severity, text),) = found([60, 20], gn.k_fold(5))
    assert severity == "note"
    assert "fewer than 5 rows" in text


def test_enough_rows_and_leave_one_out_are_silent():
    assert found([60, 30], gn.k_fold(5)) == []
    assert found([30, 10], gn.leave_one_out()) == []
