import _thread
import os
import signal
import threading
from math import inf

import numpy as np
import pytest
import scipy.sparse
import sklearn.svm
from sklearn.datasets import make_blobs, make_classification

import gnomon as gn
from gnomon import threads
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.kernel.kernels import LinearKernel, PowerSeriesKernel, RBFKernel
from gnomon.learners.kernel.svc import SVC
from gnomon.sharing.train import train_each

KERNELS = [
    {"kernel": "rbf", "gamma": "scale"},
    {"kernel": "rbf", "gamma": 2.0},
    {"kernel": "linear"},
    {"kernel": "poly", "degree": 3, "gamma": 0.2, "coef0": 1.0},
    {"kernel": "sigmoid", "gamma": 0.01, "coef0": 0.1},
]


def two_classes(n=300, seed=0):
    X, y = make_classification(n, 6, n_informative=4, flip_y=0.1, random_state=seed)
    return X, y


def objective(model, kernel_values):
    """The dual objective of any support vector machine of two classes."""
    b = np.zeros(len(kernel_values))
    b[model.support_] = model.dual_coef_[0]
    return np.abs(b).sum() - b @ kernel_values @ b / 2


@pytest.mark.parametrize("parameters", KERNELS, ids=str)
@pytest.mark.parametrize("C", [0.1, 1.0, 30.0])
@pytest.mark.filterwarnings("ignore:the kernel Sigmoid:gnomon.errors.NumericsWarning")
def test_decisions_and_objective_are_scikit_learns(parameters, C):
    X, y = two_classes()
    C = min(C, 1.0) if parameters["kernel"] == "sigmoid" else C  # above, the kernel is indefinite
    ours = SVC(C=C, **parameters).fit(X, y)
    theirs = sklearn.svm.SVC(C=C, tol=1e-8, **parameters).fit(X, y)
    expected = theirs.decision_function(X)
    # scikit-learn keeps kernel values in single precision: relative to the largest of them.
    size = max(1.0, float(np.abs(ours.kernel_(X)).max()) * 1e-1)
    assert ours.decision_function(X) == pytest.approx(expected, abs=1e-4 * size)
    K = ours.kernel_(X)
    assert objective(ours, K) == pytest.approx(objective(theirs, K), rel=1e-6)
    assert ours.certificate_.dual == pytest.approx(objective(ours, K), rel=1e-9)
    assert ours.converged_


@pytest.mark.parametrize("parameters", KERNELS[:4], ids=str)
@pytest.mark.parametrize("C", [0.1, 30.0])
def test_the_kkt_conditions_hold_to_rounding(parameters, C):
    X, y = two_classes()
    model = SVC(C=C, **parameters).fit(X, y)
    margin = np.where(y == 1, 1, -1) * model.decision_function(X)
    alpha = np.zeros(len(X))
    alpha[model.support_] = np.abs(model.dual_coef_[0])
    digits = 1e-8 * max(1.0, float(np.abs(margin).max()))
    assert (margin[alpha == 0] >= 1 - digits).all()
    assert (margin[alpha == C] <= 1 + digits).all()
    assert margin[(alpha > 0) & (alpha < C)] == pytest.approx(1, abs=digits)
    assert model.dual_coef_.sum() == pytest.approx(0, abs=1e-9 * C)


@pytest.mark.parametrize("parameters", KERNELS[:4], ids=str)
def test_fitted_attributes_have_scikit_learns_layout(parameters):
    X, y = two_classes(120)
    ours = SVC(**parameters).fit(X, y)
    theirs = sklearn.svm.SVC(tol=1e-8, **parameters).fit(X, y)
    assert ours.support_.tolist() == theirs.support_.tolist()
    assert ours.n_support_.tolist() == theirs.n_support_.tolist()
    assert ours.dual_coef_ == pytest.approx(theirs.dual_coef_, abs=1e-4)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, abs=1e-4)
    assert np.array_equal(ours.support_vectors_, theirs.support_vectors_)


