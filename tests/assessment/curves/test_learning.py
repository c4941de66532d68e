import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.model_selection import learning_curve as their_curve
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

import gnomon as gn
from gnomon.assessment.curves.learning import learning_curve
from gnomon.assessment.curves.training_rows import growing, growth_order, sizes_of
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import bootstrap, hold_out, k_fold, leave_one_out, repeated
from gnomon.data.generate import NoisyPolynomial, make_moons
from gnomon.data.task import Task
from gnomon.errors import DataWarning, DesignError, ParameterError

task = make_moons(200, noise=0.3, random_state=0)


@given(st.integers(2, 60), st.integers(1, 4), st.integers(0, 2**32))
@settings(max_examples=40)
def test_every_beginning_of_the_order_has_each_class_in_its_share(n_rows, n_classes, seed):
    random = np.random.default_rng(seed)
    stratum = random.integers(n_classes, size=n_rows)
    rows = random.permutation(200)[:n_rows]
    of_row = np.zeros(200, dtype=np.int64)
    of_row[rows] = stratum
    order = growth_order(rows, of_row, None, random)
    assert sorted(order) == sorted(rows)
    for size in range(1, n_rows + 1):
        counts = np.bincount(of_row[order[:size]], minlength=n_classes)
        expected = size * np.bincount(stratum, minlength=n_classes) / n_rows
        # Each class is within half a row of a point that itself strays by half a row for each other class.
        assert np.abs(counts - expected).max() <= (n_classes + 1) / 2


def test_groups_come_whole():
    group = np.repeat(np.arange(10), 5)
    order = growth_order(np.arange(50), None, group, np.random.default_rng(0))
    assert (group[order].reshape(10, 5) == group[order][::5, None]).all()


def test_smaller_training_sets_are_within_larger_ones_and_the_seed_decides():
    splits = k_fold(4).split(task)
    sizes = np.array([10, 40, 150])
    small, middle, large = growing(task, splits, sizes, 0)
    for number, (train, _) in enumerate(splits):
        assert set(small[number]) < set(middle[number]) < set(large[number])
        assert set(large[number]) == set(train)
    again, other = growing(task, splits, sizes, 0), growing(task, splits, sizes, 1)
    assert np.array_equal(again[0][0], small[0])
    assert not np.array_equal(other[0][0], small[0])


def test_all_training_rows_give_the_scores_of_plain_resampling():
    plan = repeated(k_fold(5), times=2)
    curve = learning_curve(task, LogisticRegression(), plan, "log_loss", sizes=[0.2, 1.0])
    plain = resample(task, LogisticRegression(), plan)
    assert np.allclose(curve.per_split[-1], plain.per_split("log_loss"))
    expected = plain.estimate("log_loss")
    result = curve.scores[-1].held_out
    assert (result.value, result.lower, result.upper) == pytest.approx(
        (expected.value, expected.lower, expected.upper)
    )


def test_training_scores_are_those_of_scikit_learn():
    splits = k_fold(5).split(task)
    curve = learning_curve(task, GaussianNB(), splits, "accuracy", sizes=[0.5, 1.0])
    theirs = cross_validate(GaussianNB(), task.X, task.y, cv=list(splits), return_train_score=True)
    assert curve.scores[-1].train == pytest.approx(theirs["train_score"].mean())
    assert curve.scores[-1].held_out.value == pytest.approx(theirs["test_score"].mean())


def test_each_point_is_a_fit_on_its_rows():
    splits = k_fold(4).split(task)
    sizes = np.array([12, 60])
    sets = growing(task, splits, sizes, 3)
    curve = learning_curve(task, GaussianNB(), splits, "accuracy", sizes=sizes, random_state=3)
    for place, of_size in enumerate(sets):
        for number, (rows, (_, held_out)) in enumerate(zip(of_size, splits)):
            model = GaussianNB().fit(task.X[rows], task.y[rows])
            expected = np.mean(model.predict(task.X[held_out]) == task.y[held_out])
            assert curve.per_split[place, number] == pytest.approx(expected)


def test_more_rows_help_as_scikit_learn_finds_too():
    source = NoisyPolynomial((0.0, 1.0), noise=1.0)
    points = source.draw(300, random_state=0)
    curve = learning_curve(points, LinearRegression(), k_fold(5), "mean_squared_error", sizes=[5, 20, 240])
    _, _, theirs = their_curve(
        LinearRegression(),
        points.X,
        points.y,
        train_sizes=[5, 20, 240],
        cv=5,
        shuffle=True,
        random_state=0,
        scoring="neg_mean_squared_error",
    )
    ours = [each.held_out.value for each in curve.scores]
    assert ours[0] > ours[1] > ours[2]
    assert ours[1:] == pytest.approx(-theirs.mean(axis=1)[1:], rel=0.1)
    frame = curve.frame()
    assert frame.gap.iloc[0] < frame.gap.iloc[-1] < 0.1


