"""Support vector machines of the course's chapter on margins and kernels."""

from math import inf

import numpy as np
import pytest
from sklearn.model_selection import train_test_split

import gnomon as gn
from gnomon.learners.kernel.kernels import PolynomialKernel, RBFKernel
from gnomon.learners.kernel.svc import SVC

FOUR = np.array([[3.0, 2.0], [4.0, 3.0], [1.0, 1.0], [5.0, 1.0]])
SIDES = np.array([1, 1, -1, -1])
FIVE = np.vstack([FOUR, [[0.0, 0.0]]])
FIVE_SIDES = np.append(SIDES, 1)


def alphas(model, n):
    found = np.zeros(n)
    found[model.support_] = np.abs(model.dual_coef_[0])
    return found


@pytest.mark.parametrize(
    ("times", "w", "width"), [(1, [4, 10], 0.185695), (5, [4, 2], 0.447214), (10, [4, 1], 0.485071)]
)
def test_the_widest_margin_of_the_bankruptcy_data(times, w, width):
    """6.034 notes, slide 8.2.9."""
    task = gn.load("bankruptcy")
    X = task.X * [1.0, times]
    model = SVC(C=inf, kernel="linear").fit(X, task.y)
    assert model.coef_[0] == pytest.approx(w, rel=1e-7)
    assert model.intercept_ == pytest.approx([-22], rel=1e-7)
    assert 2 / np.linalg.norm(model.coef_) == pytest.approx(width, abs=5e-7)
    margins = np.where(np.asarray(task.y) > 0, 1, -1) * model.decision_function(X)
    assert margins == pytest.approx([8, 15, 1, 7, 12, 6, 1, 4, 9, 9, 1, 1, 11, 5], abs=1e-6)


def test_the_other_ten_points_can_go():
    """6.034 notes, slide 8.2.9."""
    task = gn.load("bankruptcy")
    whole = SVC(C=inf, kernel="linear").fit(task.X, task.y)
    kept = np.flatnonzero(np.abs(np.abs(whole.decision_function(task.X)) - 1) < 1e-6)
    some = SVC(C=inf, kernel="linear").fit(task.X[kept], np.asarray(task.y)[kept])
    assert kept.tolist() == [2, 6, 10, 11]
    assert some.coef_ == pytest.approx(whole.coef_, rel=1e-7)


@pytest.mark.parametrize(
    ("C", "w", "margin", "errors", "slacks"),
    [
        (0.01, [-0.0108, 0.0144], 55.5556, 2, 3.9676),
        (0.1, [-0.108, 0.144], 5.5556, 2, 3.676),
        (0.5, [-0.54, 0.72], 1.1111, 1, 2.38),
        (1, [-0.54545, 0.72727], 1.1, 1, 2.3636),
        (2, [-0.57143, 0.85714], 0.97073, 1, 2.2857),
        (10, [-0.57143, 0.85714], 0.97073, 1, 2.2857),
        (1000, [-0.57143, 0.85714], 0.97073, 1, 2.2857),
    ],
)
def test_a_larger_C_makes_a_narrower_margin_with_less_slack(C, w, margin, errors, slacks):
    """6.034 notes, slide 8.3.2."""
    model = SVC(C=C, kernel="linear").fit(FIVE, FIVE_SIDES)
    scores = model.decision_function(FIVE)
    assert model.coef_[0] == pytest.approx(w, abs=5e-5)
    assert 1 / np.linalg.norm(model.coef_) == pytest.approx(margin, rel=1e-4)
    assert np.maximum(0, 1 - FIVE_SIDES * scores).sum() == pytest.approx(slacks, abs=5e-5)
    assert (FIVE_SIDES * scores < -1e-9).sum() == errors


