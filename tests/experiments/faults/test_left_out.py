import json

import pytest
from sklearn.naive_bayes import GaussianNB

from gnomon import Results, k_fold
from gnomon.cli.main import code_of
from gnomon.errors import DesignError, GnomonWarning
from gnomon.experiments.design import Design
from gnomon.experiments.run import run
from tests.experiments.faults.faulty import task

LEARNERS = {"sound": GaussianNB(), "broken": GaussianNB(priors=[2.0])}


def test_a_leaderboard_leaves_out_who_failed_and_the_results_say_why(tmp_path):
    with pytest.warns(GnomonWarning, match="1 of 2 units failed"):
        run(Design(task(), LEARNERS, k_fold(4)), tmp_path / "a.gnomon")
    results = Results.read(tmp_path / "a.gnomon")
    assert results.leaderboard()["learner"].tolist() == ["sound"]
    (failure,) = results.failures()
    assert (failure.task, failure.learner, failure.start, failure.stop) == ("disturbed", "broken", 0, 4)
    assert "Number of priors" in failure.error
    assert results.report(tmp_path / "a.html").exists()


def test_a_task_on_which_nobody_got_through_says_so_and_the_others_are_ranked():
    both = [task(), task().rows(range(40))]
    with pytest.warns(GnomonWarning, match="1 of 2 units failed"):
        results = run(Design(both, {"picky": Picky()}, k_fold(4)))
    large, small = results.tasks
    with pytest.raises(DesignError, match="too few rows"):
        results.standings(task=small)
    assert results.standings(task=large)[0].learner == "picky"


class Picky(GaussianNB):
    def fit(self, X, y, sample_weight=None):
        if len(X) < 40:
            raise ValueError("too few rows")
        return super().fit(X, y, sample_weight)


def test_a_nested_design_leaves_out_who_failed():
    design = Design(task(), LEARNERS, k_fold(3), inner=k_fold(3))
    with pytest.warns(GnomonWarning, match="1 of 2 units failed"):
        results = run(design)
    assert set(results.ledger(draws=20)["learner"]) == set(results.choices()["learner"]) == {"sound"}


@pytest.mark.filterwarnings("default")
def test_the_command_line_notes_who_failed(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    learners = "GaussianNB, GaussianNB(priors=[0.5])"
    assert code_of(["compare", "iris", "--learners", learners, "--json", "--folds", "3"]) == 0
    out, err = capfd.readouterr()
    document = json.loads(out)
    assert [line["learner"] for line in document["tasks"][0]["leaderboard"]] == ["GaussianNB"]
    assert "3 of 6 units failed" in err
