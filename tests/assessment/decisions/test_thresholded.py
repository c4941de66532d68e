import numpy as np
import pytest
import skops.io
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

import gnomon as gn
from gnomon.assessment.curves.threshold_counts import threshold_counts
from gnomon.assessment.decisions.thresholded import ThresholdedClassifier
from gnomon.assessment.decisions.thresholds import choose_threshold
from gnomon.errors import DataError, DesignError, ParameterError

UNEQUAL_BY_NATURE = {
    "check_classifiers_train": "the threshold is not at probability 0.5",
    "check_sample_weight_equivalence_on_dense_data": "weights and copies are assigned to other folds",
}


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks(
    [ThresholdedClassifier(GaussianNB(), plan=2)], expected_failed_checks=lambda _: UNEQUAL_BY_NATURE
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def two_gaussians():
    random = np.random.default_rng(0)
    y = np.where(random.random(400) < 0.3, "ill", "well")
    X = random.normal(size=(400, 2)) + (y == "ill")[:, None]
    return gn.Task(X, y, positive="ill")


def test_held_out_labels_have_no_say(two_gaussians):
    task = two_gaussians
    train, held_out = gn.hold_out(0.5).split(task)[0]
    learner = ThresholdedClassifier(LogisticRegression(), criterion="youden", positive="ill")
    flipped = task.y.copy()
    flipped[held_out] = np.where(flipped[held_out] == "ill", "well", "ill")
    other = gn.Task(task.X, flipped, positive="ill")
    result = [gn.resample(each, learner, [(train, held_out)]) for each in (task, other)]
    assert np.array_equal(result[0].predicted, result[1].predicted)
    assert not np.array_equal(result[0].truth, result[1].truth)


def test_the_threshold_is_read_off_scores_of_models_that_have_not_seen_the_row(two_gaussians):
    task, plan = two_gaussians, gn.k_fold(4)
    model = ThresholdedClassifier(LogisticRegression(), cost_miss=5, positive="ill", plan=plan)
    model.fit(task.X, task.y)
    predictions = gn.resample(task, LogisticRegression(), plan)
    ill = predictions.probability[:, 0]
    expected = choose_threshold(predictions.truth == 0, ill, "cost", cost_miss=5)
    assert model.threshold_ == expected.threshold
    assert model.choice_ == expected
    assert model.curve_.frame().equals(threshold_counts(predictions.truth == 0, ill).frame())
    assert np.array_equal(
        model.predict(task.X) == "ill", model.predict_proba(task.X)[:, 0] >= model.threshold_
    )


def test_each_fold_has_its_say_in_the_interval(two_gaussians):
    model = ThresholdedClassifier(LogisticRegression(), criterion="f1", plan=5).fit(
        two_gaussians.X, two_gaussians.y
    )
    low, high = model.threshold_interval_
    assert len(model.fold_thresholds_) == 5
    assert low <= model.threshold_ <= high
    assert low == min(*model.fold_thresholds_, model.threshold_) < high


def test_dear_misses_are_made_rarely_out_of_sample(two_gaussians):
    def missed(**costs):
        learner = ThresholdedClassifier(GaussianNB(), positive="ill", **costs)
        return 1 - gn.resample(two_gaussians, learner, gn.k_fold(5)).score("recall")

    assert missed(cost_miss=20) < 0.05 < missed() < missed(cost_false_alarm=20)


@pytest.mark.parametrize(("criterion", "rate"), [("tpr", "recall"), ("precision", "precision")])
def test_a_target_rate_holds_approximately_on_new_rows(criterion, rate, two_gaussians):
    learner = ThresholdedClassifier(GaussianNB(), criterion=criterion, target=0.8, positive="ill")
    assert gn.resample(two_gaussians, learner, gn.k_fold(10)).score(rate) == pytest.approx(0.8, abs=0.08)


def test_gnomon_learners_and_scikit_learns_choose_the_same(two_gaussians):
    mine, theirs = (
        ThresholdedClassifier(learner).fit(two_gaussians.X, two_gaussians.y)
        for learner in (gn.GaussianNB(), GaussianNB())
    )
    assert mine.threshold_ == pytest.approx(theirs.threshold_)
    assert np.array_equal(mine.predict(two_gaussians.X), theirs.predict(two_gaussians.X))


def test_decisions_serve_where_there_are_no_probabilities(two_gaussians):
    X, y = two_gaussians.X, two_gaussians.y
    for positive, code in (("ill", 0), ("well", 1)):
        model = ThresholdedClassifier(LinearSVC(dual=False), criterion="youden", positive=positive).fit(X, y)
        assert not hasattr(model, "predict_proba")
        side = 1 if code else -1
        assert np.array_equal(
            model.predict(X) == positive, side * model.decision_function(X) >= model.threshold_
        )


def test_pipelines_splitters_weights_and_groups_are_taken(two_gaussians):
    X, y = two_gaussians.X, two_gaussians.y
    weight = np.where(y == "ill", 2.0, 1.0)
    weight[:20] = 0
    pipeline = make_pipeline(StandardScaler(), LogisticRegression())
    model = ThresholdedClassifier(pipeline, plan=StratifiedKFold(3)).fit(X, y, sample_weight=weight)
    assert model.curve_.positives + model.curve_.negatives == weight.sum()
    grouped = ThresholdedClassifier(LogisticRegression(), plan=gn.leave_one_out())
    grouped.fit(X, y, sample_weight=weight, groups=np.arange(400) // 100)
    assert len(grouped.fold_thresholds_) == 4


def test_rows_without_weight_are_no_rows(two_gaussians):
    X, y = two_gaussians.X, two_gaussians.y
    weight = (np.arange(400) % 3 > 0).astype(float)
    weighted = ThresholdedClassifier(LogisticRegression()).fit(X, y, sample_weight=weight)
    unweighted = ThresholdedClassifier(LogisticRegression()).fit(X[weight > 0], y[weight > 0])
    assert weighted.threshold_ == pytest.approx(unweighted.threshold_)


def test_it_survives_a_model_file_that_executes_nothing(two_gaussians):
    model = ThresholdedClassifier(LogisticRegression()).fit(two_gaussians.X, two_gaussians.y)
    file = skops.io.dumps(model)
    back = skops.io.loads(file, trusted=skops.io.get_untrusted_types(data=file))
    assert np.array_equal(back.predict(two_gaussians.X), model.predict(two_gaussians.X))


@pytest.mark.parametrize(
    ("options", "y", "error", "message"),
    [
        ({"criterion": "number", "target": 3}, "ab" * 20, ParameterError, "share"),
        ({"criterion": "tpr"}, "ab" * 20, ParameterError, "needs a target"),
        ({"positive": "c"}, "ab" * 20, ParameterError, "positive is 'c'"),
        ({}, "abc" * 14, DataError, "Only binary"),
        ({}, "a" * 39 + "b", DataError, "1 row"),
        ({}, "a" * 40, DataError, "1 class"),
        ({"plan": [(range(20), range(20, 40))]}, "a" * 20 + "ab" * 10, DesignError, "1 of 2 classes"),
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_what_cannot_be_done_is_refused(options, y, error, message):
    X = np.arange(len(y), dtype=float)[:, None]
    with pytest.raises(error, match=message):
        ThresholdedClassifier(GaussianNB(), **options).fit(X, list(y))


def test_a_learner_without_scores_or_weights_is_refused():
    from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

    X, y = np.arange(20.0)[:, None], [0, 1] * 10

    class Silent(NearestCentroid):
        predict_proba = decision_function = property(lambda self: self.missing)

    with pytest.raises(DesignError, match="neither"):
        ThresholdedClassifier(Silent()).fit(X, y)
    with pytest.raises(DesignError, match="does not support sample weights"):
        ThresholdedClassifier(KNeighborsClassifier()).fit(X, y, sample_weight=np.ones(20))


def test_in_a_task_the_positive_class_is_the_tasks():
    data = gn.load("breast-cancer")
    task = gn.Task(data.X, data.y, positive="benign")
    result = [
        gn.resample(task, ThresholdedClassifier(GaussianNB(), cost_miss=50, **options), gn.k_fold(3))
        for options in ({}, {"positive": "benign"}, {"positive": "malignant"})
    ]
    recalls = [each.score("recall") for each in result]
    assert recalls[0] == recalls[1] > recalls[2]
