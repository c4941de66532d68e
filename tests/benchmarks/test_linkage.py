import numpy as np
import pytest

from benchmarks import linkage


@pytest.mark.parametrize("method", ["single", "complete", "average", "ward"])
def test_both_sides_grow_the_same_tree(method):
    case = linkage.against_scikit_learn(300, method, wanted=1)
    np.testing.assert_allclose(case.ours(), case.peer(), rtol=1e-9)
    for other in linkage.against_fastcluster(300, method, wanted=1):
        np.testing.assert_allclose(other.ours(), other.peer(), rtol=1e-9)
