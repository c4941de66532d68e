"""Links between two clusters are the distances that linkage joins by."""

import pytest

import gnomon as gn
from gnomon.errors import ParameterError


@pytest.mark.parametrize("method", ["single", "complete", "average"])
def test_the_distance_is_the_height_of_the_last_merge(method):
    first, second = [[0.0, 0.0], [0.4, 0.3]], [[5.0, 1.0], [5.5, 0.4], [5.2, 0.2]]
    part = gn.plotting.LinksDisplay.between(first, second, [method]).displays[0]
    assert part.distance == pytest.approx(gn.clustering.linkage([*first, *second], method).heights[-1])


def test_a_link_between_means_has_no_sketch():
    with pytest.raises(ParameterError, match="single, complete, average"):
        gn.plotting.LinksDisplay.between([[0.0, 0.0]], [[1.0, 1.0]], ["ward"])
