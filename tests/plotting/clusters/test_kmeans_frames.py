"""Frames of k-means are its half-steps."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError, ParameterError


def test_the_sum_falls_from_frame_to_frame():
    task = gn.datasets.make_blobs(60, random_state=1)
    display = gn.plotting.KMeansFramesDisplay.from_estimator(
        gn.KMeans(3, init="random"), task.encoded, max_panels=20
    )
    sums = [float(title.split(": ")[1]) for title in display.titles]
    assert sums == sorted(sums, reverse=True)
    assert np.array_equal(
        display.displays[-1].frame()["cluster"], gn.KMeans(3, init="random").trace(task.encoded).labels[-1]
    )


def test_the_last_half_step_is_always_drawn():
    task = gn.load("eight-objects")
    trace = gn.KMeans(3, init=task.encoded[:3]).trace(task.encoded)
    display = gn.plotting.KMeansFramesDisplay.from_trace(trace, task.encoded, max_panels=2)
    assert display.titles[-1].endswith(f"{trace.objective[-1]:.4g}")
    assert len(display.displays) == 2


def test_no_frames_and_other_than_two_columns_are_refused():
    with pytest.raises(ParameterError, match="max_panels=0"):
        gn.plotting.KMeansFramesDisplay.from_estimator(gn.KMeans(1), [[0.0, 1.0]], max_panels=0)
    with pytest.raises(DataError, match="two columns"):
        gn.plotting.KMeansFramesDisplay.from_estimator(gn.KMeans(1), [[0.0], [1.0]])
