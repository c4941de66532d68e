import numpy as np
import pytest

import gnomon as gn
from gnomon.experiments.checks.checking import check_methods
from tests.experiments.checks import made


def found(task, **more):
    return check_methods(task, only=["GN005"], **more).findings


def ill():
    return made.frame()["ill"] == "yes"


@pytest.mark.parametrize(
    "column",
    [
        np.where(ill(), 2.5, 0.5),
        np.where(ill(), "treated", "sent home"),
        np.where(ill(), 10.0, 0.0) + np.random.default_rng(0).normal(size=240),
        np.where(ill(), np.random.default_rng(0).normal(size=240), np.nan),
    ],
    ids=["copy", "words", "noisy copy", "missing unless ill"],
)
def test_a_column_made_from_the_classes_is_found_and_priced(column):
    (finding,) = found(made.task(after=column))
    assert finding.severity == "error"
    assert "'after'" in finding.where
    assert finding.cost.careless.value > 0.98
    assert finding.cost.lower > 0.05


def test_a_coarser_version_of_the_classes_is_found():
    codes = np.arange(300) % 3
    task = gn.Task({"x": made.features(300)[:, 0], "is_first": (codes == 0) * 1.0}, list("abc") * 100)
    (finding,) = found(task, cost=False)
    assert "it is a function of the target" in finding.found


@pytest.mark.parametrize("function", [np.log, np.negative, lambda y: (y - 200.0) ** 2], ids=["log", "negative", "square"])
def test_a_function_of_a_numeric_target_is_found(function):
    columns = made.frame()
    target = columns["age"] + 0.5 * columns["dose"] + np.random.default_rng(0).normal(size=240) + 100
    columns |= {"ill": target, "copy": function(target)}
    (finding,) = found(gn.Task.of(columns, "ill"), cost=False)
    assert "'copy'" in finding.where


def test_honest_columns_are_silent_even_where_they_are_good():
    assert found(made.task()) == ()
    assert found(made.regression()) == ()
    for name in ("iris", "wine", "breast-cancer", "diabetes"):
        assert found(gn.load(name), cost=False) == ()


def test_copies_and_groups_of_rows_do_not_make_columns_tell_all():
    random = np.random.default_rng(0)
    for noise in (0.0, 1e-3):
        X = np.repeat(random.normal(size=(100, 4)), 2, axis=0) + noise * random.normal(size=(200, 4))
        labels = np.repeat(random.integers(2, size=100), 2)
        assert found(gn.Task(X, labels), cost=False) == ()
        assert found(gn.Task(X, X[:, 0] + np.repeat(random.normal(size=100), 2)), cost=False) == ()
    who = np.repeat([f"p{n}" for n in range(60)], 5)
    task = gn.Task({"patient": who, "x": random.normal(size=300)}, np.repeat(random.integers(2, size=60), 5))
    assert found(task, cost=False) == ()


def test_a_perfect_column_of_few_rows_is_no_proof():
    assert found(gn.Task({"x": np.arange(12.0)}, [0] * 6 + [1] * 6)) == ()
