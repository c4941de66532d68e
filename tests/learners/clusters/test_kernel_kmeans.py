import numpy as np
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon import KernelKMeans, KMeans
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.clusters import kernel_matrix
from gnomon.learners.kernel.kernels import LaplacianKernel, LinearKernel, PolynomialKernel, RBFKernel


def clouds(n_rows=200, k=4, seed=0):
    random = np.random.default_rng(seed)
    return 4 * random.normal(size=(k, 3))[random.integers(k, size=n_rows)] + random.normal(size=(n_rows, 3))


def slow(gram, labels, k, weight):
    """Steps with every sum written out, as the text has them."""
    while True:
        distance = np.empty((len(gram), k))
        for cluster in range(k):
            member = labels == cluster
            total = weight[member].sum()
            first = gram[:, member] @ weight[member] / total
            second = weight[member] @ gram[np.ix_(member, member)] @ weight[member] / total**2
            distance[:, cluster] = np.diagonal(gram) - 2 * first + second
        new = distance.argmin(axis=1)
        if np.array_equal(new, labels):
            return labels, float(weight @ distance.min(axis=1))
        labels = new


@pytest.mark.parametrize(
    "kernel",
    [
        LinearKernel(),
        RBFKernel(0.1),
        PolynomialKernel(2),
        LaplacianKernel(),
        RBFKernel(0.05) + LinearKernel(),
    ],
    ids=lambda k: str(k)[:12],
)
def test_steps_are_those_of_the_text(kernel):
    X = clouds()
    random = np.random.default_rng(2)
    start, weight = np.arange(200) % 4, random.integers(1, 4, size=200).astype(float)
    model = KernelKMeans(4, kernel=kernel, init=start).fit(X, sample_weight=weight)
    labels, inertia = slow(kernel(X), start, 4, weight)
    assert np.array_equal(model.labels_, labels)
    assert model.inertia_ == pytest.approx(inertia)
    assert np.array_equal(model.predict(X), labels)


def test_with_a_linear_kernel_it_is_k_means():
    X = clouds()
    plain = KMeans(4, tol=0).fit(X)
    model = KernelKMeans(4, kernel="linear", init=plain.labels_).fit(X)
    assert model.n_iter_ == 1
    assert model.inertia_ == pytest.approx(plain.inertia_)
    np.testing.assert_allclose(model.transform(X), plain.transform(X), atol=1e-6)


@given(st.integers(0, 500))
@settings(max_examples=15)
def test_the_sum_never_rises_for_a_kernel_that_is_a_dot_product(seed):
    X = clouds(60, seed=seed)
    history = KernelKMeans(5, init="partition", n_init=1, random_state=seed).fit(X).history_
    assert np.all(np.diff(history) <= 1e-9 * history[0])


@pytest.mark.parametrize("init", ["k-means++", "partition", "k-means"])
@given(st.integers(0, 500))
@settings(max_examples=8)
def test_a_weight_is_a_repetition(init, seed):
    random = np.random.default_rng(seed)
    X = clouds(25, seed=seed)
    times = random.integers(0, 3, size=25)
    times[:3] = 1
    model = KernelKMeans(3, gamma=0.1, init=init, n_init=1, random_state=seed)
    weighted = model.fit(X, sample_weight=times).predict(X)
    repeated = model.fit(X[random.permutation(np.repeat(np.arange(25), times))]).predict(X)
    assert np.array_equal(weighted, repeated)


def test_single_precision_for_many_rows_gives_the_clusters_of_double(monkeypatch):
    X = clouds(500)
    double = KernelKMeans(4, gamma=0.05).fit(X)
    monkeypatch.setattr(kernel_matrix, "MAX_DOUBLE_ROWS", 100)
    single = KernelKMeans(4, gamma=0.05).fit(X)
    assert np.array_equal(double.labels_, single.labels_)
    assert double.inertia_ == pytest.approx(single.inertia_, rel=1e-5)


def test_a_precomputed_kernel_gives_the_same_clusters():
    X = clouds()
    gram = RBFKernel(0.1)(X)
    rows = KernelKMeans(4, kernel=RBFKernel(0.1)).fit(X)
    precomputed = KernelKMeans(4, kernel="precomputed", init=np.arange(200) % 4)
    again = KernelKMeans(4, kernel=RBFKernel(0.1), init=np.arange(200) % 4).fit(X)
    assert np.array_equal(precomputed.fit(gram).labels_, again.labels_)
    assert np.array_equal(precomputed.predict(gram[:20]), again.predict(X[:20]))
    assert rows.n_features_in_ == 3
    with pytest.raises(ParameterError, match="use predict"):
        precomputed.transform(gram)


def test_sparse_rows_are_taken():
    X = clouds() * (np.abs(clouds()) > 1)
    dense, sparse = (KernelKMeans(4, gamma=0.1).fit(each) for each in (X, scipy.sparse.csr_matrix(X)))
    assert np.array_equal(dense.labels_, sparse.labels_)


def test_every_cluster_keeps_a_row_where_rows_differ():
    for seed in range(5):
        model = KernelKMeans(6, gamma=3.0, init="origin").fit(clouds(40, seed=seed))
        assert len(np.unique(model.labels_)) == 6


def test_rows_that_are_all_the_same_are_one_cluster():
    model = KernelKMeans(3).fit(np.ones((10, 2)))
    assert model.inertia_ == pytest.approx(0, abs=1e-12)
    assert set(model.predict(np.ones((2, 2)))) == set(model.labels_[:1])


def test_the_trace_ends_at_the_fitted_labels():
    X = clouds()
    learner = KernelKMeans(4, init="partition", n_init=1)
    steps = learner.trace(X)
    last = steps[steps["step"] == steps["step"].max()]["cluster"]
    assert np.array_equal(last, learner.fit(X).labels_)


def test_what_cannot_be_is_refused():
    X = clouds()
    with pytest.raises(ParameterError, match="init='rows'"):
        KernelKMeans(3, init="rows").fit(X)
    with pytest.raises(ParameterError, match="200 integers"):
        KernelKMeans(3, init=[0, 1, 2]).fit(X)
    with pytest.raises(ParameterError, match="kernel='gauss'"):
        KernelKMeans(3, kernel="gauss").fit(X)
    with pytest.raises(DataError, match="n_clusters=300"):
        KernelKMeans(300).fit(X)
    with pytest.raises(DataError, match="square"):
        KernelKMeans(3, kernel="precomputed").fit(X)
    with pytest.raises(DataError, match="does not support kernel='precomputed'"):
        KernelKMeans(3, kernel="precomputed", init="k-means").fit(RBFKernel(1.0)(X))
    with pytest.warns(NumericsWarning, match="max_iter=1"):
        KernelKMeans(4, init="partition", n_init=1, max_iter=1).fit(X)


def test_a_matrix_that_memory_cannot_hold_is_refused(monkeypatch):
    monkeypatch.setattr(kernel_matrix, "MAX_ROWS", 100)
    with pytest.raises(DataError, match="Nystroem"):
        KernelKMeans(3).fit(clouds())
