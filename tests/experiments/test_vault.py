import threading

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import gnomon as gn
from gnomon.errors import DataError, DesignError, GnomonError, ParameterError
from gnomon.experiments import vault as vault_module
from gnomon.experiments.sealed import vaults_of
from gnomon.experiments.store import Store
from gnomon.experiments.vault import open_vault, refuse_sealed, seal_vault
from gnomon.experiments.vault_log import vault_log


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.gnomon"


@pytest.fixture
def moons():
    return gn.datasets.make_moons(100, random_state=0)


def test_sealed_and_working_rows_share_out_the_task(path, moons):
    working = seal_vault(moons, 0.3, path)
    with Store(path, read_only=True) as store:
        (vault,) = vaults_of(store)
    assert sorted([*vault.sealed, *vault.train]) == list(range(100))
    assert working.fingerprint == moons.rows(vault.train).fingerprint == vault.working
    assert len(vault.sealed) == 30


def test_a_look_gives_what_training_outside_and_predicting_inside_gives(path, moons):
    seal_vault(moons, 0.3, path)
    look = open_vault(moons, gn.GaussianNB(), path)
    with Store(path, read_only=True) as store:
        (vault,) = vaults_of(store)
    fitted = gn.GaussianNB().fit(moons.X[vault.train], moons.y[vault.train])
    assert np.array_equal(look.predictions.row, vault.sealed)
    assert np.allclose(look.predictions.probability, fitted.predict_proba(moons.X[vault.sealed]))
    assert look.estimate("accuracy").value == fitted.score(moons.X[vault.sealed], moons.y[vault.sealed])


def test_every_look_is_counted_with_its_time_and_learner(path, moons):
    seal_vault(moons, 0.2, path)
    looks = [
        open_vault(moons, learner, path) for learner in (gn.GaussianNB(), gn.SVC(C=3.0), gn.GaussianNB())
    ]
    assert [look.number for look in looks] == [1, 2, 3]
    frame = vault_log(path).frame()
    assert frame["learner"].tolist() == ["GaussianNB()", "SVC(C=3.0)", "GaussianNB()"]
    assert frame["value"].tolist() == [look.estimate().value for look in looks]
    assert frame["at"].tolist() == [look.at for look in looks]
    assert frame["value"][0] == frame["value"][2]
    assert str(vault_log(path)).count("look ") == 3


def test_the_log_is_found_from_results_too(path, moons):
    working = seal_vault(moons, 0.2, path)
    results = gn.run(gn.Design(working, gn.GaussianNB(), gn.k_fold(3)), path)
    open_vault(moons, gn.GaussianNB(), path)
    assert vault_log(results).frame("log_loss")["measure"].tolist() == ["log_loss"]


def test_a_budget_is_stored_and_the_way_out_is_reported(path, moons):
    seal_vault(moons, 0.2, path, budget=1)
    open_vault(moons, gn.GaussianNB(), path)
    with pytest.raises(DesignError, match=r"budget .* is exhausted .*gnomon vault show"):
        open_vault(moons, gn.GaussianNB(), path)
    assert len(vault_log(path).looks) == 1