def test_the_frame_has_both_sides_with_intervals():
    frame = learning_curve(task, GaussianNB(), k_fold(5), "accuracy", sizes=[20, 160]).frame()
    names = ["rows", "score", "lower", "upper", "train_score", "train_lower", "train_upper", "gap"]
    assert list(frame.columns) == names
    assert frame.rows.tolist() == [20, 160]
    assert (frame.lower <= frame.score).all()
    once = learning_curve(task, GaussianNB(), hold_out(0.3), "accuracy", sizes=[20, 140]).frame()
    assert "train_lower" not in once
    assert once.notna().all().all()


def test_default_sizes_rise_evenly_to_the_smallest_training_set():
    sizes = sizes_of(task, k_fold(5).split(task), None)
    assert sizes[0] == 10
    assert sizes[-1] == 160
    assert len(sizes) == 8
    assert np.ptp(np.log(sizes[1:] / sizes[:-1])) < 0.15


def test_weights_and_leave_one_out_are_taken_along():
    weight = np.where(task.y == 1, 3.0, 1.0)
    weighted = Task(task.X[:40], task.y[:40], weight=weight[:40])
    curve = learning_curve(weighted, GaussianNB(), leave_one_out(), "accuracy", sizes=[10, 39])
    expected = resample(weighted, GaussianNB(), leave_one_out()).score("accuracy")
    assert curve.scores[-1].held_out.value == pytest.approx(expected)


def test_grouped_rows_stay_apart():
    grouped = Task(task.X, task.y, group=np.arange(200) // 4)
    curve = learning_curve(grouped, GaussianNB(), k_fold(5), "accuracy", sizes=[40, 100])
    assert curve.per_split.shape == (2, 5)


def test_what_makes_no_curve_is_refused():
    with pytest.raises(DesignError, match="repeats some"):
        learning_curve(task, GaussianNB(), bootstrap(5), "accuracy")
    with pytest.raises(ParameterError, match="has 160 rows"):
        learning_curve(task, GaussianNB(), k_fold(5), "accuracy", sizes=[10, 161])
    for sizes in ([], [0], [np.nan], [-1.0, 0.5]):
        with pytest.raises(ParameterError, match="sizes="):
            learning_curve(task, GaussianNB(), k_fold(5), "accuracy", sizes=sizes)
    with pytest.raises(DesignError, match="all of one class"):
        learning_curve(task, GaussianNB(), k_fold(5), "accuracy", sizes=[1, 50])


def test_a_curve_that_does_not_rise_says_so():
    curve = learning_curve(task, DummyClassifier(), k_fold(5), "accuracy", sizes=[20, 40, 80, 160])
    with pytest.warns(DataWarning, match="does not improve significantly"):
        law = curve.extrapolate()
    assert law.is_flat
    assert law.rows_needed(0.9).value == np.inf


def test_a_noisy_line_needs_as_many_rows_as_theory_says():
    source = NoisyPolynomial((0.0, 1.0), noise=1.0)
    points = source.draw(400, random_state=2)
    plan = repeated(k_fold(10), times=5)
    sizes = [6, 10, 18, 32, 58, 100, 360]
    law = learning_curve(points, LinearRegression(), plan, "mean_squared_error", sizes=sizes).extrapolate()
    # Least squares with two unknowns loses about 1 + 2/n on new rows, a little more for few.
    assert 0.7 < law.curve[2] < 1.9
    assert law.asymptote.lower < 1.0 < law.asymptote.upper
    assert law.at(40).value == pytest.approx(law.asymptote.value + 2 / 40, abs=0.05)


@pytest.mark.parametrize("name", ["GaussianNB", "KNeighborsClassifier"])
def test_learners_that_share_their_preparation_draw_the_same_curve(name):
    theirs = {"GaussianNB": GaussianNB(var_smoothing=0), "KNeighborsClassifier": KNeighborsClassifier()}[name]
    ours = gn.GaussianNB(var_smoothing=0) if name == "GaussianNB" else gn.KNeighborsClassifier()
    first, second = (
        learning_curve(task, learner, k_fold(4), "accuracy", sizes=[20, 150]).frame()
        for learner in (ours, theirs)
    )
    assert np.allclose(first, second)
