import numpy as np
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LinearRegression, LogisticRegression, Perceptron
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from gnomon.assessment.bias_variance import (
    bias_variance,
    bias_variance_curve,
    bias_variance_each,
    bias_variance_of,
    sample_training_sets,
)
from gnomon.assessment.resample import resample
from gnomon.assessment.splits import bootstrap, hold_out, k_fold, leave_one_out, repeated
from gnomon.data.gaussians import TwoGaussians
from gnomon.data.generate import NoisyPolynomial, make_moons
from gnomon.data.task import Task
from gnomon.errors import DesignError, ParameterError

task = make_moons(80, noise=0.3, random_state=0)
parabola = NoisyPolynomial((1.0, -2.0, 0.5), noise=0.5)
plans = [bootstrap(12), repeated(k_fold(5), times=4), repeated(hold_out(0.3), times=15)]


@pytest.mark.parametrize("plan", plans)
@pytest.mark.parametrize("loss", ["zero-one", "squared", "brier", "log"])
def test_every_plan_and_loss_adds_up_and_is_the_loss_of_held_out_rows(plan, loss):
    result = bias_variance(task, GaussianNB(), plan, loss=loss)
    assert result.bias + result.variance == pytest.approx(result.loss, abs=1e-12)
    assert not result.noise_known
    predictions = resample(task, GaussianNB(), plan)
    values = {
        "zero-one": predictions.predicted != predictions.truth,
        "squared": 4.0 * (predictions.predicted != predictions.truth),
        "brier": (predictions.probability[:, 1] - predictions.truth) ** 2,
        "log": -np.log(predictions.probability[np.arange(len(predictions.row)), predictions.truth]),
    }[loss]
    by_row = [values[predictions.row == row].mean() for row in result.cases.row]
    assert np.allclose(result.cases.loss, by_row)


def test_the_models_of_a_repeat_of_folds_count_as_one_training_set():
    result = bias_variance(task, GaussianNB(), repeated(k_fold(5), times=4))
    assert result.n_sets == 4
    assert (result.cases.times == 4).all()
    assert len(result.cases.row) == 80


def test_stored_predictions_give_the_same_without_a_refit():
    plan = bootstrap(10)
    direct = bias_variance(task, GaussianNB(), plan, loss="log")
    stored = bias_variance_of(resample(task, GaussianNB(), plan), loss="log")
    assert np.array_equal(direct.cases.bias, stored.cases.bias)
    assert direct.errors == stored.errors


def test_all_cases_are_optimistic_and_the_note_says_so():
    one = KNeighborsClassifier(1)
    everywhere, held_out = (
        bias_variance(task, one, bootstrap(20), cases=cases) for cases in ("all", "held-out")
    )
    assert everywhere.loss < 0.6 * held_out.loss
    assert "63 % of the cases are training rows" in everywhere.why
    assert "optimistic" not in held_out.why
    assert (everywhere.cases.times == 20).all()
    assert (held_out.cases.times < 20).all()


def test_a_constant_prediction_is_all_bias_and_a_memory_is_unstable():
    constant = bias_variance(task, DummyClassifier(strategy="constant", constant=1), bootstrap(10))
    assert constant.bias == constant.loss == pytest.approx(np.mean(task.y[constant.cases.row] == 0))
    assert (constant.variance, constant.instability) == (0, 0)
    path = [KNeighborsClassifier(k) for k in (1, 15)]
    rough, smooth = bias_variance_each(task, path, bootstrap(20))
    assert rough.instability > 1.5 * smooth.instability


def test_labels_of_classes_are_shown_as_they_are():
    named = Task(task.X, np.array(["no", "yes"])[task.y])
    assert set(bias_variance(named, GaussianNB(), bootstrap(5)).frame().main) == {"no", "yes"}


def test_weights_of_the_task_count_the_cases():
    weight = np.where(task.y == 1, 3.0, 1.0)
    plan = bootstrap(8)
    weighted = bias_variance(Task(task.X, task.y, weight=weight), GaussianNB(), plan)
    cases = weighted.cases
    assert weighted.loss == pytest.approx(np.average(cases.loss, weights=weight[cases.row]))


