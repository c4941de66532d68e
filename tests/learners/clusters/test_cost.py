import pytest

from gnomon.errors import ParameterError
from gnomon.learners.clusters.cost import clustering_cost


def test_twice_the_rows_double_a_step_and_quadruple_the_pairs():
    small, large = (clustering_cost(n, 5)["distances"] for n in (10_000, 20_000))
    assert large["k-means"] == 2 * small["k-means"]
    assert large["agglomerative"] / small["agglomerative"] == pytest.approx(4, rel=1e-3)


@pytest.mark.parametrize("wrong", [(0, 1, 1), (5, 6, 1), (5, 0, 1), (5, 2, 0)])
def test_counts_that_cannot_be_are_refused(wrong):
    with pytest.raises(ParameterError, match="at least 1"):
        clustering_cost(wrong[0], wrong[1], steps=wrong[2])
