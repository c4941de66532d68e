import pytest

from benchmarks import mixtures


@pytest.mark.parametrize("kind", ["full", "tied", "diag", "spherical"])
def test_both_sides_come_to_the_same_likelihood(kind):
    case = mixtures.mixture(kind, 500, 3, wanted=1, k=3)
    assert case.quality(case.ours()) == pytest.approx(case.quality(case.peer()), abs=1e-8)