@pytest.mark.parametrize("n_classes", [3, 20])
@pytest.mark.parametrize("shape", ["ovr", "ovo"])
def test_many_classes_are_scikit_learns(n_classes, shape):
    X, y = make_blobs(20 * n_classes, 4, centers=n_classes, cluster_std=3.0, random_state=0)
    y = np.array([f"class {label:02}" for label in y])
    ours = SVC(decision_function_shape=shape).fit(X, y)
    theirs = sklearn.svm.SVC(decision_function_shape=shape, tol=1e-8).fit(X, y)
    assert ours.decision_function(X) == pytest.approx(theirs.decision_function(X), abs=1e-4)
    assert np.array_equal(ours.predict(X), theirs.predict(X))
    assert ours.dual_coef_ == pytest.approx(theirs.dual_coef_, abs=1e-4)
    assert ours.support_.tolist() == theirs.support_.tolist()


def test_ties_are_broken_as_by_scikit_learn():
    X, y = make_blobs(150, 2, centers=5, cluster_std=4.0, random_state=1)
    grid = np.random.default_rng(0).uniform(-15, 15, size=(2000, 2))
    ours = SVC(break_ties=True).fit(X, y)
    theirs = sklearn.svm.SVC(break_ties=True, tol=1e-8).fit(X, y)
    assert np.array_equal(ours.predict(grid), theirs.predict(grid))
    with pytest.raises(ParameterError, match="break_ties"):
        SVC(break_ties=True, decision_function_shape="ovo").fit(X, y).predict(X)


def test_one_against_the_rest_is_a_machine_for_each_class():
    X, y = make_blobs(120, 3, centers=4, cluster_std=3.0, random_state=0)
    model = SVC(multi_class="ovr", C=3.0).fit(X, y)
    for c in range(4):
        one = SVC(C=3.0, gamma=model.kernel_.gamma).fit(X, y == c)
        assert model.decision_function(X)[:, c] == pytest.approx(one.decision_function(X), abs=1e-8)
    assert np.array_equal(model.predict(X), model.decision_function(X).argmax(axis=1))


@pytest.mark.parametrize(
    "weights", [{"class_weight": "balanced"}, {"class_weight": {0: 2.0, 1: 0.5}}], ids=str
)
def test_class_weights_are_scikit_learns(weights):
    X, y = make_classification(200, 5, weights=[0.8], flip_y=0.1, random_state=0)
    ours, theirs = SVC(**weights).fit(X, y), sklearn.svm.SVC(tol=1e-8, **weights).fit(X, y)
    assert ours.decision_function(X) == pytest.approx(theirs.decision_function(X), abs=1e-4)
    assert ours.class_weight_ == pytest.approx(theirs.class_weight_)


def test_a_weight_is_a_repetition_of_its_row():
    X, y = two_classes(90)
    times = np.random.default_rng(0).integers(0, 4, size=90)
    weighted = SVC().fit(X, y, sample_weight=times)
    repeated = SVC().fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    assert weighted.decision_function(X) == pytest.approx(repeated.decision_function(X), abs=1e-9)
    assert (times[weighted.support_] > 0).all()


@pytest.mark.parametrize("parameters", KERNELS, ids=str)
@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.filterwarnings("ignore:the kernel Sigmoid:gnomon.errors.NumericsWarning")
def test_sparse_rows_give_the_model_of_dense_ones(parameters, index):
    X, y = two_classes(150)
    X[np.abs(X) < 0.7] = 0
    rows = scipy.sparse.csr_array(X)
    rows.indices, rows.indptr = rows.indices.astype(index), rows.indptr.astype(index)
    dense, sparse = SVC(**parameters).fit(X, y), SVC(**parameters).fit(rows, y)
    assert sparse.decision_function(rows) == pytest.approx(dense.decision_function(X), abs=1e-8)
    assert sparse.decision_function(X) == pytest.approx(dense.decision_function(X), abs=1e-8)
    assert dense.decision_function(rows) == pytest.approx(dense.decision_function(X), abs=1e-8)
    assert scipy.sparse.issparse(sparse.support_vectors_)


def test_single_precision_rows_are_taken():
    X, y = two_classes(100)
    X = X.astype(np.float32)
    assert np.array_equal(SVC().fit(X, y).predict(X), SVC().fit(X.astype(np.float64), y).predict(X))