def test_four_points_have_three_support_vectors():
    """6.034 notes, slide 8.3.3."""
    model = SVC(C=inf, kernel="linear").fit(FOUR, SIDES)
    assert alphas(model, 4) == pytest.approx([2, 0, 1, 1])
    assert model.coef_[0] == pytest.approx([0, 2])
    assert model.intercept_ == pytest.approx([-3])
    assert model.decision_function(FOUR) == pytest.approx([1, 3, -1, -1])
    assert model.certificate_.dual == pytest.approx(2)


def test_closest_points_lie_two_over_the_length_of_w_apart_along_it():
    """6.034 notes, slide 8.1.5."""
    w = SVC(C=inf, kernel="linear").fit(FOUR, SIDES).coef_[0]
    assert w @ (FOUR[0] - FOUR[2]) == pytest.approx(2)
    assert 2 / np.linalg.norm(w) == pytest.approx(1)


def test_an_outlier_leaves_one_minus_at_its_bound():
    """6.034 notes, slide 8.3.4."""
    model = SVC(C=10, kernel="linear").fit(FIVE, FIVE_SIDES)
    assert alphas(model, 5) == pytest.approx([6.40816, 0, 10, 1.95918, 5.55102], abs=5e-6)
    assert model.coef_[0] == pytest.approx([-4 / 7, 6 / 7])
    assert model.intercept_ == pytest.approx([1])
    assert model.decision_function(FIVE) == pytest.approx([1, 9 / 7, 9 / 7, -1, 1])


def test_a_cubic_kernel_separates_five_points_by_four_support_vectors():
    """6.034 notes, slide 8.3.15."""
    model = SVC(C=10, kernel=PolynomialKernel(3)).fit(FIVE, FIVE_SIDES)
    assert alphas(model, 5) == pytest.approx([0.031602, 0, 0.277094, 0.004649, 0.250141], abs=5e-7)
    assert model.intercept_ == pytest.approx([1])
    # Printed as 11.8667; to more digits it is 11.86665.
    assert model.decision_function(FIVE) == pytest.approx([1, 11.86665, -1, -1, 1], abs=5e-6)


def test_under_an_rbf_kernel_all_five_are_support_vectors():
    """6.034 notes, slide 8.3.21."""
    model = SVC(C=10, kernel=RBFKernel(sigma=1)).fit(FIVE, FIVE_SIDES)
    assert alphas(model, 5) == pytest.approx([0.869641, 0.648143, 1.76564, 1.262188, 1.510046], abs=5e-6)
    assert model.intercept_ == pytest.approx([0.13819], abs=5e-6)
    assert model.decision_function(FIVE) == pytest.approx(FIVE_SIDES)


def test_six_points_on_a_line_and_bumps_of_width_a_tenth():
    """6.034 notes, slide 8.3.18."""
    X = np.array([[-0.3], [-0.2], [-0.1], [0.1], [0.2], [0.3]])
    y = np.array([1, 1, -1, -1, 1, 1])
    model = SVC(C=inf, kernel=RBFKernel(sigma=0.1)).fit(X, y)
    e = np.exp
    alpha = 2 / (2 + e(-8) + e(-2) - 2 * e(-0.5) - 2 * e(-4.5))
    assert alphas(model, 6) == pytest.approx([0, alpha, alpha, alpha, alpha, 0])
    assert model.intercept_ == pytest.approx([1 - alpha * (1 + e(-8) - e(-0.5) - e(-4.5))])
    assert model.decision_function([[0.3], [0.147391]]) == pytest.approx([1.19584, 0], abs=2e-5)
    linear = SVC(C=1e3, kernel="linear").fit(X, y)
    assert (linear.predict(X) != y).sum() == 2
    square = SVC(C=inf, kernel=PolynomialKernel(2)).fit(5 * X, y)
    assert square.decision_function(5 * X) == pytest.approx([4.333, 1, -1, -1, 1, 4.333], abs=5e-4)


