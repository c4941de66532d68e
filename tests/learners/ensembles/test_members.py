import numpy as np
import pytest

from gnomon import DecisionStump, DecisionTreeClassifier, GaussianNB, KNeighborsClassifier
from gnomon.errors import DataError
from gnomon.learners.ensembles.members import SharedRows, class_probabilities, require_sample_weight, seeded
from gnomon.sharing.labels import Labels

X = np.random.default_rng(0).normal(size=(60, 3))
Y = np.digitize(X[:, 0] + X[:, 1], [-0.5, 0.5])


@pytest.mark.parametrize("learner", [DecisionStump(), DecisionTreeClassifier(max_depth=3), GaussianNB()])
@pytest.mark.parametrize("twice", [False, True])
def test_weights_of_some_rows_train_what_a_fresh_fit_trains(learner, twice):
    random = np.random.default_rng(1)
    index = random.integers(60, size=50) if twice else random.permutation(60)[:40]
    weight = random.uniform(0.5, 2, len(index))
    shared = SharedRows.of(learner, X, Labels.of(Y), None).rows(index)
    model = shared.fit(learner, weight)
    alone = type(learner)(**learner.get_params()).fit(X[index], Y[index], weight)
    np.testing.assert_allclose(model.predict_proba(X), alone.predict_proba(X), atol=1e-9)


def test_sorted_columns_are_shared_and_summaries_are_not():
    assert SharedRows.of(DecisionStump(), X, Labels.of(Y), None).prepared is not None
    assert SharedRows.of(GaussianNB(), X, Labels.of(Y), None).prepared is None
    assert SharedRows.of(KNeighborsClassifier(), X, Labels.of(Y), None).prepared is None


def test_a_member_may_see_some_columns_only():
    shared = SharedRows.of(DecisionStump(), X, Labels.of(Y), None)
    model = shared.fit_on_sample(DecisionStump(), np.ones(60), np.array([1, 2]))
    assert model.n_features_in_ == 2


def test_classes_that_a_sample_lacks_have_probability_0():
    model = GaussianNB().fit(X[Y != 1], Y[Y != 1])
    proportions = class_probabilities(model, X, 3)
    assert (proportions[:, 1] == 0).all()
    np.testing.assert_allclose(proportions.sum(axis=1), 1)


def test_seeds_of_members_differ_by_number_alone():
    root = np.random.SeedSequence(5)
    one, again, other = (seeded(DecisionTreeClassifier(), root, n).random_state for n in (0, 0, 1))
    assert one == again != other


def test_learners_without_weights_are_refused_where_weights_are_needed():
    with pytest.raises(DataError, match="KNeighborsClassifier takes no sample weights; do this"):
        require_sample_weight("it", KNeighborsClassifier(), "do this")