@pytest.mark.parametrize(
    "kernel", [PowerSeriesKernel(0.1), RBFKernel(0.3) + LinearKernel(), RBFKernel(0.3)], ids=str
)
def test_kernel_values_functions_and_given_matrices_agree(kernel):
    X, y = two_classes(120)
    K = kernel(X)
    by_value = SVC(kernel=kernel).fit(X, y)
    by_function = SVC(kernel=lambda A, B: kernel(A, B)).fit(X, y)
    by_matrix = SVC(kernel="precomputed").fit(K, y)
    expected = by_matrix.decision_function(K)
    assert by_value.decision_function(X) == pytest.approx(expected, abs=1e-8)
    assert by_function.decision_function(X) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("given", [True, False])
def test_folds_of_a_given_matrix_look_up_their_own_columns(given):
    X, y = two_classes(100)
    K = RBFKernel(0.2)(X)
    task = gn.Task(K if given else X, y)
    learner = SVC(kernel="precomputed" if given else (lambda A, B: RBFKernel(0.2)(A, B)))
    cuts = [(np.arange(0, 70), np.arange(70, 100)), (np.arange(30, 100), np.arange(30))]
    for trained in train_each([learner], task, cuts):
        train = cuts[trained.split][0]
        alone = SVC(kernel=RBFKernel(0.2)).fit(X[train], y[train])
        result = trained.learner.decision_function(trained.examples)
        assert result == pytest.approx(alone.decision_function(X[trained.held_out]), abs=1e-8)


def test_a_path_gives_every_setting_the_machine_it_has_alone():
    X, y = make_classification(1500, 8, n_informative=5, flip_y=0.1, random_state=0)
    path = [SVC(C=C, gamma=gamma) for C in (10.0, 0.1, 1.0) for gamma in (0.5, 0.05)]
    data = path[0].prepare(*SVC().check_rows(X, y))
    together = list(SVC.fit_each(path, data))
    assert [model.C for model in together] == [10.0, 10.0, 0.1, 0.1, 1.0, 1.0]
    for model in together:
        alone = SVC(C=model.C, gamma=model.gamma).fit(X, y)
        assert model.certificate_.dual == pytest.approx(alone.certificate_.dual, rel=1e-5)
        assert (model.predict(X) == alone.predict(X)).mean() > 0.999


def test_inactive_constraints_change_nothing_in_a_path():
    X, y = make_blobs(120, centers=5, cluster_std=0.6, random_state=0)
    path = [SVC(C=C, gamma=0.5) for C in (0.1, 1.0, 1000.0, 10_000.0)]
    together = list(SVC.fit_each(path, path[0].prepare(*SVC().check_rows(X, y))))
    felt, free = together[1:3]
    largest = np.abs(free.dual_coef_).max()
    assert 1.0 < largest < 1000.0
    assert np.abs(felt.dual_coef_).max() == 1.0
    assert np.array_equal(free.dual_coef_, together[3].dual_coef_)
    assert together[3].n_iter_.max() == 0
    assert together[3].converged_
    for model in together:
        alone = SVC(C=model.C, gamma=0.5).fit(X, y)
        np.testing.assert_allclose(model.decision_function(X), alone.decision_function(X), atol=1e-7)


@pytest.mark.parametrize("n_threads", [1, 2, 3])
def test_the_number_of_threads_changes_no_bit(n_threads):
    X, y = make_classification(2000, 10, n_informative=6, flip_y=0.1, random_state=0)
    expected = SVC(C=5.0).fit(X, y)
    with threads.limited(n_threads):
        result = SVC(C=5.0).fit(X, y)
        assert np.array_equal(result.decision_function(X), expected.decision_function(X))
    assert np.array_equal(result.dual_coef_, expected.dual_coef_)


@pytest.mark.parametrize("cache_size", [0.001, 1.0, 200.0])
def test_the_cache_changes_the_time_alone(cache_size):
    X, y = make_classification(1200, 10, n_informative=6, flip_y=0.2, random_state=0)
    assert SVC(cache_size=cache_size).fit(X, y).certificate_.dual == pytest.approx(
        SVC().fit(X, y).certificate_.dual, rel=1e-6
    )


