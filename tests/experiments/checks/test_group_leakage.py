import numpy as np
import pytest
from sklearn.model_selection import KFold

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic


def patients(n_patients=60, n_visits=5):
    """Noise that is alike within a patient, and a label for each patient by chance."""
    random = np.random.default_rng(4)
    patient = np.repeat(np.arange(n_patients), n_visits)
    X = synthetic.features(n_patients)[patient] + 0.3 * random.normal(size=(len(patient), 5))
    columns = {f"x{place}": X[:, place] for place in range(5)}
    return {**columns, "patient_id": patient, "ill": random.integers(2, size=n_patients)[patient]}


def findings_of(task, **more):
    return check_methodology(task, only=["GN003"], **more).findings


def test_a_column_of_patients_in_shuffled_folds_is_found_with_its_bias_measured():
    (finding,) = findings_of(gn.Task.of(patients(), "ill"))
    assert finding.severity == "warning"
    assert "column 'patient_id'" in finding.message
    assert "60 groups" in finding.message
    assert finding.cost.careful.value < 0.65 < 0.9 < finding.cost.careless.value
    assert finding.cost.lower > 0.1


def test_groups_that_a_foreign_splitter_cuts_are_an_error():
    task = gn.Task.of(patients(), "ill", group="patient_id")
    pairs = list(KFold(5, shuffle=True, random_state=0).split(np.zeros((300, 1))))
    (finding,) = findings_of(task, plan=pairs)
    assert finding.severity == "error"
    assert finding.cost.gain > 0.1


def test_a_group_without_a_telling_name_is_known_by_rows_that_are_alike():
    columns = patients()
    columns["plot"] = [f"plot {n}" for n in columns.pop("patient_id")]
    (finding,) = findings_of(gn.Task.of(columns, "ill"), cost=False)
    assert "column 'plot'" in finding.message


def test_named_groups_and_plain_columns_are_silent():
    assert findings_of(gn.Task.of(patients(), "ill", group="patient_id")) == ()
    assert findings_of(synthetic.task(ward=np.arange(240) % 4)) == ()
    assert findings_of(synthetic.task(years=np.random.default_rng(0).integers(20, 80, size=240))) == ()


def test_of_large_tasks_whole_groups_are_drawn():
    (finding,) = findings_of(gn.Task.of(patients(400), "ill"), cost_rows=500)
    assert "500 of 2,000 rows" in finding.cost.how


def licenses(n_pairs, n_rows=3000):
    """License numbers, some of them twice, and then with the same label."""
    random = np.random.default_rng(2)
    number = np.concatenate([np.arange(n_rows - n_pairs), np.arange(n_pairs)])
    label = random.integers(2, size=n_rows)[number]
    columns = {"license_id": [f"S{each + 10000}" for each in number], "x": random.normal(size=n_rows)}
    return gn.Task.of({**columns, "y": label}, "y")


@pytest.mark.parametrize(
    ("n_pairs", "severity", "share"), [(12, "note", "less than 1 %"), (300, "warning", "18 %")]
)
def test_groups_of_few_rows_are_a_note_as_they_can_bias_little(n_pairs, severity, share):
    (finding,) = findings_of(licenses(n_pairs), cost=False)
    assert finding.severity == severity
    assert f"{share} of the held-out rows" in finding.message
