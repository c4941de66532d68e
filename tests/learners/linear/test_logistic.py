import warnings

import numpy as np
import pytest
import scipy.sparse
import statsmodels.api as sm
from scipy.optimize import approx_fprime
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression as Peer

import gnomon as gn
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.linear.logistic_loss import BinaryRows, ManyRows

SETTINGS = [{"C": 0.1}, {"C": 1.0}, {"C": 50.0}, {"fit_intercept": False}, {"class_weight": "balanced"}]


def sample(n_classes=2, n_rows=300, seed=0):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, 5)) * [1, 3, 0.3, 1, 2] + [0, 5, 1, -1, 0]
    scores = (X - X.mean(axis=0)) @ random.normal(size=(5, n_classes)) / 2
    return X, np.array(["a", "b", "c", "d"])[(scores + random.gumbel(size=scores.shape)).argmax(axis=1)]


def peer(n_classes, **options):
    return Peer(
        tol=1e-12, max_iter=100_000, solver="newton-cg" if n_classes > 2 else "newton-cholesky", **options
    )


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("options", SETTINGS, ids=str)
@pytest.mark.parametrize("form", [np.asarray, csr_matrix])
def test_it_agrees_with_scikit_learn(n_classes, options, form):
    X, y = sample(n_classes)
    ours, theirs = gn.LogisticRegression(**options).fit(form(X), y), peer(n_classes, **options).fit(X, y)
    assert ours.converged_
    np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=2e-6)
    np.testing.assert_allclose(ours.predict_proba(form(X)), theirs.predict_proba(X), atol=1e-6)
    np.testing.assert_allclose(ours.predict_log_proba(form(X)), theirs.predict_log_proba(X), atol=1e-5)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("l1_ratio", [0.3, 1.0])
@pytest.mark.parametrize("form", [np.asarray, csr_matrix])
def test_an_l1_penalty_is_certified_by_the_gradient(n_classes, l1_ratio, form):
    # At the minimum the gradient of the loss equals the penalty's, or is at most that where w is zero.
    X, y = sample(n_classes)
    model = gn.LogisticRegression(C=0.05, l1_ratio=l1_ratio, max_iter=50_000).fit(form(X), y)
    assert model.converged_
    residual = model.predict_proba(X) - (y[:, None] == model.classes_)
    gradient = -0.05 * (residual[:, 1:] if n_classes == 2 else residual).T @ X
    off = model.coef_ == 0
    expected = l1_ratio * np.sign(model.coef_) + (1 - l1_ratio) * model.coef_
    np.testing.assert_allclose(gradient[~off], expected[~off], atol=1e-6)
    assert (np.abs(gradient[off]) <= l1_ratio + 1e-6).all()
    if l1_ratio == 1:
        assert off.any()


def test_the_two_ways_to_a_sparse_model_agree():
    X, y = sample()
    newton = gn.LogisticRegression(C=0.05, l1_ratio=1.0).fit(X, y)
    proximal = gn.LogisticRegression(C=0.05, l1_ratio=1.0, solver="proximal", max_iter=50_000).fit(X, y)
    np.testing.assert_allclose(newton.coef_, proximal.coef_, atol=1e-7)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_derivatives_are_those_of_the_loss(n_classes):
    random = np.random.default_rng(0)
    weight = random.random(6)
    if n_classes == 2:
        rows, scores = BinaryRows(random.integers(2, size=6).astype(float), weight), random.normal(size=6)
    else:
        rows, scores = ManyRows(random.integers(3, size=6), 3, weight), random.normal(size=(6, 3))
    numeric = approx_fprime(scores.ravel(), lambda flat: rows.loss(flat.reshape(scores.shape)), 1e-7)
    np.testing.assert_allclose(rows.residual(scores).ravel(), numeric, atol=1e-6)
    if n_classes == 2:
        bent = (rows.residual(scores + 1e-6) - rows.residual(scores - 1e-6)) / 2e-6
        np.testing.assert_allclose(rows.terms(scores)[2], bent, atol=1e-8)


def test_large_scores_neither_overflow_nor_lose_the_loss():
    rows = BinaryRows(np.array([0.0, 1.0]), np.ones(2))
    assert rows.loss(np.array([1000.0, -1000.0])) == 2000
    many = ManyRows(np.array([0]), 2, np.ones(1))
    assert many.loss(np.array([[-1000.0, 1000.0]])) == 2000


