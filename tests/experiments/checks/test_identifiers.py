import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from tests.experiments.checks import synthetic


def findings_of(task, **more):
    return check_methodology(task, only=["GN006"], **more).findings


def test_row_numbers_and_names_are_found():
    task = synthetic.task(
        number=np.random.default_rng(0).permutation(240) + 1000, who=[f"n{n}" for n in range(240)]
    )
    assert {finding.where for finding in findings_of(task)} == {
        "task 'made', column 'number'",
        "task 'made', column 'who'",
    }
    assert {finding.severity for finding in findings_of(task)} == {"warning"}


def test_free_text_does_not_name_the_rows():
    assert not findings_of(synthetic.task(remark=[f"bird {n} struck the left wing" for n in range(240)]))


def test_a_row_number_in_a_sorted_file_is_an_error_that_has_its_bias_measured():
    columns = synthetic.frame()
    order = np.argsort(columns["ill"], kind="stable")
    columns = {name: np.asarray(values)[order] for name, values in columns.items()}
    (finding,) = findings_of(gn.Task.of({"number": np.arange(240), **columns}, "ill"))
    assert finding.severity == "error"
    assert finding.cost.lower > 0.05


def test_scattered_numbers_need_the_name_of_an_identifier():
    numbers = np.random.default_rng(0).integers(10**9, size=240)
    assert findings_of(synthetic.task(account_id=numbers))[0].code == "GN006"
    assert findings_of(synthetic.task(income=numbers)) == ()


def test_measurements_are_silent():
    assert findings_of(synthetic.task(count=np.arange(240) % 90)) == ()


@pytest.mark.parametrize("n_rows", [30, 40, 60])
def test_numbers_of_rows_tell_nothing_of_a_target_at_random(n_rows):
    random = np.random.default_rng(n_rows)
    errors = 0
    for _ in range(100):
        task = gn.Task(
            {"number": np.arange(n_rows), "x": random.normal(size=n_rows)}, random.integers(2, size=n_rows)
        )
        errors += any(each.severity == "error" for each in findings_of(task, cost=False))
    assert errors <= 1
