import re

import pytest

import gnomon as gn
from gnomon.cli.main import code_of
from gnomon.errors import DataWarning, DesignError
from gnomon.experiments.sealed import vaults_of
from gnomon.experiments.store import Store
from gnomon.experiments.vault import refuse_sealed


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [f"{n % 7},{'abc'[n % 3]},{n * n % 11},{'yes' if n % 7 > 3 else 'no'}" for n in range(100)]
    (tmp_path / "ills.csv").write_text("a,b,c,ill\n" + "\n".join(rows) + "\n")
    return tmp_path


SEAL = ["vault", "seal", "ills.csv", "--target", "ill", "--store", "v.gnomon", "--budget", "1"]
OPEN = ["vault", "open", "ills.csv", "--target", "ill", "--store", "v.gnomon", "--learner"]


def test_rows_are_sealed_and_the_others_written_to_work_on(table, capfd):
    assert code_of(SEAL) == 0
    out = capfd.readouterr().out
    assert "20 of 100 rows" in out
    assert out.endswith("training rows  ills-working.csv\n")
    working = gn.Task.read("ills-working.csv", "ill")
    assert working.n_rows == 80
    with Store("v.gnomon", read_only=True) as store:
        refuse_sealed({"working": working}, store)
        with pytest.raises(DesignError, match="20 of 100"):
            refuse_sealed({"whole": gn.Task.read("ills.csv", "ill")}, store)


def test_a_look_is_shown_counted_and_refused_beyond_the_budget(table, capfd):
    assert code_of(SEAL) == 0
    capfd.readouterr()
    assert code_of([*OPEN, "GaussianNB", "--measure", "log_loss"]) == 0
    assert re.search(r"look 1 of 1 at the sealed rows of 'ills': .*GaussianNB\(\)", capfd.readouterr().out)
    assert code_of([*OPEN, "GaussianNB"]) == 2
    assert "budget" in capfd.readouterr().err
    assert code_of(["vault", "show", "v.gnomon"]) == 0
    assert "1 of 1 looks taken" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("learner", "more"), [("GaussianNB, SVC", []), ("GaussianNB", ["--measure", "acuracy"])]
)
def test_a_slip_of_the_pen_costs_no_look(table, capfd, learner, more):
    assert code_of(SEAL) == 0
    assert code_of([*OPEN, learner, *more]) == 2
    assert code_of(["vault", "show", "v.gnomon"]) == 0
    assert "0 of 1 looks taken" in capfd.readouterr().out


def test_bundled_sets_are_written_with_their_target(table, capfd):
    assert code_of(["vault", "seal", "iris", "--store", "v.gnomon", "--out", "mine.csv"]) == 0
    assert gn.Task.read("mine.csv", "target").n_rows == 120
    assert code_of(["vault", "show", "v.gnomon"]) == 0
    assert "0 looks taken" in capfd.readouterr().out


def test_rows_without_a_target_do_not_shift_the_rows_that_are_written(table, capfd):
    lines = [f"{n},{n % 5},{'' if n % 4 == 0 else 'uv'[n % 2]}" for n in range(80)]
    (table / "gaps.csv").write_text("id,b,y\n" + "\n".join(lines) + "\n")
    seal = ["vault", "seal", "gaps.csv", "--target", "y", "--store", "g.gnomon"]
    assert code_of(seal) == 0
    assert all(line.startswith("gnomon: note: ") for line in capfd.readouterr().err.splitlines())
    working = gn.Task.read("gaps-working.csv", "y")
    assert working.n_rows == 48
    with pytest.warns(DataWarning, match="dropped 20 of 80 rows"):
        whole = gn.Task.read("gaps.csv", "y", lenient=True)
    with Store("g.gnomon", read_only=True) as store:
        (vault,) = vaults_of(store)
    sealed = set(whole.table.column("id").values[vault.sealed])
    assert not sealed & set(working.table.column("id").values)


def test_formulas_are_written_as_they_are_with_a_note(table, capfd):
    rows = [f"{n % 7},{'=1+1' if n % 3 else 'no'},{'uv'[n % 2]}" for n in range(40)]
    (table / "f.csv").write_text("a,b,y\n" + "\n".join(rows) + "\n")
    assert code_of(["vault", "seal", "f.csv", "--target", "y", "--store", "f.gnomon"]) == 0
    assert "'=1+1' and the like would be run as formulas" in capfd.readouterr().err
    assert "=1+1" in (table / "f-working.csv").read_text()


def test_standard_input_cannot_be_sealed(table, capfd):
    assert code_of(["vault", "seal", "-", "--target", "y", "--store", "s.gnomon"]) == 2
    assert "name a file" in capfd.readouterr().err


def test_another_measure_than_the_usual_one_is_explained_unless_it_was_named(table, capfd):
    lines = [f"{n % 7},{'ill' if n % 10 == 0 else 'well'}" for n in range(100)]
    (table / "rare.csv").write_text("a,state\n" + "\n".join(lines) + "\n")
    rare = ["rare.csv", "--target", "state", "--store", "r.gnomon"]
    assert code_of(["vault", "seal", *rare]) == 0
    capfd.readouterr()
    for more, is_explained in (([], True), (["--measure", "accuracy"], False)):
        assert code_of(["vault", "open", *rare, "--learner", "GaussianNB", *more]) == 0
        assert ("One class has 90.0 % of the rows" in capfd.readouterr().err) is is_explained
