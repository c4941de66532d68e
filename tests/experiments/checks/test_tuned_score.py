import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic

RANDOM = np.random.default_rng(0)
NOISE = gn.Task(RANDOM.normal(size=(100, 10)), RANDOM.integers(2, size=100), name="noise")
TREES = [
    gn.DecisionTreeClassifier(max_depth=depth, max_features=3, random_state=seed)
    for depth in (2, 4)
    for seed in range(10)
]


def test_the_best_of_many_settings_on_noise_is_found_and_its_luck_priced():
    results = gn.resample_each(NOISE, TREES, gn.k_fold(5))
    (finding,) = check_methodology(results=results, measure="accuracy", only=["GN010"]).findings
    assert finding.severity == "warning"
    assert "the best of 20 settings of DecisionTreeClassifier" in finding.message
    best = max(each.score("accuracy") for each in results)
    assert finding.cost.careless.value == pytest.approx(best)
    assert finding.cost.careful.value < best
    assert finding.cost.gain == pytest.approx(best - finding.cost.careful.value)


def test_results_and_designs_say_the_same_of_their_settings():
    design = gn.Design(synthetic.task(), [gn.SVC(C=C) for C in (0.1, 1, 10)], gn.k_fold(3))
    planned = check_methodology(design=design, only=["GN010"], cost=False).findings
    done = check_methodology(results=gn.run(design), only=["GN010"], cost=False).findings
    assert "3 hyperparameter settings of SVC" in planned[0].message
    assert "3 settings of SVC" in done[0].message


def test_two_settings_are_a_note():
    design = gn.Design(synthetic.task(), [gn.SVC(), gn.SVC(C=10)], gn.k_fold(3))
    assert [finding.severity for finding in check_methodology(design=design, only=["GN010"]).findings] == [
        "note"
    ]


def test_inner_splits_and_unlike_learners_are_silent():
    nested = gn.Design(synthetic.task(), [(gn.SVC(), {"C": [0.1, 1, 10]})], gn.k_fold(3), inner=gn.k_fold(3))
    plain = gn.Design(synthetic.task(), [gn.SVC(), gn.GaussianNB()], gn.k_fold(3))
    for design in (nested, plain):
        assert check_methodology(design=design, results=gn.run(design), only=["GN010"]).is_clean
