import numpy as np
import pytest
import scipy.sparse
import sklearn.svm
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import make_classification

import gnomon as gn
from gnomon.errors import DataError, NumericsWarning, ParameterError


def rows(n=200, d=8, classes=2, seed=0):
    return make_classification(
        n, d, n_informative=d // 2, n_redundant=0, n_classes=classes, random_state=seed, flip_y=0.1
    )


def objective(model, X, y, C, squared, penalty="l2"):
    """The sum of scikit-learn's objectives over binary problems."""
    total = 0.0
    for k, (w, b) in enumerate(zip(model.coef_, model.intercept_)):
        above = model.classes_[1] if len(model.coef_) == 1 else model.classes_[k]
        missing = np.maximum(0, 1 - np.where(y == above, 1, -1) * (X @ w + b))
        size = (w @ w + b * b) / 2 if penalty == "l2" else np.abs(w).sum() + abs(b)
        total += size + C * np.sum(missing**2 if squared else missing)
    return total


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
@pytest.mark.parametrize("C", [0.05, 1.0, 20.0])
@pytest.mark.parametrize("classes", [2, 4])
def test_it_reaches_the_least_objective(loss, C, classes):
    X, y = rows(classes=classes)
    model = gn.LinearSVC(C=C, loss=loss).fit(X, y)
    assert model.converged_
    assert objective(model, X, y, C, loss != "hinge") == pytest.approx(model.primal_.sum(), rel=1e-12)
    assert model.gap_.max() < 1e-6
    if C <= 1:
        peer = sklearn.svm.LinearSVC(C=C, loss=loss, dual=True, tol=1e-8, max_iter=20_000, random_state=0)
        peer.fit(X, y)
        np.testing.assert_allclose(model.decision_function(X), peer.decision_function(X), atol=2e-3)
        assert model.primal_.sum() <= objective(peer, X, y, C, loss != "hinge") * (1 + 1e-6)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_rows_and_columns_solve_the_same_problem(loss):
    X, y = rows(150, 6)
    by_columns = gn.LinearSVC(loss=loss, dual=False).fit(X, y)
    by_rows = gn.LinearSVC(loss=loss, dual=True, tol=1e-7, max_iter=50_000, random_state=0).fit(X, y)
    np.testing.assert_allclose(by_rows.coef_, by_columns.coef_, atol=1e-3)
    assert by_rows.primal_[0] == pytest.approx(by_columns.primal_[0], rel=1e-6)


@pytest.mark.parametrize("options", [{}, {"loss": "hinge"}, {"dual": True, "tol": 1e-6}, {"penalty": "l1"}])
def test_sparse_rows_give_the_dense_plane(options):
    X, y = rows(120, 10)
    X[np.abs(X) < 0.7] = 0
    dense = gn.LinearSVC(random_state=0, max_iter=20_000, **options).fit(X, y)
    sparse = gn.LinearSVC(random_state=0, max_iter=20_000, **options).fit(scipy.sparse.csr_matrix(X), y)
    np.testing.assert_allclose(sparse.coef_, dense.coef_, atol=1e-4)
    np.testing.assert_allclose(sparse.predict(scipy.sparse.csr_matrix(X)), dense.predict(X))


def test_a_column_that_stands_twice_in_a_row_counts_as_its_sum():
    X, y = rows(60, 4)
    twice = scipy.sparse.csr_matrix(
        (np.repeat(X.ravel() / 2, 2), np.tile(np.repeat(range(4), 2), 60), range(0, 481, 8))
    )
    assert not twice.has_canonical_format
    plain = gn.LinearSVC(dual=True, tol=1e-6, max_iter=20_000, random_state=0).fit(X, y)
    result = gn.LinearSVC(dual=True, tol=1e-6, max_iter=20_000, random_state=0).fit(twice, y)
    np.testing.assert_allclose(result.coef_, plain.coef_, atol=1e-5)


def test_many_columns_go_through_the_rows_or_through_conjugate_gradients():
    X, y = rows(60, 1600)
    assert X.shape[1] > 1500
    by_rows = gn.LinearSVC(random_state=0, tol=1e-8, max_iter=5000).fit(X, y)
    by_products = gn.LinearSVC(dual=False, tol=1e-6).fit(X, y)
    np.testing.assert_allclose(by_products.decision_function(X), by_rows.decision_function(X), atol=1e-4)
    with pytest.raises(ParameterError, match="not differentiable"):
        gn.LinearSVC(loss="hinge", dual=False).fit(X, y)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(
    ("d", "gap", "C"), [(12, 1e-9, 0.05), (12, 1e-9, 1.0), (200, 1e-6, 1.0), (1200, 0.05, 0.05)]
)
def test_the_l1_penalty_gives_the_coefficients_of_scikit_learn(d, gap, C):
    X, y = rows(100, d)
    model = gn.LinearSVC(penalty="l1", C=C, max_iter=20_000).fit(X, y)
    peer = sklearn.svm.LinearSVC(penalty="l1", dual=False, C=C, tol=1e-6, max_iter=5000, random_state=0)
    peer.fit(X, y)
    assert model.primal_[0] <= objective(peer, X, y, C, True, "l1") * (1 + 1e-5)
    assert model.gap_[0] < gap
    assert (model.coef_ != 0).sum() < d


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge"])
def test_a_weight_is_a_repetition(loss):
    X, y = rows(80, 6, 3)
    times = np.random.default_rng(0).integers(0, 4, size=80)
    weighted = gn.LinearSVC(loss=loss, tol=1e-6).fit(X, y, sample_weight=times)
    repeated = gn.LinearSVC(loss=loss, tol=1e-6).fit(np.repeat(X, times, axis=0), np.repeat(y, times))
    np.testing.assert_allclose(weighted.coef_, repeated.coef_, atol=1e-6 if loss == "hinge" else 1e-10)