@pytest.mark.parametrize("C", [1.0, 1e3])
def test_the_certificate_bounds_the_distance_to_the_optimum(C):
    X, y = make_classification(1500, 6, n_informative=5, n_redundant=0, flip_y=0.1, random_state=0)
    loose, tight = SVC(C=C, tol=0.1).fit(X, y), SVC(C=C, tol=1e-6).fit(X, y)
    assert tight.certificate_.gap < 1e-4 * tight.certificate_.primal
    assert loose.certificate_.dual <= tight.certificate_.primal <= loose.certificate_.primal
    assert tight.certificate_.residual <= 1e-6
    values = loose.history_[:, 3]
    assert (np.diff(values) > -1e-4 * np.abs(values[-1])).all()


@pytest.mark.parametrize("scale", [1e-12, 1e-3, 1e6, 1e30])
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_the_scale_of_the_columns_matters_only_to_C(scale, kernel):
    X, y = two_classes(100)
    plain = SVC(kernel=kernel).fit(X, y)
    C = 1.0 if kernel == "rbf" else scale**-2.0
    scaled = SVC(kernel=kernel, C=C).fit(X * scale, y)
    assert scaled.decision_function(X * scale) == pytest.approx(plain.decision_function(X), abs=1e-6)


def test_an_offset_of_the_columns_costs_no_digits():
    X, y = two_classes(100)
    near, far = SVC(gamma=0.1).fit(X, y), SVC(gamma=0.1).fit(X + 1e7, y)
    assert far.decision_function(X + 1e7) == pytest.approx(near.decision_function(X), abs=1e-6)


def test_inseparable_classes_have_no_hard_margin():
    with pytest.raises(DataError, match=r"no hyperplane separates.*finite C"):
        SVC(C=inf, kernel="linear").fit([[0, 0], [1, 1], [0, 1], [1, 0]], [0, 0, 1, 1])
    with pytest.raises(DataError, match="no hyperplane separates"):
        SVC(C=inf).fit([[0.0], [0.0], [1.0]], [0, 1, 1])
    X, y = two_classes(200)
    with pytest.raises(DataError, match="no hyperplane separates"):
        SVC(C=inf, kernel="linear").fit(X, y)


def test_rows_that_are_all_the_same_predict_the_commoner_class():
    model = SVC().fit(np.ones((5, 2)), ["a", "a", "b", "b", "b"])
    assert model.predict([[1.0, 1.0]]).tolist() == ["b"]


def test_two_rows_make_a_machine():
    model = SVC(kernel="linear", C=100.0).fit([[0.0], [2.0]], [False, True])
    assert model.decision_function([[0.0], [1.0], [2.0]]) == pytest.approx([-1, 0, 1], abs=1e-12)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"C": 0.0}, "C must be a number above 0"),
        ({"C": -1.0}, "C must be"),
        ({"C": float("nan")}, "C must be"),
        ({"gamma": -1.0}, "gamma must be"),
        ({"kernel": "cubic"}, "kernel must be"),
        ({"bias": "none"}, "bias must be"),
        ({"class_weight": {0: 0.0, 1: 1.0}}, "finite weights above 0"),
        ({"class_weight": {"one": 2.0}}, r"the classes are \[0, 1\]"),
        ({"class_weight": "equal"}, "class_weight='equal'.*None, 'balanced', or a dict"),
    ],
)
def test_wrong_parameters_are_named(parameters, message):
    with pytest.raises(ParameterError, match=message):
        SVC(**parameters).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (lambda A, B: np.ones((2, 2)), "shape"),
        (lambda A, B: np.full((len(A), len(B)), np.nan), "nan"),
        (lambda A, B: "no", "not a matrix"),
    ],
)
def test_a_kernel_function_that_gives_no_kernel_is_refused(kernel, message):
    with pytest.raises(DataError, match=message):
        SVC(kernel=kernel).fit(np.arange(5.0)[:, None], [0, 0, 1, 1, 1])


