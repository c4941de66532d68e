import numpy as np
import pytest

import gnomon as gn
from gnomon.data.gaussians import TwoGaussians
from gnomon.errors import DataError, ParameterError
from gnomon.learners.bayes.bernoulli import BernoulliNB
from gnomon.learners.bayes.categorical import CategoricalNB
from gnomon.learners.bayes.complement import ComplementNB
from gnomon.learners.bayes.gaussian import GaussianNB
from gnomon.learners.bayes.missing_values import average_over_missing
from gnomon.learners.bayes.optimality import bayes_error, bayes_optimality_gap
from gnomon.learners.bayes.recalibration import class_log_weights, recalibrated_naive_bayes


def bits(seed=0):
    random = np.random.default_rng(seed)
    y = random.integers(2, size=200)
    return (random.random((200, 4)) < 0.3 + 0.3 * y[:, None]).astype(float), y


@pytest.mark.parametrize("learner", [BernoulliNB, CategoricalNB])
def test_the_bayes_error_of_categories_is_exact(learner):
    model = learner().fit(*bits())
    exact = bayes_error(model)
    X, y = model.sample(200_000, random_state=0)
    assert np.mean(model.predict(X) != y) == pytest.approx(exact, abs=4e-3)


def test_the_bayes_error_of_densities_is_that_of_the_source():
    source = TwoGaussians(np.array([[-1.0], [1.0]]), np.ones((2, 1, 1)))
    assert bayes_error(source) == pytest.approx(0.158655, abs=1e-6)
    task = source.draw(20_000, random_state=0)
    assert bayes_error(GaussianNB().fit(task.X, task.y)) == pytest.approx(0.1587, abs=5e-3)


def test_more_rows_close_the_gap_to_the_oracle():
    source = CategoricalNB().fit(*bits())
    result = bayes_optimality_gap(source, CategoricalNB(), sizes=(10, 3000), repeats=8, n_new=4000)
    table = result.frame()
    assert table["gap"][0] > 0.01 > abs(table["gap"][1])
    assert table["oracle_error"][1] == pytest.approx(result.bayes_error, abs=0.02)
    again = bayes_optimality_gap(source, CategoricalNB(), sizes=(10, 3000), repeats=8, n_new=4000)
    assert np.array_equal(result.error, again.error)
    assert str(result).startswith("Bayes error 0.")


def test_a_gaussian_classifier_reaches_the_bayes_error_of_gaussians():
    source = TwoGaussians(np.array([[-1.0, -0.5], [1.0, 0.5]]), np.array([np.eye(2)] * 2))
    assert bayes_error(source) == pytest.approx(0.13178, abs=1e-5)
    result = bayes_optimality_gap(source, GaussianNB(), sizes=(2000,), repeats=3, n_new=20_000)
    assert abs(result.gap.mean()) < 0.005


def test_a_model_without_a_density_has_no_bayes_error():
    model = ComplementNB().fit([[1, 0], [0, 1]], [0, 1])
    with pytest.raises(ParameterError, match="pass a generative learner"):
        bayes_error(model)
    with pytest.raises(ParameterError, match="pass a generative learner"):
        bayes_optimality_gap(model, GaussianNB())


def test_training_sizes_below_two_are_refused():
    with pytest.raises(ParameterError, match=r"sizes=\(1,\).*at least 2"):
        bayes_optimality_gap(CategoricalNB().fit(*bits()), CategoricalNB(), sizes=(1,))


def test_recalibration_never_lowers_training_accuracy():
    for seed in range(5):
        random = np.random.default_rng(seed)
        y = random.integers(3, size=150)
        x = random.normal(size=150) + y
        X = np.column_stack([x, x, x, random.normal(size=150)])
        model = GaussianNB(priors=[0.8, 0.1, 0.1]).fit(X, y)
        better = recalibrated_naive_bayes(model, X, y)
        assert better.score(X, y) >= model.score(X, y)
        np.testing.assert_allclose(better.log_likelihood(X), model.log_likelihood(X))
    with pytest.raises(DataError, match="row 0 has class 7"):
        recalibrated_naive_bayes(model, X[:1], [7])


def test_weights_that_no_change_improves_are_returned_as_they_are():
    scores, start = np.array([[2.0, 0.0], [0.0, 2.0]]), np.array([0.3, 0.0])
    assert class_log_weights(scores, np.array([0, 1]), np.ones(2), start=start).tolist() == [0.3, 0.0]


def test_a_model_without_likelihoods_cannot_be_recalibrated():
    X, y = [[1, 0], [0, 1]], [0, 1]
    with pytest.raises(ParameterError, match="no likelihood to reweight"):
        recalibrated_naive_bayes(ComplementNB().fit(X, y), X, y)


def test_no_single_class_weight_could_be_better():
    random = np.random.default_rng(0)
    scores, codes = random.normal(size=(60, 3)), random.integers(3, size=60)
    logs = class_log_weights(scores, codes, np.ones(60), start=np.zeros(3))
    best = np.sum((scores + logs).argmax(axis=1) == codes)
    for c in range(3):
        for shift in np.linspace(-6, 6, 400):
            moved = logs + shift * (np.arange(3) == c)
            assert np.sum((scores + moved).argmax(axis=1) == codes) <= best


def test_averaging_over_missing_values_is_dropping_factors_in_naive_bayes():
    X, y = bits()
    model = CategoricalNB().fit(X, y)
    row = np.array([[1.0, np.nan, 0.0, np.nan], [1.0, 1.0, 0.0, 0.0]])
    averaged = average_over_missing(model, row, model, n_draws=4000)
    np.testing.assert_allclose(averaged, model.predict_proba(row), atol=0.02)
    joint = sum(model.joint([[1.0, a, 0.0, b]]) for a in (0.0, 1.0) for b in (0.0, 1.0))
    np.testing.assert_allclose(model.predict_proba(row[:1]), joint / joint.sum())


def test_a_discriminative_model_takes_the_distribution_of_missing_values_from_another():
    X, y = bits()
    logistic, values = gn.LogisticRegression().fit(X, y), BernoulliNB().fit(X, y)
    row = np.array([[1.0, np.nan, 1.0, 1.0]])
    p_on = values.predict_proba(row)[0] @ np.exp(values.feature_log_prob_[:, 1])
    whole = [logistic.predict_proba([[1.0, v, 1.0, 1.0]])[0] for v in (0.0, 1.0)]
    expected = (1 - p_on) * whole[0] + p_on * whole[1]
    result = average_over_missing(logistic, row, values, n_draws=20_000)[0]
    np.testing.assert_allclose(result, expected, atol=0.01)
    plain = average_over_missing(logistic, row, values, n_draws=20_000, condition_on_observed=False)[0]
    p_plain = np.exp(values.class_log_prior_) @ np.exp(values.feature_log_prob_[:, 1])
    np.testing.assert_allclose(plain, (1 - p_plain) * whole[0] + p_plain * whole[1], atol=0.01)
    with pytest.raises(ParameterError, match="n_draws"):
        average_over_missing(logistic, row, values, n_draws=0)