@pytest.mark.parametrize("n_classes", [2, 3])
def test_weights_are_repetitions(n_classes):
    X, y = sample(n_classes)
    times = np.random.default_rng(1).integers(0, 4, size=len(y))
    weighted = gn.LogisticRegression().fit(X, y, times)
    repeated = gn.LogisticRegression().fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, atol=1e-7)


def test_a_regularization_path_is_that_of_separate_fits():
    X, y = sample(3)
    task = gn.Task(X, y)
    path = [gn.LogisticRegression(C=C) for C in (0.01, 1.0, 100.0)]
    for learner, predictions in zip(path, gn.resample_each(task, path, gn.k_fold(3))):
        alone = gn.resample(task, peer(3, C=learner.C), gn.k_fold(3))
        np.testing.assert_allclose(predictions.probability, alone.probability, atol=1e-6)


def test_standard_errors_of_two_classes_agree_with_statsmodels():
    X, y = sample()
    model = gn.LogisticRegression(C=np.inf).fit(X, y)
    table = model.inference().frame(level=0.9)
    theirs = sm.Logit((y == "b").astype(float), sm.add_constant(X)).fit(disp=0, tol=1e-12)
    np.testing.assert_allclose(table["coefficient"], theirs.params, atol=1e-7)
    np.testing.assert_allclose(table["standard error"], theirs.bse, rtol=1e-6)
    np.testing.assert_allclose(table["p"], theirs.pvalues, rtol=1e-5, atol=1e-12)
    np.testing.assert_allclose(table[["lower", "upper"]], theirs.conf_int(0.1), atol=1e-6)
    result = model.inference()
    assert [result.log_likelihood, result.aic, result.bic] == pytest.approx(
        [theirs.llf, theirs.aic, theirs.bic]
    )
    assert "AIC" in repr(result)
    sparse = gn.LogisticRegression(C=np.inf).fit(scipy.sparse.csr_matrix(X), y).inference()
    np.testing.assert_allclose(sparse.covariance, result.covariance, rtol=1e-5)


def test_standard_errors_of_many_classes_agree_with_statsmodels():
    X, y = sample(3)
    model = gn.LogisticRegression(C=np.inf).fit(X, y)
    table = model.inference().frame()
    theirs = sm.MNLogit(np.searchsorted(model.classes_, y), sm.add_constant(X)).fit(
        disp=0, tol=1e-12, maxiter=99
    )
    np.testing.assert_allclose(table["coefficient"], theirs.params.T.ravel(), atol=1e-6)
    np.testing.assert_allclose(table["standard error"], theirs.bse.T.ravel(), rtol=1e-5)
    assert table.index[0] == "b: constant"
    assert [model.inference().aic, model.inference().bic] == pytest.approx([theirs.aic, theirs.bic])
    with pytest.raises(DataError, match="fit with C=inf"):
        gn.LogisticRegression().fit(X, y).inference()
    with pytest.raises(DataError, match="partial_fit"):
        gn.LogisticRegression(C=np.inf).partial_fit(X, y).inference()


@pytest.mark.parametrize("n_classes", [2, 3])
def test_separable_classes_are_said_to_be(n_classes):
    X = np.arange(12.0)[:, None]
    y = np.arange(12) * n_classes // 12
    with pytest.warns(NumericsWarning, match="linearly separable.*set a finite C"):
        model = gn.LogisticRegression(C=np.inf).fit(np.column_stack([X, X**2]), y)
    assert not model.converged_
    assert gn.LogisticRegression().fit(X, y).converged_


def test_a_fit_cut_short_says_so():
    X, y = sample()
    with pytest.warns(NumericsWarning, match="increase max_iter=1"):
        model = gn.LogisticRegression(max_iter=1).fit(X, y)
    assert not model.converged_
    assert model.gradient_ > 1e-8
    assert len(model.history_) == 2


@pytest.mark.parametrize("n_classes", [2, 3])
def test_scale_and_offset_of_columns_do_not_matter_without_a_penalty(n_classes):
    X, y = sample(n_classes)
    scale = np.array([1e12, 1, 1e-12, 1e6, 1])
    plain = gn.LogisticRegression(C=np.inf).fit(X, y)
    scaled = gn.LogisticRegression(C=np.inf).fit(X * scale, y)
    np.testing.assert_allclose(plain.predict_proba(X), scaled.predict_proba(X * scale), atol=1e-6)


