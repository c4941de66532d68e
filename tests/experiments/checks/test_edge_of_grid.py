import numpy as np

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.edge_of_grid import at_edge
from tests.experiments.checks import synthetic


def findings_of(**given):
    return check_methodology(**given, only=["GN015"]).findings


def ridge(alphas):
    design = gn.Design(synthetic.regression(), [gn.Ridge(alpha=alpha) for alpha in alphas], gn.k_fold(5))
    return gn.run(design)


def test_a_best_setting_at_the_end_of_those_tried_is_found():
    (finding,) = findings_of(results=ridge([1e3, 1e4, 1e5]))
    assert finding.message == "The best alpha is 1000, the smallest of the 3 values tried (1000 to 100000)."


def test_a_default_value_counts_as_tried():
    (finding,) = findings_of(results=ridge([1.0, 1e4, 1e5]))
    assert "The best alpha is 1," in finding.message


def test_a_best_setting_in_the_middle_is_silent():
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 50))
    task = gn.Task(X, X[:, 0] + random.normal(size=60), kind="regression")
    path = [gn.Ridge(alpha=alpha) for alpha in (1e-6, 30.0, 1e7)]
    assert findings_of(results=gn.resample_each(task, path, gn.k_fold(5))) == ()


def test_choices_of_a_nested_design_are_examined():
    choice = [(gn.Ridge(), {"alpha": [1e5, 1e4, 1e3]})]
    design = gn.Design(synthetic.regression(), choice, gn.k_fold(3), inner=gn.k_fold(3))
    (finding,) = findings_of(results=gn.run(design))
    assert "The best alpha is 1000" in finding.message


def test_only_numbers_with_three_values_have_edges():
    assert at_edge([{"kernel": "rbf"}, {"kernel": "poly"}, {"kernel": "linear"}], [0]) == []
    assert at_edge([{"C": 1}, {"C": 10}], [0]) == []
    assert at_edge([{"p": True}, {"p": False}, {"p": None}], [0]) == []
