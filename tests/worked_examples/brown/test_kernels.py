"""Worked examples of the notes on kernels, and of the 1992 paper on what is read off a machine."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import NumericsWarning
from gnomon.learners.kernel.kernels import (
    Differences,
    LaplacianKernel,
    LinearKernel,
    PolynomialKernel,
    PowerSeriesKernel,
    RBFKernel,
    SigmoidKernel,
)
from gnomon.learners.kernel.lifts.feature_map import PolynomialFeatureMap, polynomial_feature_count
from gnomon.learners.kernel.lifts.mercer import mercer_check
from gnomon.learners.kernel.reading.capacity import feature_space_dimension
from gnomon.learners.kernel.reading.chunking import chunking
from gnomon.learners.kernel.reading.cleaning import remove_outliers
from gnomon.learners.kernel.reading.decision import kernel_decision
from gnomon.learners.kernel.reading.left_out_support import independent_support_vectors, leave_one_out_error
from gnomon.learners.kernel.reading.optimum import check_kkt_conditions
from gnomon.learners.kernel.reading.support_table import support_table
from tests.worked_examples.brown.tables import SEVEN, SEVEN_CLASSES, TEN, TEN_CLASSES


def hard(X, y, **options):
    return gn.SVC(C=float("inf"), kernel="linear", tol=1e-9, **options).fit(X, y)


@pytest.mark.parametrize(
    ("kernel", "expected"),
    [
        (LinearKernel(), 5.0),
        (PolynomialKernel(2), 36.0),
        (PolynomialKernel(3), 216.0),
        (RBFKernel(gamma=0.5), 0.0820849986),
        (LaplacianKernel(), 0.3269218954),
        (PowerSeriesKernel(0.25), 2.4903429575),
        (SigmoidKernel(), 0.9999092043),
    ],
)
def test_kernels_of_two_points(kernel, expected):
    """Brown 2018, section 4.5.2 The Polynomial kernel."""
    x, z = np.array([[1.0, 2.0]]), np.array([[3.0, 1.0]])
    assert kernel(x, z)[0, 0] == pytest.approx(expected, rel=1e-9)


def test_the_lift_of_degree_2_has_the_kernel_as_its_dot_product():
    """Brown 2018, section 4.5.2 The Polynomial kernel."""
    random = np.random.default_rng(0)
    U, V = random.normal(size=(6, 2)), random.normal(size=(5, 2))
    lift = PolynomialFeatureMap(degree=2).fit(U)
    assert lift.transform(U).shape == (6, 6)
    np.testing.assert_allclose(lift.transform(U) @ lift.transform(V).T, (1 + U @ V.T) ** 2, atol=1e-12)


@pytest.mark.parametrize(("sigma", "gamma"), [(0.25, 8.0), (0.5, 2.0), (1.0, 0.5), (2.0, 0.125)])
def test_gamma_is_half_the_inverse_square_of_sigma(sigma, gamma):
    """Brown 2018, section 4.5.3 The RBF kernel."""
    assert RBFKernel(sigma=sigma) == RBFKernel(gamma=gamma)


def test_at_a_large_gamma_the_gram_matrix_is_the_identity():
    """Brown 2018, section 4.5.3 The RBF kernel."""
    np.testing.assert_allclose(RBFKernel(gamma=1e3)(SEVEN), np.eye(7), atol=1e-12)


@pytest.mark.parametrize("C", [0.1, 0.5, 1.0, 2.0, 10.0])
def test_the_objective_of_the_soft_margin_has_C_times_the_hinge_for_every_C(C):
    """Brown 2018, section 4.4 SVMs with Soft Margins.

    Equation 4.6 as printed has min(C, 1) in place of C, so that a C above 1 would change nothing.
    """
    task = gn.load("five-points")
    X, y = np.asarray(task.X, dtype=float), np.asarray(task.y)
    model = gn.SVC(kernel="linear", C=C, tol=1e-9).fit(X, y)
    hinge = np.maximum(0, 1 - np.where(y == model.classes_[1], 1, -1) * model.decision_function(X)).sum()
    objective = np.sum(model.coef_**2) / 2 + C * hinge
    assert model.certificate_.primal == pytest.approx(objective) == pytest.approx(model.certificate_.dual)


def test_a_C_above_1_still_changes_the_margin():
    """Brown 2018, section 4.4 SVMs with Soft Margins."""
    task = gn.load("five-points")
    widths = [
        kernel_decision(gn.SVC(kernel="linear", C=C, tol=1e-9).fit(task.X, task.y)).margin for C in (1, 2)
    ]
    assert widths[1] < widths[0] - 0.1


def test_identities_at_the_optimum_of_ten_rows():
    """Boser, Guyon and Vapnik 1992, section 3.1 Properties of the solution."""
    model = hard(TEN, TEN_CLASSES)
    machine, found = kernel_decision(model), check_kkt_conditions(model, TEN, TEN_CLASSES)
    assert sorted(machine.support) == [4, 5]
    np.testing.assert_allclose(machine.w, [0.09008825, 0.00859933], atol=1e-8)
    assert -machine.b == pytest.approx(8.05145267, abs=1e-6)
    assert machine.margin == pytest.approx(11.05, abs=1e-6)
    np.testing.assert_allclose(machine.alpha, 0.00409492, atol=1e-8)
    # Printed as (M*)² / 2, which is off: it is 1 / (2 M*²).
    for value in (found.dual, found.squared_length / 2, 0.5 / found.margin**2, found.sum_alpha / 2):
        assert value == pytest.approx(0.00409492, abs=1e-8)
    assert machine.b_from_pair() == pytest.approx(-8.05145, abs=1e-5)
    assert machine(np.array([[70.0, 160.0]]))[0] == pytest.approx(-0.36938, abs=1e-5)


def test_leave_one_out_error_of_ten_rows_and_its_bound():
    """Boser, Guyon and Vapnik 1992, section 3.1 Properties of the solution."""
    found = leave_one_out_error(hard(TEN, TEN_CLASSES), TEN, TEN_CLASSES)
    assert (found.error, found.bound, found.n_refits) == (0.0, 0.2, 2)
    assert independent_support_vectors(hard(TEN, TEN_CLASSES)) == 2
    assert "not an estimate" in str(found)


def test_which_of_seven_rows_widens_the_margin_most_when_removed():
    """Boser, Guyon and Vapnik 1992, section 3.1 Properties of the solution."""
    model = hard(SEVEN, SEVEN_CLASSES)
    machine = kernel_decision(model)
    np.testing.assert_allclose(machine.w, [0.0346148, -0.0158220], atol=1e-7)
    assert -machine.b == pytest.approx(-0.235015, abs=1e-6)
    assert machine.margin == pytest.approx(26.27470, abs=1e-5)
    assert machine(np.array([[85.2, 160.3]]))[0] == pytest.approx(0.64793, abs=1e-5)
    table = support_table(model, SEVEN, SEVEN_CLASSES)
    np.testing.assert_allclose(table.alpha[[2, 5, 6]], [0.00041306, 0.00031120, 0.00072426], atol=1e-8)
    assert table.alpha.sum() == pytest.approx(0.00144852, abs=1e-8)
    assert table.ranked()["row"].tolist() == [2, 5, 6]
    margins = {
        row: kernel_decision(hard(np.delete(SEVEN, row, 0), np.delete(SEVEN_CLASSES, row))).margin
        for row in (6, 2, 5)
    }
    assert list(margins.values()) == pytest.approx([26.70396, 26.47510, 26.35590], abs=2e-5)
    cleaned = remove_outliers(gn.SVC(C=float("inf"), kernel="linear", tol=1e-9), SEVEN, SEVEN_CLASSES)
    assert cleaned.frame()["row"].tolist() == [6]
    assert cleaned.frame()["margin_after"].iloc[0] == pytest.approx(26.70396, abs=1e-5)


@pytest.mark.parametrize(
    ("X", "y", "w", "margin"),
    [
        (TEN, TEN_CLASSES, (0.09507926, -0.04368746), 9.55695),
        (SEVEN, SEVEN_CLASSES, (0.03529864, -0.01471126), 26.14958),
    ],
)
def test_a_bias_fixed_at_0_narrows_the_margin(X, y, w, margin):
    """Boser, Guyon and Vapnik 1992, section 3.1 Properties of the solution."""
    model = hard(X, y, bias=0.0)
    machine = kernel_decision(model)
    np.testing.assert_allclose(machine.w, w, atol=1e-7)
    assert machine.margin == pytest.approx(margin, abs=1e-4)
    assert check_kkt_conditions(model, X, y).holds(1e-6)


def test_chunking_ends_at_the_model_of_all_rows():
    """Boser, Guyon and Vapnik 1992, section 3.1 Properties of the solution."""
    random = np.random.default_rng(0)
    X = random.normal(size=(800, 2))
    X = X[np.abs(X @ [1.0, 0.5] - 0.2) > 0.1][:600]
    y = (X @ [1.0, 0.5] > 0.2).astype(int)
    learner = gn.SVC(C=float("inf"), kernel="linear", tol=1e-9)
    found, whole = chunking(learner, X, y, chunk=60), kernel_decision(learner.fit(X, y))
    parts = kernel_decision(found.model)
    np.testing.assert_allclose(parts.w, whole.w, rtol=1e-6)
    assert parts.b == pytest.approx(whole.b, rel=1e-6)
    steps = found.frame()
    assert len(steps) <= 15
    assert steps["chunks"].iloc[-1] == 10
    assert steps["rows"].max() < 200
    assert steps["violators"].iloc[-1] == 0


def test_the_number_of_monomials_is_exact():
    """Boser, Guyon and Vapnik 1992, section 4 Experimental results."""
    # The printed column mixes n^q / 2 and n^q.
    expected = [256, 33_152, 2_862_208, 186_043_584, 9_711_475_136]
    assert [feature_space_dimension(256, "poly", degree=q) for q in range(1, 6)] == expected
    assert polynomial_feature_count(2, 2) == 6


def test_tanh_is_no_dot_product_and_the_others_are():
    """Brown 2018, section 4.5.1 The Kernel Trick."""
    X = np.random.default_rng(0).normal(size=(40, 3))
    for kernel in (RBFKernel(0.5), LaplacianKernel(), PowerSeriesKernel(0.5), PolynomialKernel(3)):
        assert mercer_check(X, kernel).holds
        assert kernel.is_mercer
    with pytest.warns(NumericsWarning, match="smallest eigenvalue is -"):
        assert not mercer_check(X, SigmoidKernel()).holds


def test_a_wide_margin_is_robust_to_noise_in_the_multipliers_and_to_few_bits():
    """Boser, Guyon and Vapnik 1992, section 1 Introduction."""
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(-2, 1, size=(60, 2)), random.normal(2, 1, size=(60, 2))])
    y = np.repeat([0, 1], 60)
    model = gn.SVC(kernel="linear", C=1.0).fit(X, y)
    from gnomon.learners.kernel.reading.perturbation import perturbed_error, rounded_error

    shaken = perturbed_error(model, X, y, noise=[0.01, 2.0])
    assert shaken.mean[0] <= shaken.exact + 0.01
    assert shaken.mean[1] > shaken.mean[0]
    coarse = rounded_error(model, X, y, bits=[1, 12])
    assert coarse.mean[1] == coarse.exact


def test_an_outlier_moves_the_largest_loss_but_hardly_the_average():
    """Boser, Guyon and Vapnik 1992, section 1 Introduction."""
    random = np.random.default_rng(1)
    X = np.concatenate(
        [random.normal([-3, 0], 0.5, size=(200, 2)), random.normal([3, 0], 0.5, size=(200, 2))]
    )
    y = np.repeat([0, 1], 200)
    with_outlier, classes = np.vstack([X, [[1.5, 3.0]]]), np.append(y, 0)
    widths = [kernel_decision(hard(*rows)).margin for rows in ((X, y), (with_outlier, classes))]
    assert widths[1] < 0.7 * widths[0]
    turns = []
    for rows in ((X, y), (with_outlier, classes)):
        w = gn.LeastSquaresClassifier().fit(*rows).coef_[0]
        turns.append(w / np.linalg.norm(w))
    assert turns[0] @ turns[1] > 0.97
    table = support_table(hard(with_outlier, classes), with_outlier, classes)
    assert table.ranked()["row"].iloc[0] == 400
    learner = gn.SVC(C=float("inf"), kernel="linear", tol=1e-9)
    # Multipliers of the two classes have one sum, so the other side's is as large: a person tells them apart.
    cleaned = remove_outliers(learner, with_outlier, classes, review=lambda row, alpha: row == 400)
    assert cleaned.frame()["row"].tolist() == [400]
    assert kernel_decision(cleaned.model).margin == pytest.approx(widths[0], rel=1e-6)


def test_differences_of_patterns_give_the_same_multipliers_and_b_follows_from_a_pair():
    """Boser, Guyon and Vapnik 1992, section 2.2 Maximizing the margin in the dual space."""
    kernel = PolynomialKernel(2, gamma=1e-4)
    machine = kernel_decision(gn.SVC(C=float("inf"), kernel=kernel, tol=1e-9).fit(TEN, TEN_CLASSES))
    by_differences = gn.SVC(C=float("inf"), kernel=Differences(kernel, TEN[0]), tol=1e-9)
    other = kernel_decision(by_differences.fit(TEN, TEN_CLASSES))
    np.testing.assert_allclose(other(TEN), machine(TEN), atol=1e-5)
    assert other.margin == pytest.approx(machine.margin, rel=1e-6)
    assert machine.b_from_pair() == pytest.approx(machine.b, abs=1e-5)
