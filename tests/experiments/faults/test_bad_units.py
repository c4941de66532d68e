import re

import pytest
from sklearn.naive_bayes import GaussianNB

from gnomon import k_fold
from gnomon.errors import DesignError, GnomonWarning
from gnomon.experiments.design import Design
from gnomon.experiments.run import run
from gnomon.experiments.store import Store
from tests.experiments.faults.faulty import Crashing, Endless, Exiting, Greedy, Quitting, task, units_of

SOUND = {"first": GaussianNB(), "last": GaussianNB(var_smoothing=0.1)}
BAD = {
    "crashing": (Crashing(), r"it ended its worker process \(SIGSEGV\)"),
    "exiting": (Exiting(), "it ended its worker process with exit code 3"),
    "quitting": (Quitting(), "SystemExit: enough"),
    "endless": (Endless(), r"it took longer than unit_seconds=3$"),
    "greedy": (Greedy(), "it needed more than unit_memory=2147483648 bytes"),
    "mistaken": (GaussianNB(priors=[2.0]), "Number of priors"),
}


@pytest.mark.parametrize(
    ("bad", "options"),
    [(BAD, {"workers": 2, "unit_seconds": 3, "unit_memory": 2**31}), ({"mistaken": BAD["mistaken"]}, {})],
    ids=["two processes", "this process"],
)
def test_bad_units_are_stored_with_their_reasons_and_the_rest_is_worked_as_if_they_were_not_there(
    tmp_path, bad, options
):
    path, steps = tmp_path / "a.gnomon", []
    learners = {
        "first": SOUND["first"],
        **{name: each[0] for name, each in bad.items()},
        "last": SOUND["last"],
    }
    design = Design(task(), learners, k_fold(4))
    with pytest.warns(GnomonWarning, match=f"{len(bad)} of {len(learners)} units failed"):
        run(design, path, progress=steps.append, **options)
    assert (steps[-1].done, steps[-1].failed, steps[-1].next) == (len(learners), len(bad), None)
    run(Design(task(), SOUND, k_fold(4)), tmp_path / "sound.gnomon")
    assert units_of(path) == units_of(tmp_path / "sound.gnomon")
    with Store(path, read_only=True) as store:
        failures = store.failures()
    said = {unit.learner: failures[unit.key] for unit in design.units() if unit.key in failures}
    assert set(said) == set(bad)
    for name, (_, reason) in bad.items():
        assert re.match(f"{name} failed on disturbed: ", said[name])
        assert re.search(reason, said[name])


def test_a_unit_that_failed_is_tried_again_by_the_next_run_and_then_no_longer_counts_as_failed(tmp_path):
    path = tmp_path / "a.gnomon"
    learners = {"first": SOUND["first"], "late": Late()}
    Late.is_ready = False
    with pytest.warns(GnomonWarning, match="not yet"):
        run(Design(task(), learners, k_fold(4)), path)
    Late.is_ready = True
    steps = []
    run(Design(task(), learners, k_fold(4)), path, progress=steps.append)
    assert (steps[0].resumed, steps[-1].done, steps[-1].failed) == (1, 2, 0)
    with Store(path, read_only=True) as store:
        assert store.failures() == {}


class Late(GaussianNB):
    is_ready = False

    def fit(self, X, y, sample_weight=None):
        if not Late.is_ready:
            raise RuntimeError("not yet")
        return super().fit(X, y, sample_weight)


def test_a_run_in_which_nothing_could_be_finished_says_why(tmp_path):
    with pytest.raises(DesignError, match=r"every unit failed; the first of 1 errors is: .*priors"):
        run(Design(task(), GaussianNB(priors=[2.0]), k_fold(4)), tmp_path / "a.gnomon")
