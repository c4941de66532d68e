"""The error tier on targets drawn by lot. The long form, with the rates: python -m benchmarks.checks."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import random_targets


def errors(report):
    return [
        f"{each.code} {each.where}: {each.message}" for each in report.findings if each.severity == "error"
    ]


@pytest.mark.parametrize("n_rows", [30, 40, 60])
def test_of_tables_with_a_target_at_random_hardly_one_has_an_error(n_rows):
    random = np.random.default_rng(n_rows)
    found = [
        errors(check_methodology(random_targets.task(n_rows, kind, random), cost=False))
        for _ in range(12)
        for kind in random_targets.KINDS
    ]
    assert sum(map(bool, found)) <= 1, found


def test_plain_runs_on_a_target_at_random_have_no_error():
    random = np.random.default_rng(0)
    for _ in range(6):
        X, y = random.normal(size=(60, 4)), random.random(60) < 0.25
        learners = [gn.RandomForestClassifier(20), gn.GaussianNB(), gn.DecisionTreeClassifier(max_depth=3)]
        design = gn.Design(gn.Task(X, y), learners, gn.k_fold(5), measures="accuracy")
        assert errors(check_methodology(design=design, results=gn.run(design), cost=False)) == []