def test_a_checkerboard_under_narrow_bumps_has_equal_multipliers():
    """6.034 notes, slide 8.3.22."""
    X = np.array([[i, j] for i in range(4) for j in range(2)], dtype=float)
    y = np.where(X.sum(axis=1) % 2 == 0, 1, -1)
    model = SVC(C=inf, kernel=RBFKernel(sigma=0.1)).fit(X, y)
    assert alphas(model, 8) == pytest.approx(np.ones(8), abs=1e-9)
    assert alphas(SVC(C=inf, kernel=RBFKernel(sigma=0.25)).fit(X, y), 8) == pytest.approx(
        np.full(8, 1.001), abs=1e-3
    )


def test_two_costs_bound_the_two_classes_apart():
    """6.034 notes, slide 8.4.57."""
    random = np.random.default_rng(0)
    X, y = random.normal(size=(80, 2)), np.repeat(["well", "ill"], 40)
    model = SVC(C=1.0, class_weight={"well": 0.5, "ill": 4.0}).fit(X, y)
    coef, classes = np.abs(model.dual_coef_[0]), y[model.support_]
    assert coef[classes == "well"].max() == 0.5
    assert 0.5 < coef[classes == "ill"].max() <= 4.0


def test_a_linear_svm_on_the_breast_cancer_marks():
    """6.034 notes, slide 8.3.27."""
    # Printed: 37 support vectors, 12 training errors, 96 % right on 171 held-out rows of a split not given.
    task = gn.load("breast-cancer-marks")
    found = []
    for seed in range(20):
        X, held_out, y, truth = train_test_split(task.X, task.y, test_size=171, random_state=seed)
        model = SVC(kernel="linear").fit(X, y)
        found.append([len(model.support_), np.sum(model.predict(X) != y), model.score(held_out, truth)])
    n_vectors, errors, accuracy = np.mean(found, axis=0)
    assert 33 < n_vectors < 42
    assert 10 < errors < 16
    assert 0.95 < accuracy < 0.98


def test_the_exponent_has_twice_sigma_squared():
    """6.034 notes, slide 8.3.15."""
    X, z = np.array([[3.0, 4.0]]), np.zeros((1, 2))
    assert RBFKernel(sigma=2.0)(X, z)[0, 0] == pytest.approx(np.exp(-25 / 8), rel=1e-14)


def test_the_separator_is_unique_where_the_alphas_are_not():
    """6.034 notes, slide 8.2.7."""
    # A row told twice may share its alpha with its twin in any way: here the order of rows decides.
    X, y = np.vstack([FOUR, FOUR[:1]]), np.append(SIDES, 1)
    found = []
    for order in ([0, 1, 2, 3, 4], [1, 2, 3, 4, 0]):
        model = SVC(C=inf, kernel="linear").fit(X[order], y[order])
        assert model.coef_[0] == pytest.approx([0, 2], abs=1e-9)
        assert model.intercept_ == pytest.approx([-3], abs=1e-9)
        found.append(alphas(model, 5)[np.argsort(order)])
    assert found[0] == pytest.approx([2, 0, 1, 1, 0])
    assert found[1] == pytest.approx([0, 0, 1, 1, 2])


# The folds are not given: counts of malignant rows missed and benign rows suspected, give or take four.
@pytest.mark.parametrize(
    ("ratio", "missed", "suspected"), [(0.01, 238, 0), (0.1, 34, 6), (1, 10, 12), (10, 1, 21), (100, 1, 25)]
)
def test_two_costs_trade_misses_for_false_alarms(ratio, missed, suspected):
    """6.034 notes, slide 8.4.57."""
    task = gn.load("breast-cancer-marks")
    learner = SVC(kernel="linear", C=0.01, class_weight={"malignant": ratio, "benign": 1.0})
    counts = gn.resample(task, learner, gn.k_fold(10, random_state=0)).confusion().counts("malignant")
    assert counts.false_negatives == pytest.approx(missed, abs=4)
    assert counts.false_positives == pytest.approx(suspected, abs=4)