def test_wrong_data_are_refused():
    with pytest.raises(DataError, match="1 class"):
        SVC().fit([[0.0], [1.0]], ["a", "a"])
    with pytest.raises(DataError, match="column 0, row 1"):
        SVC().fit([[0.0], [np.nan]], [0, 1])
    with pytest.raises(DataError, match="1 class"):
        SVC().fit([[0.0], [1.0]], [0, 1], sample_weight=[1.0, 0.0])
    with pytest.raises(DataError, match="infinite"):
        SVC(kernel="poly", degree=9, gamma=1e30, coef0=1.0).fit([[1e12], [2e12], [3e12]], [0, 1, 1])


def test_a_kernel_that_is_no_dot_product_is_said_and_ends_at_a_point_of_rest():
    X, y = two_classes(150)
    with pytest.warns(
        NumericsWarning, match="not positive semi-definite on these rows: its smallest eigenvalue is -"
    ):
        model = SVC(kernel="sigmoid", gamma=1.0, coef0=-1.0).fit(X, y)
    assert np.isfinite(model.decision_function(X)).all()


def test_rows_that_single_precision_cannot_tell_apart_come_to_the_optimum():
    generator = np.random.default_rng(0)
    X = np.where(generator.random((150, 1)) < 0.5, 0.0, 250.0 + generator.normal(size=(150, 1)))
    y = generator.integers(0, 2, 150)
    for rows in (X, scipy.sparse.csr_array(X), X + 1e4):
        certificate = SVC(kernel="linear", C=25.0).fit(rows, y).certificate_
        assert certificate.residual <= 1e-3
        assert certificate.gap <= 1e-6 * certificate.primal


def test_a_class_that_a_fold_lacks_may_have_a_weight_all_the_same():
    X, y = two_classes(60)
    three = np.where(np.arange(60) == 0, 2, y)
    weights = {0: 1.0, 1: 3.0, 2: 5.0}
    model = SVC(class_weight=weights).fit(X, three, sample_weight=np.arange(60) > 0)
    expected = SVC(class_weight={0: 1.0, 1: 3.0}).fit(X[1:], y[1:])
    np.testing.assert_allclose(model.decision_function(X), expected.decision_function(X), atol=1e-9)
    assert model.class_weight_.tolist() == [1.0, 3.0]


def test_rows_too_large_for_their_squares_are_refused():
    X, y = two_classes(20)
    with pytest.raises(DataError, match="too large for a float"):
        SVC().fit(1e160 * X, y)
    with pytest.raises(DataError, match="standardize the columns"):
        SVC(gamma=1.0).fit(1e160 * X, y)


def test_stopping_early_warns_with_a_fix():
    X, y = two_classes(300)
    with pytest.warns(NumericsWarning, match="increase max_iter=5"):
        model = SVC(max_iter=5).fit(X, y)
    assert not model.converged_
    assert model.certificate_.gap > 0


def test_other_kernels_than_the_linear_have_no_w():
    model = SVC().fit([[0.0], [1.0]], [0, 1])
    assert not hasattr(model, "coef_")


def test_an_interrupt_stops_a_long_fit():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(4000, 5)), random.integers(2, size=4000)
    # A program that is started in the background ignores the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            SVC(C=1e9, kernel="linear", tol=1e-12).fit(X, y)
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_stops_a_path_whose_families_run_in_threads():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(4000, 5)), random.integers(2, size=4000)
    path = [SVC(C=1e9, gamma=gamma, tol=1e-12) for gamma in (0.1, 0.2, 0.3)]
    data = path[0].prepare(*SVC().check_rows(X, y))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        with threads.limited(2), pytest.raises(KeyboardInterrupt):
            list(SVC.fit_each(path, data))
    finally:
        signal.signal(signal.SIGINT, before)


def test_few_rows_with_C_beyond_single_precision_converge():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(100, 2)), random.integers(2, size=100)
    model = SVC(C=1e7, gamma=0.3).fit(X, y)
    assert model.converged_
    assert abs(model.certificate_.gap) <= 1e-6 * model.certificate_.primal


def test_an_error_in_one_family_of_a_path_is_raised():
    X, y = two_classes(60)
    path = [SVC(gamma=0.1), SVC(gamma=0.2, C=inf, kernel="linear"), SVC(gamma=0.3)]
    data = path[0].prepare(*SVC().check_rows(X, y))
    with pytest.raises(DataError, match="no hyperplane"):
        list(SVC.fit_each(path, data))
