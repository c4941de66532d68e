import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier

import gnomon as gn
from gnomon.assessment.measures.facts import find_measure
from gnomon.experiments.checks.corrected_tasks import grouped_by, without
from gnomon.experiments.checks.probe import Probe
from tests.experiments.checks import synthetic

AUC = find_measure("auc")


@pytest.mark.parametrize("n_rows", [10, 1000, 5000])
def test_a_part_has_at_most_so_many_rows_and_whole_units(n_rows):
    probe, unit = Probe(rows=100), np.arange(n_rows) // 7
    plain, whole = probe.part(n_rows), probe.part(n_rows, unit)
    assert len(plain) == min(n_rows, 100)
    assert len(whole) <= 100
    counts = np.bincount(unit[whole], minlength=unit.max() + 1)
    assert set(counts.tolist()) <= {0, *np.bincount(unit).tolist()}


def test_a_unit_larger_than_the_part_is_taken_whole():
    assert len(Probe(rows=5).part(20, np.zeros(20))) == 20


def test_no_cost_is_measured_where_none_is_wanted_or_none_is_defined():
    task = synthetic.task(60)
    assert Probe(is_wanted=False).measure(task, without(["age"]), AUC) is None
    one_group = grouped_by(np.zeros(60))
    assert Probe().measure(task, one_group, AUC) is None


def test_unfitted_ensembles_of_scikit_learn_can_judge():
    task = synthetic.task(60)
    learner = RandomForestClassifier(3)
    first, second = (Probe(learner=learner).measure(task, without(["age"]), AUC) for _ in range(2))
    assert first == second
    assert first.how.startswith("RandomForestClassifier(n_estimators=3")


def test_a_column_that_matters_has_a_bias():
    cost = Probe(learner=gn.LogisticRegression()).measure(synthetic.task(), without(["age"]), AUC)
    assert cost.lower > 0


def test_a_row_number_does_not_hide_the_bias_of_another_pitfall():
    random = np.random.default_rng(0)
    who = np.repeat(random.permutation(60), 4)
    ill = np.sort(random.permutation(np.arange(60) % 2)[who])
    columns = {"nr": np.arange(240), "weight": who + random.normal(0, 0.01, 240), "ill": ill}
    careful = grouped_by(who)
    sorted_rows = Probe().measure(gn.Task.of(columns, "ill"), careful, AUC)
    without_number = Probe().measure(gn.Task.of({**columns, "nr": np.ones(240)}, "ill"), careful, AUC)
    assert sorted_rows.careful.value == pytest.approx(without_number.careful.value, abs=0.05)
    its_own = Probe().measure(gn.Task.of(columns, "ill"), without(["nr"]), AUC, is_of_identifiers=True)
    assert its_own.careless.value > sorted_rows.careful.value + 0.1
