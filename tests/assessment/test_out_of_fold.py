import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import gnomon as gn
from gnomon.assessment.out_of_fold import class_scores, inner_splits, out_of_fold, training_rows
from gnomon.errors import DataError


def test_scores_are_those_that_resample_stores():
    task, plan = gn.load("breast-cancer"), gn.repeated(gn.k_fold(3), times=2)
    rows = training_rows(task.X, task.y)
    for learner in (GaussianNB(), gn.GaussianNB()):
        result = out_of_fold(learner, rows, plan, prefer="probability", code=0)
        predictions = gn.resample(task, learner, plan)
        assert np.array_equal(result.row, predictions.row)
        assert np.array_equal(result.fold, predictions.split)
        assert np.array_equal(result.score, predictions.probability[:, 0])


def test_a_row_never_scores_itself():
    # One nearest neighbor recalls every row it has seen, and labels here are noise.
    random = np.random.default_rng(0)
    X, y = random.normal(size=(200, 2)), random.integers(0, 2, 200)
    result = out_of_fold(gn.KNeighborsClassifier(n_neighbors=1), training_rows(X, y), 5, prefer="probability")
    assert 0.3 < np.mean((result.score > 0.5) == y[result.row]) < 0.7


def test_groups_stay_together():
    group = np.repeat([1, 2, 3], 4)
    splits = inner_splits(training_rows(np.zeros((12, 1)), [0, 1] * 6, group=group), 3)
    assert {tuple(np.unique(group[held_out])) for _, held_out in splits} == {(1,), (2,), (3,)}


def test_folds_are_as_few_as_the_smallest_class_asks_for():
    assert len(inner_splits(training_rows(np.zeros((40, 1)), [0] * 37 + [1] * 3))) == 3
    assert len(inner_splits(training_rows(np.zeros((40, 1)), [0] * 20 + [1] * 20))) == 5


def test_probabilities_of_0_and_1_have_finite_log_odds():
    model = DummyClassifier(strategy="most_frequent").fit([[0.0], [1.0], [2.0]], [0, 1, 1])
    assert np.isfinite(class_scores(model, [[0.0]], "decision")).all()
    assert class_scores(model, [[0.0]], "decision", code=0) < -30


def test_log_odds_keep_apart_what_probabilities_round_to_1():
    class Sure(GaussianNB):
        def predict_proba(self, X):
            doubt = 10.0 ** -np.asarray(X)[:, 0]
            return np.column_stack([doubt, 1 - doubt])

    model = Sure().fit([[0.0], [1.0]], [0, 1])
    X = [[20.0], [30.0]]
    assert np.ptp(class_scores(model, X, "probability")) == 0
    assert class_scores(model, X, "decision") == pytest.approx(np.log(10) * np.array([20, 30]))
    assert class_scores(model, X, "decision", code=0) == pytest.approx(-np.log(10) * np.array([20, 30]))


def test_rows_lose_their_weight_labels_and_groups_together():
    rows = training_rows(np.arange(4.0)[:, None], ["a", "b", "a", "b"], [1, 0, 0.5, 2], ["x", "y", "z", "w"])
    assert rows.X[:, 0].tolist() == [0, 2, 3]
    assert rows.labels.tolist() == ["a", "a", "b"]
    assert rows.group.tolist() == ["x", "z", "w"]


@pytest.mark.parametrize(
    ("y", "weight", "message"),
    [(None, None, "requires y"), ([1, 1, 1], None, "1 class"), ([0, 1, 0], [1, 0, 1], "1 class")],
)
def test_rows_without_two_classes_are_refused(y, weight, message):
    with pytest.raises(DataError, match=message):
        training_rows(np.zeros((3, 1)), y, weight)


def test_a_score_that_is_not_finite_is_refused():
    class Broken(GaussianNB):
        def predict_proba(self, X):
            return np.full((len(X), 2), np.nan)

    model = Broken().fit([[0.0], [1.0]], [0, 1])
    with pytest.raises(DataError, match="nan"):
        class_scores(model, [[0.0]], "probability")
