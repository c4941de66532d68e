import numpy as np
import pytest
import scipy.sparse

from gnomon import KMeans, MiniBatchKMeans
from gnomon.errors import DataError, NumericsWarning


def clouds(n_rows=6000, k=6, seed=0):
    random = np.random.default_rng(seed)
    middle = 5 * random.normal(size=(k, 4))
    return middle[random.integers(k, size=n_rows)] + random.normal(size=(n_rows, 4))


def test_it_is_nearly_as_good_as_k_means():
    X = clouds()
    assert MiniBatchKMeans(6).fit(X).inertia_ < 1.05 * KMeans(6, n_init=5).fit(X).inertia_


def test_rows_in_parts_end_where_the_clouds_are():
    X = clouds()
    model = MiniBatchKMeans(6)
    for begin in range(0, len(X), 500):
        model.partial_fit(X[begin : begin + 500])
    assert model.n_steps_ == 12
    assert model.counts_.sum() == 6000
    assert -model.score(X) < 1.1 * KMeans(6, n_init=5).fit(X).inertia_


def test_a_center_is_the_mean_of_all_rows_it_was_nearest_to():
    X = np.array([[0.0], [1.0], [10.0], [11.0]])
    model = MiniBatchKMeans(2, init=[[0.0], [10.0]])
    model.partial_fit(X[:2].repeat(2, axis=0)).partial_fit([[10.0], [20.0]]).partial_fit(
        [[0.5]], sample_weight=[4]
    )
    np.testing.assert_allclose(model.cluster_centers_.ravel(), [0.5, 15.0])
    assert model.counts_.tolist() == [8, 2]


def test_the_same_seed_gives_the_same_centers():
    X = clouds()
    one, other = (MiniBatchKMeans(6, random_state=3).fit(X) for _ in range(2))
    assert np.array_equal(one.cluster_centers_, other.cluster_centers_)
    assert not np.array_equal(
        one.cluster_centers_, MiniBatchKMeans(6, random_state=4).fit(X).cluster_centers_
    )


def test_sparse_rows_are_taken():
    X = clouds(3000) * (np.abs(clouds(3000)) > 1)
    dense, sparse = (MiniBatchKMeans(5).fit(each) for each in (X, scipy.sparse.csr_matrix(X)))
    np.testing.assert_allclose(dense.cluster_centers_, sparse.cluster_centers_, rtol=1e-8, atol=1e-8)


def test_labels_can_be_left_out():
    model = MiniBatchKMeans(6, compute_labels=False).fit(clouds())
    assert not hasattr(model, "labels_")
    assert len(model.predict(clouds())) == 6000


def test_a_fit_that_does_not_converge_warns():
    with pytest.warns(NumericsWarning, match="max_iter=1"):
        MiniBatchKMeans(6, max_iter=1, max_no_improvement=None).fit(clouds())


@pytest.mark.filterwarnings("ignore::gnomon.errors.NumericsWarning")
def test_the_tolerance_of_one_cluster_is_the_squared_shift_of_its_center():
    def fitted(max_iter, tol):
        return MiniBatchKMeans(1, max_iter=max_iter, tol=tol, max_no_improvement=None).fit(clouds())

    one, two = (fitted(n, 0.0).cluster_centers_ for n in (1, 2))
    shift = float(np.sum((two - one) ** 2))
    assert not fitted(2, 0.8 * shift).converged_
    assert fitted(2, 1.2 * shift).converged_


def test_a_first_part_of_too_few_rows_is_refused():
    with pytest.raises(DataError, match="n_samples=2 is less"):
        MiniBatchKMeans(3).partial_fit([[0.0], [1.0]])


def test_a_small_table_comes_to_an_end_without_a_word_and_near_the_optimum():
    X = clouds(150, 3)
    model = MiniBatchKMeans(3).fit(X)
    assert model.converged_
    assert model.inertia_ <= 1.001 * KMeans(3, n_init=5).fit(X).inertia_
