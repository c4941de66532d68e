"""The plane holds the share of variance that two components have."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


def test_the_share_is_that_of_two_components():
    rows = np.random.default_rng(0).normal(size=(50, 3)) * [3, 2, 0.1]
    display = gn.plotting.PrincipalPlaneDisplay(rows)
    assert display.explained_variance_ratio == pytest.approx(
        gn.PCA().fit(rows).explained_variance_ratio_[:2].sum()
    )


def test_two_columns_are_refused():
    with pytest.raises(DataError, match="three columns"):
        gn.plotting.PrincipalPlaneDisplay([[0.0, 1.0]])
