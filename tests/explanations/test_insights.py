"""What is worked out with the data at hand is kept in the results file, and is of the run's models."""

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

import gnomon as gn
from gnomon.errors import DataError
from gnomon.experiments.store import Store
from gnomon.explanations.effort import BUDGET, Effort
from gnomon.explanations.insights import NAME, insights
from gnomon.explanations.models_of_run import ModelsOfRun
from gnomon.explanations.plain_values import from_plain, to_plain
from gnomon.features.automatic.default_preparation import without_preparation
from gnomon.sharing.train import features_for


def design(**options):
    learners = [gn.GaussianNB(), gn.RandomForestClassifier(n_estimators=5), gn.Baseline()]
    return gn.Design(gn.load("heart"), learners, gn.k_fold(4), measures="auc", **options)


def test_the_models_trained_again_score_as_those_of_the_run():
    asked = design()
    results = gn.run(asked)
    found = insights(results, asked)["heart"]
    assert {each.learner for each in found.importances} == {
        "GaussianNB",
        "RandomForestClassifier(n_estimators=5)",
    }
    for each in found.importances:
        assert each.score == pytest.approx(
            results.estimate(task="heart", learner=each.learner).value, rel=1e-12
        )


def test_in_a_nested_design_each_split_has_the_setting_that_it_chose():
    learners = [(gn.KNeighborsClassifier(), {"n_neighbors": [1, 5, 61]}), gn.DecisionStump()]
    asked = gn.Design(gn.load("heart"), learners, gn.k_fold(4), inner=gn.k_fold(3))
    results = gn.run(asked)
    for learner in results.learners:
        models = ModelsOfRun(results, asked, "heart", learner)
        for trained in models.trained([0, 2]):
            rows = np.flatnonzero(results.predictions("heart", learner).split == [0, 2][trained.split])
            predicted = results.predictions("heart", learner)
            held_out = asked.tasks["heart"].rows(trained.held_out)
            labels = trained.learner.predict(features_for(trained.learner, held_out))
            assert np.array_equal(labels, predicted.classes[predicted.predicted[rows]])
    best = results.choices("heart", "KNeighborsClassifier")["n_neighbors"].mode().min()
    usual = ModelsOfRun(results, asked, "heart", "KNeighborsClassifier").usual()
    assert without_preparation(usual).n_neighbors == best


def test_what_is_worked_out_is_read_again_from_the_file_without_the_data(tmp_path):
    asked = design()
    first = insights(gn.run(asked, tmp_path / "a.gnomon"), asked)
    again = insights(gn.Results.read(tmp_path / "a.gnomon"))
    assert repr(again) == repr(first)
    assert again["heart"].curve.curve().frame().equals(first["heart"].curve.curve().frame())


def test_a_report_without_refits_trains_nothing_and_a_later_one_does():
    asked = design()
    results = gn.run(asked)
    found = insights(results, asked, refits=False)["heart"]
    assert (found.importances, found.curve) == ((), None)
    assert found.profile.n_rows == found.subgroups.n_rows == 270
    assert insights(results, asked)["heart"].importances
    # What is there is not thrown away.
    assert insights(results, asked, refits=False)["heart"].importances


def test_a_document_of_another_form_is_as_good_as_none(tmp_path):
    asked = design()
    results = gn.run(asked, tmp_path / "a.gnomon")
    for content in ({"form": 0}, [1], {"form": 1, "tasks": [{"task": "heart"}]}, {"form": 1, "tasks": 3}):
        with Store(tmp_path / "a.gnomon") as store:
            store.put_document(results.record.key, NAME, content)
        assert insights(gn.Results.read(tmp_path / "a.gnomon")) == {}


def test_a_learner_that_finishes_later_is_part_of_what_is_worked_out(tmp_path):
    asked = design()
    results = gn.run(asked)
    insights(results, asked)
    (kept,) = results.document(NAME)["tasks"]
    results.store_document(NAME, {"form": 1, "tasks": [{**kept, "finished": ["GaussianNB"]}]})
    assert insights(results, asked)["heart"].finished == tuple(results.learners)


class Forgetful(LogisticRegression):
    """Fails when it is trained for the fifth time."""

    times = 0

    def fit(self, X, y, sample_weight=None):
        Forgetful.times += 1
        if Forgetful.times > 4:
            raise RuntimeError("not again")
        return super().fit(X, y, sample_weight)


def test_what_cannot_be_made_is_reported_and_the_rest_is_there():
    asked = gn.Design(gn.datasets.make_moons(80, random_state=0), Forgetful(), gn.k_fold(4))
    found = insights(gn.run(asked), asked)["moons"]
    assert [each.partition(":")[0] for each in found.left_out] == [
        "feature importance of Forgetful",
        "learning curve of Forgetful",
    ]
    assert found.profile is not None
    assert found.subgroups is not None


@pytest.mark.parametrize("plan", [gn.leave_one_out(), gn.hold_out(0.3), gn.bootstrap(4)])
def test_any_design_has_them(plan):
    asked = gn.Design(gn.load("iris").rows(range(0, 150, 2)), gn.GaussianNB(), plan)
    found = insights(gn.run(asked), asked)["iris"]
    assert found.left_out == ()
    assert found.importances[0].n_rows >= 20
    assert found.curve.rows[-1] > found.curve.rows[0]


def test_the_budget_bounds_what_is_trained_and_predicted_again():
    for seconds in (0.001, 0.5, 3.0, 15.0, 60.0):
        for trained, is_lazy in ((1e3, False), (1e5, True)):
            effort = Effort(seconds, trained / 9, trained, 20, is_lazy)
            n_splits, n_shuffles, n_predicted = effort.for_importance(30)
            assert n_splits * seconds <= BUDGET
            assert n_splits * n_predicted * effort.seconds_per_row(1.0) <= BUDGET * (1 + 1e-9)
            assert n_splits == 0 or n_predicted >= min(100, effort.held_out) * 30 * n_shuffles
            assert effort.for_curve((1.0,)) * seconds <= BUDGET


def test_plain_values_are_taken_only_in_the_form_of_their_class():
    found = gn.profile(gn.load("iris"))
    plain = to_plain(found)
    assert repr(from_plain(gn.preprocessing.Profile, plain)) == repr(found)
    for wrong in ({**plain, "n_rows": "150"}, {**plain, "columns": 3}, {**plain, "more": 1}, {}, None):
        with pytest.raises(DataError):
            from_plain(gn.preprocessing.Profile, wrong)
