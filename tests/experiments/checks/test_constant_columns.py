import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.constant_columns import constant_in
from tests.experiments.checks import synthetic


def findings_of(task):
    return check_methodology(task, only=["GN019"]).findings


@pytest.mark.parametrize("value", [7.5, "Ulm", True], ids=["number", "word", "truth"])
def test_a_column_with_one_value_is_a_note(value):
    (finding,) = findings_of(synthetic.task(site=[value] * 240))
    assert finding.severity == "note"
    assert finding.where == "task 'made', column 'site'"


def test_several_are_named_in_one_finding():
    (finding,) = findings_of(synthetic.task(site=["Ulm"] * 240, year=[1997] * 240))
    assert "'site' and 'year'" in finding.message


def test_columns_that_differ_or_have_gaps_are_silent():
    assert findings_of(synthetic.task(last=[*[0.0] * 239, 1.0], gap=[*[1.0] * 239, np.nan])) == ()


def test_columns_of_a_sparse_table_without_an_entry_are_found():
    from scipy import sparse

    X = sparse.random(50, 4, density=0.5, random_state=0, format="lil")
    X[:, 2] = 0
    assert constant_in(gn.Task(X.tocsr(), np.arange(50) % 2)) == ["x2"]
