import numpy as np

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic

RARE = gn.Task(synthetic.features(300), np.where(np.arange(300) < 30, "ill", "well"), name="rare")


def findings_of(**given):
    return check_methodology(**given, only=["GN012"]).findings


def test_accuracy_of_a_rare_class_is_a_warning_with_figures():
    design = gn.Design(RARE, [gn.GaussianNB()], gn.k_fold(5), measures="accuracy")
    (finding,) = findings_of(design=design, results=gn.run(design))
    assert finding.severity == "warning"
    assert "90.0 % of the rows" in finding.message
    assert "and balanced accuracy" in finding.message


def test_results_alone_are_enough():
    (finding,) = findings_of(results=gn.resample(RARE, gn.GaussianNB(), gn.k_fold(5)), measure="error")
    assert finding.severity == "warning"


def test_a_task_whose_measure_is_still_open_is_a_note():
    assert [finding.severity for finding in findings_of(task=RARE)] == ["note"]


def test_other_measures_and_even_classes_are_silent():
    assert findings_of(task=RARE, measure="auc") == ()
    assert findings_of(task=synthetic.task(), measure="accuracy") == ()
    assert findings_of(task=synthetic.regression()) == ()