def test_three_classes_under_squared_loss_need_numbers():
    three = Task(task.X, np.arange(80) % 3)
    with pytest.raises(ParameterError, match="class_values"):
        bias_variance(three, GaussianNB(), bootstrap(5), loss="squared")
    result = bias_variance(three, GaussianNB(), bootstrap(5), loss="squared", class_values=[0, 1, 2])
    assert result.bias + result.variance == pytest.approx(result.loss)
    with pytest.raises(ParameterError, match="each of the 3 classes"):
        bias_variance(three, GaussianNB(), bootstrap(5), loss="squared", class_values=[0, 1])


def test_a_plan_that_predicts_each_row_once_is_refused():
    for plan in (k_fold(5), leave_one_out(), hold_out(0.3)):
        with pytest.raises(DesignError, match="bootstrap"):
            bias_variance(task, GaussianNB(), plan)


def test_invalid_inputs_raise_an_error_with_the_fix():
    numbers = Task(task.X, task.X[:, 0], kind="regression")
    with pytest.raises(DesignError, match="loss='squared'"):
        bias_variance(numbers, LinearRegression(), bootstrap(5), loss="log")
    with pytest.raises(DesignError, match="which Perceptron does not have"):
        bias_variance(task, Perceptron(), bootstrap(5), loss="log")
    with pytest.raises(ParameterError, match="loss='hinge'"):
        bias_variance(task, GaussianNB(), bootstrap(5), loss="hinge")
    with pytest.raises(ParameterError, match="cases='some'"):
        bias_variance(task, GaussianNB(), bootstrap(5), cases="some")
    with pytest.raises(ParameterError, match="source must have draw"):
        sample_training_sets("iris", 10)
    with pytest.raises(ParameterError, match="times=1"):
        sample_training_sets(parabola, 10, times=1)
    with pytest.raises(DesignError, match="has no posterior"):
        bias_variance(Task(task.X[:, :1], task.y), GaussianNB(), sample_training_sets(parabola, 10, times=2))


def test_the_mean_of_fresh_draws_has_the_bias_and_variance_of_theory():
    n_rows, times = 25, 400
    cases = parabola.draw(60, random_state=1)
    result = bias_variance(cases, DummyRegressor(), sample_training_sets(parabola, n_rows, times=times))
    grid = parabola.truth(np.linspace(-5, 5, 200001))
    # The mean of n targets has variance var(y)/n at every case, and is off by E(y) - f(x).
    variance = (np.var(grid) + 0.25) / n_rows
    bias = np.mean((grid.mean() - parabola.truth(cases.X[:, 0])) ** 2)
    assert result.noise == 0.25
    assert result.corrected_variance == pytest.approx(variance, abs=4 * result.errors["variance"])
    assert result.corrected_bias == pytest.approx(bias, abs=4 * result.errors["bias"])
    # Expected loss agrees with the loss on fresh targets.
    assert result.loss == pytest.approx(0.25 + variance + bias, abs=4 * result.errors["loss"])


def test_a_line_through_a_line_has_no_bias_and_variance_2_over_n():
    line = NoisyPolynomial((1.0, 2.0), noise=1.0)
    result = bias_variance(
        line.draw(500, random_state=1), LinearRegression(), sample_training_sets(line, 50, times=300)
    )
    assert result.corrected_bias == pytest.approx(0, abs=4 * result.errors["bias"] + 1e-4)
    # (p + 1)/n for a fixed design, a little more for a random one.
    assert result.corrected_variance == pytest.approx(2 / 50, rel=0.15)


def test_the_oracle_leaves_the_bayes_error_alone():
    source = TwoGaussians(np.array([[-1.0, 0.0], [1.0, 0.0]]), np.array([np.eye(2), np.eye(2)]))
    cases = source.draw(4000, random_state=0)
    result = bias_variance(cases, source.oracle(), sample_training_sets(source, 20, times=3))
    assert (result.bias, result.variance) == (0, 0)
    assert result.noise == pytest.approx(source.bayes_error, abs=0.015)
    log = bias_variance(cases, source.oracle(), sample_training_sets(source, 20, times=3), loss="log")
    assert log.bias == pytest.approx(0, abs=1e-12)
    assert log.variance == pytest.approx(0, abs=1e-12)


