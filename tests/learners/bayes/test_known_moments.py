import numpy as np

from gnomon.learners.bayes.known_moments import KnownMoments
from gnomon.sharing.labels import Labels


def test_sums_beyond_a_float_are_merged_without_a_warning_and_are_not_finite():
    labels = Labels.of([0, 0, 0, 0])
    low, high = (KnownMoments.of(np.full((4, 1), sign * 1.7e308), labels) for sign in (-1, 1))
    both = low + high
    assert not np.isfinite(both.scatter).all()
