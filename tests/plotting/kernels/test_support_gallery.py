"""Support vectors as images."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError, ParameterError


def machine():
    random = np.random.default_rng(0)
    X = random.normal(size=(30, 6)) + np.repeat([[0.0], [1.5]], 15, axis=0)
    y = np.repeat(["two", "three"], 15)
    return gn.SVC(kernel="linear", C=1.0).fit(X, y), X, y


def test_the_gallery_ranks_the_support_vectors_of_one_class():
    model, X, y = machine()
    display = gn.plotting.SupportGalleryDisplay.from_estimator(
        model, X, y, label="two", shape=(2, 3), max_images=5
    )
    table = display.frame()
    assert set(y[table["row"]]) == {"two"}
    assert table["alpha"].is_monotonic_decreasing
    assert np.array_equal(display.images[0].ravel(), X[table["row"][0]])


def test_images_of_another_shape_and_unknown_classes_are_refused():
    model, X, y = machine()
    with pytest.raises(ParameterError, match="rows have 6 columns"):
        gn.plotting.SupportGalleryDisplay.from_estimator(model, X, y, label="two")
    with pytest.raises(DataError, match="label='four' has no support vectors"):
        gn.plotting.SupportGalleryDisplay.from_estimator(model, X, y, label="four", shape=(2, 3))
