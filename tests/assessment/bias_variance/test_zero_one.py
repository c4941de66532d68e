import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mlxtend.evaluate import bias_variance_decomp
from sklearn.tree import DecisionTreeClassifier

from gnomon.assessment.bias_variance import bias_variance_of_brier, bias_variance_of_zero_one
from gnomon.data.generate import make_moons
from gnomon.errors import DataError, ParameterError

seeds = st.integers(0, 2**32)


def test_a_small_example_by_hand():
    # Votes of five models: case 0 is a, a, a, b, c; case 1 is b, b, b, a, c; the truth of both is a.
    predicted = np.array([list("ab"), list("ab"), list("ab"), list("ba"), list("cc")])
    result = bias_variance_of_zero_one(predicted, ["a", "a"])
    assert result.cases.main.tolist() == ["a", "b"]
    assert result.cases.bias.tolist() == [0, 1]
    # Case 0: 2/5 stray from the right; case 1: of 2/5 that stray from the wrong, 1/5 find the right.
    assert result.cases.variance == pytest.approx([0.4, -0.2])
    assert result.cases.details["votes_against_main"] == pytest.approx([0.4, 0.4])
    assert result.cases.loss == pytest.approx([0.4, 0.8])
    # Of 10 pairs of models 3 agree.
    assert result.cases.instability == pytest.approx([0.7, 0.7])
    other = bias_variance_of_zero_one(predicted, ["a", "a"], method="kohavi-wolpert")
    # (1 - 11/25) / 2, and (4/25 + 1/25 + 1/25) / 2 or (16/25 + 9/25 + 1/25) / 2.
    assert other.cases.variance == pytest.approx([0.28, 0.28])
    assert other.cases.bias == pytest.approx([0.12, 0.52])


@given(seeds, st.integers(2, 9), st.integers(1, 8), st.integers(2, 5))
@settings(max_examples=40)
def test_the_factors_are_those_of_domingos(seed, n_models, n_cases, n_classes):
    random = np.random.default_rng(seed)
    predicted = random.integers(n_classes, size=(n_models, n_cases))
    P = random.dirichlet(np.ones(n_classes), n_cases)
    cases = bias_variance_of_zero_one(predicted, P).cases
    for case in range(n_cases):
        q = np.bincount(predicted[:, case], minlength=n_classes) / n_models
        main, best = int(q.argmax()), int(P[case].argmax())
        if (q == q.max()).sum() > 1:
            continue
        N, B, V = 1 - P[case, best], float(main != best), 1 - q[main]
        others = np.arange(n_classes) != best
        # Theorem 3: c1 = P(f = best) - P(f != best) P(f = y | best != y), c2 = 1 or -P(f = best | f != main).
        c1 = q[best] - np.sum(q[others] * P[case, others]) / N
        c2 = 1.0 if B == 0 else (-q[best] / V if V > 0 else -1.0)
        assert cases.bias[case] == B
        assert cases.noise[case] == pytest.approx(c1 * N)
        assert cases.variance[case] == pytest.approx(c2 * V)
        assert cases.details["error_of_best"][case] == pytest.approx(N)
        if n_classes == 2:
            assert c1 == pytest.approx(2 * q[best] - 1)
            assert c2 == pytest.approx(1.0 if B == 0 else -1.0)


@given(seeds, st.integers(1, 5), st.integers(1, 8))
@settings(max_examples=25)
def test_for_two_classes_variance_hurts_where_unbiased_and_helps_where_biased(seed, half, n_cases):
    random = np.random.default_rng(seed)
    predicted, truth = random.integers(2, size=(2 * half + 1, n_cases)), random.integers(2, size=n_cases)
    result = bias_variance_of_zero_one(predicted, truth)
    against = result.cases.details["votes_against_main"]
    is_biased = result.cases.bias == 1
    assert np.allclose(result.cases.variance, np.where(is_biased, -against, against), atol=1e-15)
    assert result.loss == pytest.approx(np.mean(predicted != truth))