def test_known_noise_is_that_of_the_posterior_for_every_loss():
    source = TwoGaussians(np.array([[-1.0], [1.0]]), np.ones((2, 1, 1)))
    cases = source.draw(200, random_state=0)
    p = source.posterior(cases.X)[:, 1]
    expected = {
        "squared": 4 * p * (1 - p),
        "brier": p * (1 - p),
        "log": -p * np.log(p) - (1 - p) * np.log(1 - p),
    }
    for loss in ("zero-one", "squared", "brier", "log"):
        result = bias_variance(
            cases, LogisticRegression(), sample_training_sets(source, 40, times=5), loss=loss
        )
        assert result.noise_known
        assert result.noise + result.bias + result.variance == pytest.approx(result.loss, abs=1e-12)
        if loss in expected:
            assert np.allclose(result.cases.noise, expected[loss])
        else:
            assert np.allclose(result.cases.details["error_of_best"], np.minimum(p, 1 - p))


def test_a_task_of_other_classes_than_the_source_is_refused():
    source = TwoGaussians(np.array([[-1.0], [1.0]]), np.ones((2, 1, 1)))
    with pytest.raises(DesignError, match="more rows"):
        bias_variance(
            Task([[0.0], [1.0]], ["a", "b"]), GaussianNB(), sample_training_sets(source, 9, times=2)
        )


def test_a_rare_class_that_a_draw_misses_is_drawn_again():
    source = TwoGaussians(np.array([[-1.0], [1.0]]), np.ones((2, 1, 1)), prior=0.03)
    result = bias_variance(
        source.draw(300, random_state=0), GaussianNB(), sample_training_sets(source, 10, times=8)
    )
    assert result.n_sets == 8
    two = Task([[0.0], [1.0]], [0, 1], kind="classification")
    hopeless = TwoGaussians(np.array([[-1.0], [1.0]]), np.ones((2, 1, 1)), prior=1e-9)
    with pytest.raises(DesignError, match="one class only"):
        bias_variance(two, GaussianNB(), sample_training_sets(hopeless, 5, times=2))


def test_a_task_of_other_features_than_the_source_is_refused():
    source = TwoGaussians(np.array([[-1.0], [1.0]]), np.ones((2, 1, 1)))
    with pytest.raises(DesignError, match="has 2 features, and the source draws 1"):
        bias_variance(task, GaussianNB(), sample_training_sets(source, 20, times=2))


def test_draws_do_not_depend_on_how_many_there_are():
    cases = parabola.draw(5, random_state=1)
    few, many = (
        sample_training_sets(parabola, 10, times=times).predictions(cases, [LinearRegression()])
        for times in (2, 4)
    )
    assert np.array_equal(few[1][0].predicted, many[1][0].predicted)


def test_flexible_neighbors_have_less_bias_and_more_variance():
    noisy = NoisyPolynomial((1.0, -2.0, 0.5), noise=4.0)
    cases = noisy.draw(100, random_state=1)
    result = bias_variance_curve(
        cases, KNeighborsRegressor(), "n_neighbors", [1, 5, 20], sample_training_sets(noisy, 60, times=20)
    )
    frame = result.frame()
    assert (np.diff(frame.variance) < 0).all()
    # The plain bias of one neighbor holds a twentieth of its large variance.
    assert (np.diff(frame.corrected_bias) > 0).all()
    assert frame.bias[0] > frame.bias[1]
    assert np.allclose(frame.noise + frame.bias + frame.variance, frame.loss)
    assert np.allclose(frame.noise + frame.corrected_bias + frame.corrected_variance, frame.loss)
    assert result.best_value == frame.n_neighbors[frame.loss.argmin()]
    assert "lowest at 5" in str(result)


def test_a_sweep_over_one_learner_is_the_decomposition_of_each():
    result = bias_variance_curve(task, KNeighborsClassifier(), "n_neighbors", [1, 9], bootstrap(6))
    for k, each in zip([1, 9], result.decompositions):
        assert each.loss == bias_variance(task, KNeighborsClassifier(k), bootstrap(6)).loss
    assert "corrected_bias" not in result.frame()
    with pytest.raises(ParameterError, match="no parameter 'k'"):
        bias_variance_curve(task, KNeighborsClassifier(), "k", [1], bootstrap(6))
    with pytest.raises(ParameterError, match=r"n_neighbors.*is empty"):
        bias_variance_curve(task, KNeighborsClassifier(), "n_neighbors", [], bootstrap(6))
