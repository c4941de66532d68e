import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from gnomon.assessment import measures as package
from gnomon.assessment.measures import (
    adjusted_mutual_information,
    adjusted_rand,
    completeness,
    find_measure,
    homogeneity,
    mutual_information,
    normalized_mutual_information,
    purity,
    v_measure,
)
from gnomon.errors import DataError, ParameterError
from gnomon.registry import measures

rows = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(1, 4)), min_size=1, max_size=40)
of_clusters = [name for name in measures if find_measure(name).needs == "clusters"]
peers = {
    adjusted_rand: metrics.adjusted_rand_score,
    mutual_information: metrics.mutual_info_score,
    normalized_mutual_information: metrics.normalized_mutual_info_score,
    adjusted_mutual_information: metrics.adjusted_mutual_info_score,
    homogeneity: metrics.homogeneity_score,
    completeness: metrics.completeness_score,
    v_measure: metrics.v_measure_score,
}


@settings(max_examples=40)
@given(rows)
def test_measures_of_clusters_agree_with_scikit_learn(result):
    truth, clusters, _ = (np.array(column) for column in zip(*result))
    for ours, theirs in peers.items():
        assert np.isclose(ours(truth, clusters), theirs(truth, clusters), atol=1e-9), ours
    assert np.isclose(
        v_measure(truth, clusters, beta=0.5), metrics.v_measure_score(truth, clusters, beta=0.5)
    )


@settings(max_examples=30)
@given(rows, st.permutations(range(4)))
def test_weights_are_repetitions_and_names_of_clusters_do_not_matter(result, names):
    truth, clusters, weight = (np.array(column) for column in zip(*result))
    for name in of_clusters:
        measure = getattr(package, name)
        value = measure(truth, clusters, weight.astype(float))
        assert np.isclose(value, measure(np.repeat(truth, weight), np.repeat(clusters, weight))), name
        assert np.isclose(value, measure(truth, np.array(names)[clusters], weight.astype(float))), name


def test_purity_counts_the_commonest_class_of_each_cluster():
    assert purity(["a", "a", "b", "b", "b"], [0, 0, 0, 1, 1]) == pytest.approx(4 / 5)
    assert purity([0, 1, 2], [0, 1, 2]) == 1.0


def test_information_in_bits():
    assert mutual_information([0, 0, 1, 1], [0, 0, 1, 1], base=2) == pytest.approx(1.0)
    with pytest.raises(ParameterError, match="base"):
        mutual_information([0, 1], [0, 1], base=1.0)


@pytest.mark.parametrize("name", of_clusters)
def test_degenerate_clusters_give_a_defined_value_or_an_error(name):
    measure = getattr(package, name)
    for truth, clusters in (([0], [0]), ([0, 0], [1, 1]), ([0, 1], [0, 1]), ([0, 1], [0, 0])):
        assert np.isfinite(measure(truth, clusters))
    with pytest.raises(DataError, match="0 rows"):
        measure([], [])
    with pytest.raises(DataError, match="add up to 0"):
        measure([0, 1], [0, 1], np.zeros(2))
    assert measure([0, 1, 1], [0, 1, 5], np.array([1.0, 1.0, 0.0])) == pytest.approx(measure([0, 1], [0, 1]))


def test_chance_is_counted_over_whole_rows():
    with pytest.raises(DataError, match=r"row 1 has weight 0\.5"):
        adjusted_mutual_information([0, 1], [0, 1], np.array([1.0, 0.5]))


def test_beta_must_be_positive():
    with pytest.raises(ParameterError, match="beta"):
        v_measure([0, 1], [0, 1], beta=0.0)
