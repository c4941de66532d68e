"""All that a report tells is in the results file: no data, no design, no rights to write are needed."""

import shutil

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.errors import GnomonWarning
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.vault import open_vault, seal_vault
from gnomon.experiments.vault_log import vault_log


def whole():
    values = np.random.default_rng(0).normal(size=(120, 3))
    return gn.Task(values, np.where(values[:, 0] + values[:, 1] > 0, "yes", "no"), name="whole")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "a.gnomon"
    working = seal_vault(whole(), 0.25, path, budget=3)
    learners = {
        "near": gn.KNeighborsClassifier(),
        "bayes": gn.GaussianNB(),
        "broken": GaussianNB(priors=[2.0]),
    }
    design = gn.Design(working, learners, gn.k_fold(3), inner=gn.k_fold(2), measures=["auc", "accuracy"])
    with pytest.warns(GnomonWarning, match="1 of 3 units failed"):
        results = gn.run(design, path)
    open_vault(whole(), gn.GaussianNB(), path)
    return results, path


@pytest.fixture
def read(made, tmp_path):
    """The same from a copy elsewhere that may only be read."""
    path = tmp_path / "copy.gnomon"
    shutil.copyfile(made[1], path)
    path.chmod(0o444)
    return gn.Results.read(path), path


def test_leaderboard_ledger_and_choices(made, read):
    results, _ = made
    again, _ = read
    assert again.record == results.record
    assert again.leaderboard().equals(results.leaderboard())
    assert again.ledger(draws=20).equals(results.ledger(draws=20))
    assert again.choices().equals(results.choices())
    assert again.versions() == results.versions()


def test_failures(read):
    (failure,) = read[0].failures()
    assert failure.learner == "broken"
    assert "priors" in failure.error


def test_findings_of_all_checks_that_need_no_data(made, read):
    again, before = (check_methodology(results=each) for each in (read[0], made[0]))
    assert again.made == before.made
    assert {"GN011", "GN015", "GN016"} <= set(again.made)
    assert again.findings == before.findings
    assert again.left_out == before.left_out


def test_seals_and_looks(read):
    for source in read:
        log = vault_log(source)
        assert [vault.name for vault in log.vaults] == ["whole"]
        assert [(look.number, look.learner) for look in log.looks] == [(1, "GaussianNB()")]
        assert log.frame()["budget"].tolist() == [3]