@given(seeds, st.integers(2, 8), st.integers(1, 8), st.integers(2, 4))
@settings(max_examples=25)
def test_kohavi_and_wolpert_is_half_the_brier_score_summed_over_classes_of_hard_predictions(
    seed, n_models, n_cases, n_classes
):
    random = np.random.default_rng(seed)
    predicted = random.integers(n_classes, size=(n_models, n_cases))
    P = random.dirichlet(np.ones(n_classes), n_cases)
    result = bias_variance_of_zero_one(predicted, P, method="kohavi-wolpert")
    double = bias_variance_of_brier(np.eye(n_classes)[predicted], P)
    for part in ("noise", "bias", "variance", "loss", "corrected_bias", "corrected_variance"):
        # Of two classes the Brier score is that of one probability, already half of the sum.
        times = 1 if n_classes == 2 else 2
        assert times * getattr(result, part) == pytest.approx(getattr(double, part))
    # Kohavi & Wolpert's own correction: the sum of q (1 - q) / (2 (m - 1)).
    q = np.stack([(predicted == k).mean(axis=0) for k in range(n_classes)])
    shift = np.sum(q * (1 - q), axis=0) / (2 * (n_models - 1))
    assert np.allclose(result.cases.corrected_variance, result.cases.variance + shift)


def test_equal_votes_are_shared_between_their_classes():
    result = bias_variance_of_zero_one([["a"], ["b"]], ["a"])
    assert (result.bias, result.variance, result.loss) == (0.5, 0.0, 0.5)


def test_choosing_the_likeliest_class_is_best_and_costs_one_minus_its_probability():
    P = np.array([[0.2, 0.5, 0.3]])
    losses = [bias_variance_of_zero_one([[k], [k]], P).loss for k in range(3)]
    assert losses == pytest.approx([0.8, 0.5, 0.7])
    best = bias_variance_of_zero_one([[1], [1]], P)
    assert (best.noise, best.bias, best.variance) == pytest.approx((0.5, 0, 0))


def test_mlxtend_leaves_the_sign_out_and_does_not_add_up_where_ours_does():
    train, test = make_moons(80, noise=0.4, random_state=0), make_moons(60, noise=0.4, random_state=1)
    seen = []

    class Kept(DecisionTreeClassifier):
        def predict(self, X):
            seen.append(super().predict(X))
            return seen[-1]

    loss, bias, variance = bias_variance_decomp(
        Kept(random_state=0), train.X, train.y, test.X, test.y, num_rounds=25, random_seed=0
    )
    result = bias_variance_of_zero_one(np.array(seen), test.y)
    assert (result.loss, result.bias) == pytest.approx((loss, bias))
    assert bias + variance - loss > 0.04
    assert result.bias + result.variance == pytest.approx(result.loss, abs=1e-12)
    unsigned = result.cases.details["votes_against_main"]
    assert unsigned.mean() == pytest.approx(variance)
    is_biased = result.cases.bias == 1
    assert result.variance == pytest.approx((unsigned.sum() - 2 * unsigned[is_biased].sum()) / 60)


def test_a_thousand_classes_are_no_trouble():
    random = np.random.default_rng(0)
    predicted, truth = random.integers(1000, size=(10, 50)), random.integers(1000, size=50)
    for method in ("domingos", "kohavi-wolpert"):
        result = bias_variance_of_zero_one(predicted, truth, method=method)
        assert result.bias + result.variance == pytest.approx(result.loss)
        assert result.loss == pytest.approx(np.mean(predicted != truth))


def test_one_class_alone_has_no_loss():
    result = bias_variance_of_zero_one([["a", "a"], ["a", "a"]], ["a", "a"])
    assert (result.loss, result.bias, result.variance, result.instability) == (0, 0, 0, 0)


def test_bad_labels_and_methods_are_refused():
    with pytest.raises(ParameterError, match="'kohavi-wolpert'"):
        bias_variance_of_zero_one([[0], [0]], [0], method="breiman")
    with pytest.raises(DataError, match="class codes from 0 to 1"):
        bias_variance_of_zero_one([[0], [2]], [[0.5, 0.5]])
    with pytest.raises(DataError, match="present has shape"):
        bias_variance_of_zero_one([[0], [1]], [0], present=[[True]])
    with pytest.raises(DataError, match="add up to 1"):
        bias_variance_of_zero_one([[0], [1]], [[0.5, 0.4]])
