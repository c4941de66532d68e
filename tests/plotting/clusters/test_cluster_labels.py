"""Points are marked by the clusters they are given."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import ParameterError


def test_labels_are_those_of_the_clusterer():
    task = gn.datasets.make_blobs(40, random_state=0)
    model = gn.KMeans(3).fit(task.encoded)
    assert np.array_equal(
        gn.plotting.ClusterLabelsDisplay.from_estimator(model, task.encoded).frame()["cluster"], model.labels_
    )


def test_other_than_one_label_a_row_is_refused():
    with pytest.raises(ParameterError, match="one label per row"):
        gn.plotting.ClusterLabelsDisplay([[0.0, 0.0]], [0, 1])
