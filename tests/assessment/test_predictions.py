import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LinearRegression, LogisticRegression, Perceptron
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from gnomon import registry
from gnomon.assessment.design import SplitDesign
from gnomon.assessment.measures import find_measure
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import hold_out, k_fold, leave_one_out, repeated
from gnomon.data.task import Task
from gnomon.errors import DataError, DesignError, ParameterError

generator = np.random.default_rng(0)
X = generator.normal(size=(60, 3))
colors = np.array(["blue", "green", "red"])[np.argmax(X + generator.normal(size=X.shape), axis=1)]
binary = Task(X, np.where(X[:, 0] + generator.normal(size=60) > 0, "yes", "no"), name="binary")
three = Task(X, colors, name="three", weight=generator.random(60), group=np.arange(60) // 3)
numbers = Task(X, X @ [1.0, 2.0, 3.0], kind="regression", name="numbers")
cases = [
    (binary, LogisticRegression(C=2)),
    (binary, Perceptron()),
    (three, LogisticRegression()),
    (three, SVC()),
    (numbers, LinearRegression()),
]


def assert_same(a, b):
    assert (a.task_name, a.learner, a.setting, a.design, a.splits) == (
        b.task_name,
        b.learner,
        b.setting,
        b.design,
        b.splits,
    )
    pd.testing.assert_frame_equal(a.to_pandas(), b.to_pandas())
    assert np.array_equal(a.train_sizes, b.train_sizes)
    assert a.positive == b.positive


@pytest.mark.parametrize(("task", "learner"), cases)
def test_bytes_give_back_the_same_predictions(task, learner):
    first = resample(task, learner, repeated(k_fold(3), times=2))
    again = Predictions.from_bytes(first.to_bytes())
    assert_same(first, again)
    assert again.to_bytes() == first.to_bytes()


@given(st.integers(1, 30), st.integers(2, 5), st.booleans(), st.integers(0, 2**32))
def test_bytes_give_back_any_arrays_to_the_last_bit(n_rows, n_classes, with_weight, seed):
    random = np.random.default_rng(seed)
    first = Predictions(
        task_name="any é",
        learner="Any",
        setting={"C": float(random.random()), "kernel": None},
        kind="classification",
        design=SplitDesign("hold-out", 1, 1, True, False, int(random.integers(2**62)) * 2**60, 99),
        splits="f00d",
        split=np.zeros(n_rows, dtype=np.int32),
        row=random.permutation(99)[:n_rows],
        truth=random.integers(n_classes, size=n_rows).astype(np.int32),
        predicted=random.integers(n_classes, size=n_rows).astype(np.int32),
        train_sizes=np.array([99 - n_rows]),
        probability=random.dirichlet(np.ones(n_classes), n_rows),
        weight=random.random(n_rows) if with_weight else None,
        classes=np.array([f"class {k}" for k in range(n_classes)]),
        positive="class 1" if n_classes == 2 else None,
    )
    again = Predictions.from_bytes(first.to_bytes())
    assert_same(again, first)
    assert np.array_equal(again.probability, first.probability)
    assert (again.weight is None) == (not with_weight)


@pytest.mark.parametrize(
    "labels", [["a", "b"], [0, 1], [True, False], [-1.0, 2.0], np.array(["x", "yy"], dtype=object)]
)
def test_classes_of_any_kind_come_back_as_they_were(labels):
    y = np.asarray(labels)[np.arange(20) % 2]
    task = Task(X[:20], y, kind="classification")
    first = resample(task, LogisticRegression(), hold_out(0.5))
    again = Predictions.from_bytes(first.to_bytes())
    assert again.classes.dtype == first.classes.dtype
    assert again.classes.tolist() == first.classes.tolist()
    assert again.positive == first.positive


@pytest.mark.parametrize(("task", "learner"), cases)
def test_repeats_put_together_in_any_order_are_the_whole(task, learner):
    splits = repeated(k_fold(3), times=2).split(task)
    whole = resample(task, learner, splits)
    parts = [resample(task, learner, splits[3:]), resample(task, learner, splits[:3])]
    assert_same(Predictions.concat(parts), whole)


def test_predictions_that_do_not_belong_together_are_not_put_together():
    splits = k_fold(3).split(binary)
    first, second = (resample(binary, LogisticRegression(C=C), splits[:1]) for C in (1, 2))
    with pytest.raises(DesignError, match="differ in setting"):
        Predictions.concat([first, second])
    with pytest.raises(DesignError, match="each split once"):
        Predictions.concat([first, first])
    with pytest.raises(DesignError, match="at least one"):
        Predictions.concat([])


@given(st.integers(2, 6))
def test_the_score_is_the_mean_over_splits(k):
    predictions = resample(numbers, LinearRegression(), k_fold(k))
    frame = predictions.to_pandas()
    by_hand = ((frame.truth - frame.predicted) ** 2).groupby(frame.split).mean()
    assert np.allclose(predictions.per_split("mean_squared_error"), by_hand)
    assert np.isclose(predictions.score("mean_squared_error"), by_hand.mean())


def test_leave_one_out_is_scored_over_all_rows_with_their_weights():
    weighted = Task(X, colors, weight=three.weight)
    predictions = resample(weighted, GaussianNB(), leave_one_out())
    frame = predictions.to_pandas()
    expected = np.average(frame.truth == frame.predicted, weights=frame.weight)
    assert np.isclose(predictions.score("accuracy"), expected)
    assert len(predictions.per_split("accuracy")) == 60


def test_ranking_rows_by_sixty_different_models_is_refused():
    predictions = resample(binary, GaussianNB(), leave_one_out())
    with pytest.raises(DesignError, match="use k_fold"):
        predictions.score("auc")
    with pytest.raises(DesignError, match="split 0"):
        predictions.per_split("auc")


def test_auc_is_of_the_positive_class_and_the_same_for_either_choice():
    y = binary.y
    for learner in (LogisticRegression(), Perceptron()):
        yes, no = (
            resample(Task(X, y, positive=label), learner, hold_out(0.4)).score("auc")
            for label in ("yes", "no")
        )
        assert np.isclose(yes, no)
        assert yes > 0.5


def test_a_measure_that_does_not_fit_is_refused_with_the_reason():
    labels_only = resample(binary, Perceptron(), k_fold(3))
    with pytest.raises(DesignError, match="Perceptron has none"):
        labels_only.score("log_loss")
    with pytest.raises(DesignError, match="'binary' is classification"):
        labels_only.score("mean_squared_error")
    numbers_only = resample(numbers, LinearRegression(), k_fold(3))
    with pytest.raises(DesignError, match="classification measure"):
        numbers_only.score("accuracy")


def test_labels_are_stored_as_small_codes():
    predictions = resample(binary, LogisticRegression(), k_fold(3))
    assert predictions.truth.dtype == predictions.predicted.dtype == predictions.split.dtype == np.int32
    assert predictions.probability.dtype == np.float64


def test_the_frame_has_a_line_a_prediction_with_labels_and_probabilities():
    frame = resample(three, LogisticRegression(), k_fold(3)).to_pandas()
    assert len(frame) == 60
    assert set(frame.truth) == {"blue", "green", "red"}
    columns = [f"probability of {color}" for color in ("blue", "green", "red")]
    assert np.allclose(frame[columns].sum(axis=1), 1)
    assert frame.fold.tolist() == frame.split.tolist()


@pytest.mark.parametrize(("task", "learner"), cases[:4])
def test_tables_of_splits_are_counted_once_and_serve_every_measure_of_labels(task, learner):
    predictions = resample(task, learner, repeated(k_fold(3), times=2))
    n_classes = len(predictions.classes)
    assert predictions.tables.shape == (6, n_classes, n_classes)
    assert predictions.tables is predictions.tables
    names = [n for n in registry.measures if find_measure(n).of_table and n != "expected_cost"]
    names = [n for n in names if n_classes == 2 or not find_measure(n).of_positive]
    frame = predictions.measure_many(names)
    assert frame.shape == (6, len(names))
    assert frame.index.tolist() == list(range(6))
    for name in names:
        measure = find_measure(name)
        truth, labels = predictions.measure_inputs(measure)
        for split in range(6):
            at = predictions.split == split
            weight = None if predictions.weight is None else predictions.weight[at]
            assert np.isclose(frame[name][split], measure(truth[at], labels[at], weight)), name


def test_measures_of_many_kinds_come_in_one_frame():
    predictions = resample(binary, LogisticRegression(), k_fold(3))
    frame = predictions.measure_many(["accuracy", "f_beta(beta=2)", "auc", "log_loss"])
    assert frame.columns.tolist() == ["accuracy", "f_beta(beta=2)", "auc", "log_loss"]
    for name in frame:
        assert np.array_equal(frame[name], predictions.per_split(name))


def test_more_cells_than_can_be_cached_are_made_split_by_split(monkeypatch):
    whole = resample(three, GaussianNB(), k_fold(4))
    cached = whole.measure_many(["f1_macro", "mcc"])
    monkeypatch.setattr("gnomon.assessment.predictions._MAX_CELLS", 8)
    again = Predictions.from_bytes(whole.to_bytes())
    assert np.array_equal(again.measure_many(["f1_macro", "mcc"]), cached)
    assert "tables" not in again.__dict__


def test_a_thousand_classes_in_many_splits_are_measured():
    y = np.arange(6000) % 1000
    task = Task(y[:, None].astype(float), y, kind="classification")
    predictions = resample(task, KNeighborsClassifier(1), k_fold(2))
    assert predictions.tables.shape == (2, 1000, 1000)
    assert predictions.score("f1_macro") == predictions.score("accuracy") == 1.0


def test_a_split_without_weight_is_named():
    weight = np.where(np.arange(60) < 20, 0.0, 1.0)
    folds = np.arange(60).reshape(3, 20)
    pairs = [(np.setdiff1d(np.arange(60), rows), rows) for rows in folds]
    predictions = resample(Task(X, binary.y, weight=weight, name="binary"), GaussianNB(), pairs)
    for name in ("accuracy", "f1", "auc", "log_loss"):
        with pytest.raises(DesignError, match="split 0"):
            predictions.per_split(name)


def test_the_confusion_table_is_of_all_rows_or_of_one_split():
    predictions = resample(three, GaussianNB(), k_fold(3))
    assert np.allclose(predictions.confusion().table, predictions.tables.sum(axis=0))
    assert np.allclose(predictions.confusion(split=1).table, predictions.tables[1])
    assert predictions.confusion().classes == ("blue", "green", "red")
    with pytest.raises(ParameterError, match="is not a split of"):
        predictions.confusion(split=7)
    with pytest.raises(DesignError, match="a confusion matrix needs classes"):
        resample(numbers, LinearRegression(), k_fold(3)).confusion()


def test_leave_one_out_measures_labels_by_the_table_of_all_rows():
    predictions = resample(binary, GaussianNB(), leave_one_out())
    for name in ("f1", "mcc", "balanced_accuracy", "recall"):
        measure = find_measure(name)
        assert predictions.score(name) == pytest.approx(measure(*predictions.measure_inputs(measure)))


@pytest.mark.parametrize(("task", "learner"), cases)
def test_printing_shows_what_they_hold_and_how_good_they_are(task, learner):
    predictions = resample(task, learner, k_fold(3))
    lines = str(predictions).split("\n")
    assert lines[0] == repr(predictions)
    if predictions.classes is not None:
        assert all(f"{label} (" in lines[1] for label in predictions.classes)
        score = next(line.split()[1] for line in lines if line.startswith("accuracy"))
        assert float(score) == pytest.approx(predictions.score("accuracy"), rel=1e-3)
    else:
        assert any(line.startswith("r2 ") for line in lines)
    assert ("with weights" in str(predictions)) == (predictions.weight is not None)


def test_junk_is_no_predictions():
    with pytest.raises(DataError, match="to_bytes"):
        Predictions.from_bytes(b"junk")
