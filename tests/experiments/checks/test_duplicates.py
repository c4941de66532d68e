import numpy as np
import pytest
from sklearn.model_selection import KFold

import gnomon as gn
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.duplicates import expected_pairs
from gnomon.experiments.checks.row_keys import row_keys
from tests.experiments.checks import synthetic


def doubled(n_rows=120, **more):
    """Every row of noise there twice, with its label."""
    X = np.tile(synthetic.features(n_rows), (2, 1))
    labels = np.tile(np.random.default_rng(5).integers(2, size=n_rows), 2)
    return gn.Task(X, labels, **more)


def findings_of(task, **more):
    return check_methodology(task, only=["GN001"], **more).findings


def test_duplicates_across_folds_are_an_error_that_has_its_bias_measured():
    (finding,) = findings_of(doubled(), learner=gn.KNeighborsClassifier(1))
    assert finding.severity == "error"
    assert "240 of 240 rows have a duplicate (such as rows 0 and 120)" in finding.message
    # Labels are pure chance: without copies AUC is 0.5, with them nearly 1.
    assert finding.cost.careless.value > 0.8
    assert finding.cost.careful.lower < 0.5 < finding.cost.careful.upper
    assert finding.cost.lower > 0


def test_a_row_number_does_not_hide_duplicates():
    task = doubled()
    columns = {name: task.table.column(name).values for name in task.table.names}
    numbered = gn.Task({"number": np.arange(240), **columns, "patient": np.arange(240) // 3}, task.y)
    (finding,) = findings_of(numbered, cost=False)
    assert "240 of 240 rows have a duplicate" in finding.message
    assert "; apart from 'number' and 'patient')" in finding.message


def test_duplicates_stored_together_are_harmless():
    assert findings_of(doubled(group=np.tile(np.arange(120), 2))) == ()


def test_few_duplicates_are_a_warning():
    X = synthetic.features(200)
    X[:4] = X[4:8]
    (finding,) = findings_of(gn.Task(X, X[:, 0]), cost=False)
    assert finding.severity == "warning"


def test_rows_that_agree_by_chance_are_no_duplicates():
    coarse = np.random.default_rng(0).integers(3, size=(300, 3)).astype(float)
    assert findings_of(gn.Task(coarse, np.arange(300) % 2), cost=False) == ()


def test_expected_pairs_agree_with_a_simulation():
    random = np.random.default_rng(1)
    pairs = []
    for _ in range(200):
        coarse = random.integers(4, size=(60, 3)).astype(float)
        count = np.unique(coarse, axis=0, return_counts=True)[1]
        pairs.append(np.sum(count * (count - 1)) / 2)
    task = gn.Task(coarse, np.zeros(60), kind="regression")
    assert expected_pairs(task) == pytest.approx(np.mean(pairs), rel=0.15)


def test_duplicates_in_sparse_rows_and_in_categories_are_found():
    from scipy import sparse

    X = sparse.random(100, 50, density=0.2, random_state=0, format="csr")
    twice = sparse.vstack([X, X]).tocsr()
    assert len(np.unique(row_keys(gn.Table.of(twice)))) == len(np.unique(row_keys(gn.Table.of(X))))
    columns = {"town": list("abcd") * 20, "n": np.repeat(np.arange(40.0), 2)}
    keys = row_keys(gn.Table.of({name: [*values, *values] for name, values in columns.items()}))
    assert np.array_equal(keys[:80], keys[80:])


def test_splits_of_scikit_learn_are_examined():
    (finding,) = findings_of(doubled(), plan=KFold(2, shuffle=False), cost=False)
    assert "100.0 % of the held-out rows" in finding.message
