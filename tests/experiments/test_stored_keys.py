"""What is stored is found by its contents: by nothing less, and under any name."""

import numpy as np
import pytest
from sklearn.model_selection import LeaveOneOut

import gnomon as gn
from gnomon.errors import GnomonError


def half_distance(a, b):
    return float(np.abs(a - b).sum() / 2)


@pytest.fixture
def moons():
    return gn.datasets.make_moons(60, random_state=0)


def test_parts_of_splits_are_reported_apart_in_one_store(tmp_path, moons):
    splits = gn.k_fold(6).split(moons)
    store = tmp_path / "parts.gnomon"
    first = gn.run(gn.Design(moons, gn.GaussianNB(), splits[:3]), store).predictions()
    second = gn.run(gn.Design(moons, gn.GaussianNB(), splits[3:]), store).predictions()
    assert np.unique(first.split).tolist() == [0, 1, 2]
    assert np.unique(second.split).tolist() == [3, 4, 5]


def test_the_same_rows_cut_by_another_method_keep_their_own_interval(tmp_path, moons):
    store = tmp_path / "methods.gnomon"
    by_name = gn.run(gn.Design(moons, gn.GaussianNB(), gn.leave_one_out()), store).estimate("accuracy")
    by_rows = gn.run(gn.Design(moons, gn.GaussianNB(), LeaveOneOut()), store).estimate("accuracy")
    assert by_name.method == "wilson"
    alone = gn.run(gn.Design(moons, gn.GaussianNB(), LeaveOneOut())).estimate("accuracy")
    assert by_rows == alone


def test_a_run_resumed_under_other_names_can_be_read(tmp_path, moons):
    store, plan = tmp_path / "names.gnomon", gn.repeated(gn.k_fold(3), times=3)

    def stop(progress):
        if progress.done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gn.run(gn.Design(moons, {"old": gn.GaussianNB()}, plan), store, progress=stop)
    results = gn.run(gn.Design(moons, {"new": gn.GaussianNB()}, plan), store)
    assert results.leaderboard()["learner"].tolist() == ["new"]


def test_a_function_as_parameter_has_a_name_that_lasts(tmp_path, moons):
    learner = gn.KNeighborsClassifier(3, metric=half_distance)
    plan = gn.repeated(gn.k_fold(3), times=2)
    one, two = (gn.run(gn.Design(moons, learner, plan), workers=n) for n in (1, 2))
    assert one.learners == two.learners
    assert " at 0x" not in one.learners[0]
    assert one.leaderboard()["value"].equals(two.leaderboard()["value"])


def test_a_learner_that_predicts_nan_is_refused_by_row(moons):
    class Broken(gn.BaselineRegressor):
        """Predicts nothing for one row."""

        def predict(self, X):
            found = super().predict(X)
            found[1] = np.nan
            return found

    task = gn.datasets.make_noisy_polynomial(40, random_state=0)
    with pytest.raises(GnomonError, match="predicts nan for row"):
        gn.resample(task, Broken(), gn.k_fold(4))


def test_verdicts_are_given_at_the_level_asked_for(moons):
    results = gn.run(gn.Design(moons, [gn.GaussianNB(), gn.DecisionStump()], gn.k_fold(5)))
    found = [each.comparison for each in results.standings("accuracy", level=0.5) if each.comparison]
    assert [each.level for each in found] == [0.5]


@pytest.mark.parametrize("wrong", [None, 1.5, "0", True])
def test_a_seed_that_could_not_be_resumed_by_is_refused(wrong, moons):
    with pytest.raises(GnomonError, match="random_state"):
        gn.Design(moons, gn.GaussianNB(), gn.k_fold(3), random_state=wrong)
    assert gn.Design(moons, gn.GaussianNB(), gn.k_fold(3), random_state=np.int64(3)).random_state == 3