def test_class_weights_are_prices():
    X, y = rows(100, 4)
    named = gn.LinearSVC(class_weight={0: 1.0, 1: 5.0}).fit(X, y)
    weighted = gn.LinearSVC().fit(X, y, sample_weight=np.where(y == 1, 5.0, 1.0))
    np.testing.assert_allclose(named.coef_, weighted.coef_, rtol=1e-9)
    assert (named.predict(X) == 1).sum() > (gn.LinearSVC().fit(X, y).predict(X) == 1).sum()
    assert gn.LinearSVC(class_weight="balanced").fit(X, y).converged_


@given(st.integers(0, 10_000), st.floats(0.01, 100))
@settings(max_examples=15)
def test_the_dual_never_exceeds_the_primal_and_meets_it(seed, C):
    random = np.random.default_rng(seed)
    X = random.normal(size=(30, 3)) * random.uniform(0.1, 10, size=3)
    y = np.where(X[:, 0] + random.normal(size=30) > 0, "yes", "no")
    if len(np.unique(y)) == 2:
        for loss in ("hinge", "squared_hinge"):
            model = gn.LinearSVC(C=C, loss=loss).fit(X, y)
            assert model.dual_[0] <= model.primal_[0] * (1 + 1e-9)
            assert model.gap_[0] < 1e-4


def test_a_stop_before_the_end_is_said_with_its_gap():
    X, y = rows(200, 20)
    with pytest.warns(NumericsWarning, match=r"LinearSVC did not converge in 2 steps.*max_iter=2"):
        model = gn.LinearSVC(dual=True, max_iter=2, random_state=0).fit(X * 100, y)
    assert not model.converged_
    assert model.gap_[0] > 1e-4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"multi_class": "crammer_singer"}, "use multi_class='ovr'"),
        ({"penalty": "l1", "loss": "hinge"}, "needs"),
        ({"C": 0.0}, "C must be"),
        ({"intercept_scaling": 0.0}, "intercept_scaling must be"),
    ],
)
def test_wrong_parameters_are_refused_with_a_fix(options, message):
    with pytest.raises(ParameterError, match=message):
        gn.LinearSVC(**options).fit(*rows(20, 4))


def test_odd_tables_get_an_answer_or_one_clear_error():
    with pytest.raises(DataError, match="1 class"):
        gn.LinearSVC().fit([[1.0], [2.0]], [1, 1])
    with pytest.raises(DataError, match="NaN"):
        gn.LinearSVC().fit([[np.nan], [2.0]], [0, 1])
    with pytest.raises(DataError, match="too large for a float"):
        gn.LinearSVC().fit([[1e200], [-1e200]], [0, 1])
    same = gn.LinearSVC().fit(np.ones((6, 2)), [0, 1, 0, 1, 1, 1])
    assert np.isfinite(same.decision_function(np.ones((1, 2)))).all()
    two = gn.LinearSVC(loss="hinge").fit([[0.0], [1.0]], [True, False])
    assert two.predict([[0.0]]).tolist() == [True]


def test_labels_of_any_kind_and_weights_of_zero():
    X = np.array([[0.0], [1.0], [4.0], [5.0]])
    model = gn.LinearSVC().fit(X, ["a", "a", "b", "c"], sample_weight=[1, 1, 1, 0])
    assert model.classes_.tolist() == ["a", "b"]
    assert model.coef_.shape == (1, 1)


@pytest.mark.parametrize("class_weight", [{0: 0.0}, {1: -2.0}, {"one": 1.0}, "equal", 3.0])
def test_a_wrong_class_weight_is_named(class_weight):
    with pytest.raises(ParameterError, match="class_weight="):
        gn.LinearSVC(class_weight=class_weight).fit([[0.0], [1.0]], [0, 1])


def words(n=2000, d=250, seed=0):
    """Sparse rows that hold many values a column."""
    random = np.random.default_rng(seed)
    X = scipy.sparse.random_array((n, d), density=0.1, format="csr", rng=random)
    return X, (X[:, :30].sum(axis=1) > X[:, 30:60].sum(axis=1) + 0.3 * random.normal(size=n)).astype(int)


@pytest.mark.parametrize("C", [0.1, 10.0])
def test_rows_and_columns_of_a_sparse_table_lead_to_one_plane(C):
    X, y = words()
    by_columns, by_rows = (
        gn.LinearSVC(C=C, dual=dual, tol=1e-6, max_iter=20_000, random_state=0).fit(X, y)
        for dual in ("auto", True)
    )
    assert by_columns.n_iter_ < 20 < by_rows.n_iter_
    assert by_columns.primal_[0] == pytest.approx(by_rows.primal_[0], rel=1e-8)
    np.testing.assert_allclose(by_columns.coef_, by_rows.coef_, atol=1e-3 * np.abs(by_rows.coef_).max())


def test_sparse_rows_of_huge_size_are_solved_warned_of_or_refused():
    X, y = words(300)
    assert gn.LinearSVC().fit(1e3 * X, y).converged_
    with pytest.warns(NumericsWarning, match="standardize the columns"):
        gn.LinearSVC().fit(1e30 * X, y)
    with pytest.raises(DataError, match="too large"):
        gn.LinearSVC().fit(1e200 * X, y)
