import numpy as np
import pytest

from gnomon import KMeans
from gnomon.errors import DataError, ParameterError
from gnomon.learners.clusters.choosing import choose_clusters
from gnomon.learners.clusters.criteria import gap_statistic
from gnomon.seeds import child, sequence


def clouds(k=4, n_rows=160, seed=0):
    random = np.random.default_rng(seed)
    middle = np.array([[0, 0], [9, 0], [0, 9], [9, 9]])[:k]
    return middle[np.arange(n_rows) % k] + random.normal(size=(n_rows, 2))


@pytest.fixture(scope="module")
def four():
    return choose_clusters(clouds(), range(1, 8), n_references=8, n_resamples=6)


def test_every_criterion_finds_four_clear_clouds(four):
    assert set(four.best().values()) == {4}


def test_inertia_is_the_best_of_the_starts_and_falls(four):
    assert np.array_equal(four.inertia, four.starts.min(axis=1))
    assert np.all(np.diff(four.inertia) < 0)


@pytest.mark.parametrize("n_init", [1, 2, 5])
def test_half_of_the_starts_are_by_k_means_plus_plus_and_half_by_random_rows(n_init):
    X = clouds()
    choice = choose_clusters(X, [6], n_init=n_init, n_references=0, n_resamples=0, n_folds=0)
    seed = child(child(sequence(0), 0), 0)
    starts = [KMeans(6, n_init=(n_init + 1) // 2, random_state=child(seed, 0))]
    if n_init > 1:
        starts.append(KMeans(6, init="random", n_init=n_init // 2, random_state=child(seed, 1)))
    expected = [inertia for each in starts for inertia in each.fit(X).restarts_.inertia]
    assert choice.starts[0].tolist() == expected
    assert len(expected) == n_init


def test_the_table_prints_with_its_caveat(four):
    text = str(four)
    assert "Selected: elbow 4, silhouette 4, gap 4, stability 4, likelihood 4." in text
    assert "No criterion is decisive" in text
    assert four.frame().shape == (7, 9)


def test_one_cluster_has_no_silhouette_and_no_stability(four):
    assert np.isnan(four.silhouette[0])
    assert np.isnan(four.stability[0])
    assert not np.isnan(four.likelihood[0])


def test_a_cloud_without_clusters_is_one_by_the_gap_and_the_likelihood():
    choice = choose_clusters(np.random.default_rng(1).normal(size=(200, 2)), range(1, 5), n_resamples=4)
    assert choice.best()["gap"] == 1
    assert choice.stability[2] < 0.9


def test_held_out_likelihood_does_not_grow_with_every_cluster(four):
    assert four.likelihood[3] > four.likelihood[0] + 0.5
    assert four.likelihood[6] < four.likelihood[3] + 0.1


def test_the_same_seed_gives_the_same_table():
    one, other = (choose_clusters(clouds(), range(1, 4), n_references=2, n_resamples=2) for _ in range(2))
    assert one.frame().equals(other.frame())


def test_criteria_can_be_left_out():
    choice = choose_clusters(clouds(), [2, 3], n_references=0, n_resamples=0, n_folds=0)
    assert choice.best() == {
        "elbow": None,
        "silhouette": 3,
        "gap": None,
        "stability": None,
        "likelihood": None,
    }


def test_the_gap_of_rows_in_a_flat_box_is_about_0():
    X = np.random.default_rng(2).random((300, 3)) * [1, 8, 4]
    model = KMeans(3, n_init=3).fit(X)
    value, error = gap_statistic(
        X,
        3,
        inertia=model.inertia_,
        fit=lambda X, k, seed: KMeans(k, n_init=3, random_state=seed).fit(X),
        times=8,
    )
    assert abs(value) < 0.1
    assert error < 0.1


def test_as_many_clusters_as_rows_have_an_inertia_of_0_and_no_gap():
    choice = choose_clusters(np.arange(4.0)[:, None], [3, 4], n_references=2, n_resamples=2)
    assert choice.inertia[1] == pytest.approx(0, abs=1e-20)
    assert np.isnan(choice.likelihood).all()


def test_what_cannot_be_is_refused():
    with pytest.raises(DataError, match="n_clusters=200 is more than the 160 rows"):
        choose_clusters(clouds(), [2, 200])
    with pytest.raises(ParameterError, match="at least 1"):
        choose_clusters(clouds(), [0, 1])
    X = clouds()
    X[7, 1] = np.nan
    with pytest.raises(DataError, match="row 7"):
        choose_clusters(X)
