"""Frames of kernel k-means come to the ring and the disc, which k-means does not."""

import numpy as np

import gnomon as gn
from gnomon.plotting.clusters.cluster_labels import ring_and_disc


def test_the_last_frame_tells_ring_from_disc_and_k_means_does_not():
    rows = ring_and_disc(140)
    display = gn.plotting.KernelKMeansFramesDisplay.from_estimator(gn.KernelKMeans(2, gamma=0.3), rows)
    inside = np.arange(140) < 70

    def agreement(part):
        same = np.mean((part.labels == 1) == inside)
        return max(same, 1 - same)

    assert agreement(display.displays[-1]) == 1
    assert agreement(display.displays[0]) < 0.9