def test_collinear_and_constant_columns_and_few_rows_are_no_trouble():
    X, y = sample(n_rows=300)
    wide = np.column_stack([X, X[:, 0], np.full(300, 7.0)])
    model = gn.LogisticRegression().fit(wide, y)
    assert model.converged_
    np.testing.assert_allclose(model.coef_[0, 0], model.coef_[0, 5], rtol=1e-6)
    assert gn.LogisticRegression().fit(np.eye(4), ["a", "b", "a", "b"]).converged_


def test_what_makes_no_sense_is_refused():
    X, y = sample(3)
    with pytest.raises(DataError, match="1 class"):
        gn.LogisticRegression().fit(X, np.full(len(y), True))
    with pytest.raises(ParameterError, match="C"):
        gn.LogisticRegression(C=0.0).fit(X, y)
    with pytest.raises(ParameterError, match="is for dense rows"):
        gn.LogisticRegression(solver="newton").fit(scipy.sparse.csr_matrix(X), y)
    with pytest.raises(ParameterError, match="no gradient at zero"):
        gn.LogisticRegression(solver="lbfgs", l1_ratio=0.5).fit(X, y)
    with pytest.raises(ParameterError, match="trace shows"):
        gn.LogisticRegression().trace(X, y)


def test_batch_gradient_descent_goes_downhill_to_newtons_answer():
    X, y = sample()
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    slow = gn.LogisticRegression(solver="gradient descent", learning_rate=0.005, max_iter=3000).fit(X, y)
    assert (np.diff(slow.history_) <= 1e-9).all()
    np.testing.assert_allclose(slow.coef_, gn.LogisticRegression().fit(X, y).coef_, atol=1e-4)


def test_rows_one_by_one_move_as_the_notes_print_it():
    # w_j <- w_j - alpha (f(x) - y) x_j and t <- t + alpha (f(x) - y), with b = -t, row after row.
    X, y = sample(n_rows=20)
    w, t = np.zeros(5), 0.0
    for x, label in zip(X, y):
        f = 1 / (1 + np.exp(-(w @ x - t)))
        w, t = w - 0.1 * (f - (label == "b")) * x, t + 0.1 * (f - (label == "b"))
    model = gn.LogisticRegression(C=np.inf, solver="sgd", max_iter=1).fit(X, y)
    np.testing.assert_allclose(model.coef_[0], w)
    assert model.intercept_[0] == pytest.approx(-t)
    again = gn.LogisticRegression(C=np.inf).partial_fit(X, y)
    np.testing.assert_allclose(again.coef_[0], w)


def test_a_random_start_depends_on_its_seed_alone():
    X, y = sample(n_rows=20)
    options = {"solver": "sgd", "max_iter": 2, "init": "random", "shuffle": True}
    first, second = (gn.LogisticRegression(random_state=3, **options).fit(X, y) for _ in range(2))
    other = gn.LogisticRegression(random_state=4, **options).fit(X, y)
    assert np.array_equal(first.coef_, second.coef_)
    assert not np.array_equal(first.coef_, other.coef_)


def test_partial_fit_learns_many_classes_from_streams():
    X, y = sample(3, n_rows=600)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    model = gn.LogisticRegression(learning_rate=0.05)
    for begin in range(0, 600, 60):
        model.partial_fit(X[begin : begin + 60], y[begin : begin + 60], classes=["a", "b", "c"])
    best = gn.LogisticRegression().fit(X, y).score(X, y)
    assert model.score(X, y) > best - 0.05
    with pytest.raises(DataError, match="pass all of them"):
        model.partial_fit(X[:3], ["a", "b", "z"])


def test_many_rows_start_from_a_sample_and_end_at_the_same_place():
    random = np.random.default_rng(0)
    X = random.normal(size=(60_000, 3))
    for n_classes in (2, 3):
        y = (X @ random.normal(size=(3, n_classes)) + random.gumbel(size=(60_000, n_classes))).argmax(axis=1)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            model = gn.LogisticRegression().fit(X, y)
        np.testing.assert_allclose(model.coef_, peer(n_classes).fit(X, y).coef_, atol=1e-5)