def test_a_budget_holds_against_two_who_look_at_once(path, moons, monkeypatch):
    seal_vault(moons, 0.2, path, budget=1)
    judged, both = vault_module._evaluated, threading.Barrier(2)

    def judged_together(*given, **options):
        found = judged(*given, **options)
        both.wait(timeout=30)
        return found

    monkeypatch.setattr(vault_module, "_evaluated", judged_together)
    outcomes = []

    def look():
        try:
            outcomes.append(open_vault(moons, gn.GaussianNB(), path).number)
        except DesignError as error:
            outcomes.append(str(error))

    threads = [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(map(type, outcomes), key=str) == [int, str]
    assert [vault.looks for vault in vault_log(path).vaults] == [1]


def test_a_look_that_fails_shows_nothing_and_is_not_counted(path, moons):
    seal_vault(moons, 0.2, path, budget=1)
    with pytest.raises(GnomonError):
        open_vault(moons, gn.Ridge(), path)
    assert vault_log(path).vaults[0].looks == 0
    assert open_vault(moons, gn.GaussianNB(), path).number == 1


def test_random_learners_show_the_same_in_every_look_with_one_seed(path, moons):
    seal_vault(moons, 0.3, path)
    learner = DecisionTreeClassifier(splitter="random", max_depth=3)
    first, again, other = (
        open_vault(moons, learner, path, random_state=seed).predictions.probability for seed in (0, 0, 1)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_sealing_again_gives_the_same_rows_and_other_wishes_are_refused(path, moons):
    first = seal_vault(moons, 0.2, path, budget=2)
    assert seal_vault(moons, 0.2, path, budget=2).fingerprint == first.fingerprint
    for share, more in ((0.3, {"budget": 2}), (0.2, {"budget": 3}), (0.2, {"budget": 2, "random_state": 1})):
        with pytest.raises(DesignError, match=r"sealed in .* already"):
            seal_vault(moons, share, path, **more)


def test_rows_that_a_run_has_seen_cannot_be_sealed_in_its_store(path, moons):
    gn.run(gn.Design(moons, gn.GaussianNB(), gn.k_fold(3)), path)
    with pytest.raises(DesignError, match="none of them is unseen"):
        seal_vault(moons, 0.2, path)


def test_groups_stay_together_and_the_latest_rows_can_be_sealed(path):
    values = np.random.default_rng(0).normal(size=(60, 2))
    grouped = gn.Task(values, values[:, 0] > 0, group=np.arange(60) // 5, name="grouped")
    working = seal_vault(grouped, 0.25, path)
    with Store(path, read_only=True) as store:
        inside = set(grouped.group[vaults_of(store)[0].sealed])
    assert not inside & set(working.group)
    timed = gn.Task(values, values[:, 0] > 0, time=np.arange(60), name="timed")
    assert seal_vault(timed, gn.hold_out(0.5, chronological=True), path).time.max() == 29


@pytest.mark.parametrize(
    ("share", "more", "error", "said"),
    [
        (0.0, {}, ParameterError, "share"),
        (1.5, {}, ParameterError, "share"),
        (gn.k_fold(3), {}, DesignError, "3 splits"),
        (0.2, {"budget": 0}, ParameterError, "budget"),
        (0.2, {"budget": True}, ParameterError, "budget"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(path, moons, share, more, error, said):
    with pytest.raises(error, match=said):
        seal_vault(moons, share, path, **more)
    assert not path.exists() or not vault_log(path).vaults


def test_what_is_no_task_or_was_not_sealed_is_refused(path, moons):
    with pytest.raises(DataError, match="Task"):
        seal_vault([[1.0]], 0.2, path)
    seal_vault(moons, 0.2, path)
    with pytest.raises(DesignError, match="is not sealed in"):
        open_vault(gn.load("iris"), gn.GaussianNB(), path)


def refused(task, path):
    with Store(path, read_only=True) as store:
        try:
            refuse_sealed({"given": task}, store)
        except DesignError as error:
            return str(error)
    return ""


def test_tasks_with_sealed_rows_are_refused_by_their_contents(path, moons):
    working = seal_vault(moons, 0.2, path)
    with Store(path, read_only=True) as store:
        sealed = vaults_of(store)[0].sealed
    assert refused(working, path) == ""
    assert refused(working.rows(np.arange(50)[::-1]), path) == ""
    assert refused(gn.load("iris"), path) == ""
    assert "(20 of 100, the first" in refused(moons, path)
    renamed = gn.Task(moons.table, moons.y == moons.y[0], name="other")
    assert "(20 of 100, the first" in refused(renamed, path)
    assert f"row {sealed[0]})" in refused(moons, path)
    assert "(1 of 31, the first is row 30)" in refused(moons.rows([*vault_train(path)[:30], sealed[3]]), path)


def vault_train(path):
    with Store(path, read_only=True) as store:
        return vaults_of(store)[0].train


def test_rows_that_are_alike_are_counted_not_confused(path):
    rows = np.repeat([[0.0], [1.0], [2.0]], 20, axis=0)
    task = gn.Task(rows, np.tile([0, 1], 30), name="alike")
    working = seal_vault(task, 0.25, path)
    assert refused(working, path) == ""
    assert refused(working.rows(np.arange(working.n_rows)[::-1]), path) == ""
    assert "(15 of 60, the first" in refused(task, path)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_design_with_sealed_rows_is_refused_before_anything_is_worked_or_stored(path, moons, workers):
    working = seal_vault(moons, 0.2, path)
    design = gn.Design(moons, gn.GaussianNB(), gn.k_fold(3))
    with pytest.raises(DesignError, match="20 of 100"):
        gn.run(design, path, workers=workers)
    with Store(path, read_only=True) as store:
        assert store.designs() == []
    assert gn.run(gn.Design(working, gn.GaussianNB(), gn.k_fold(3)), path).leaderboard()["value"][0] > 0.5
