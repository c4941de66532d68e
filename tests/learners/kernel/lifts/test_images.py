import numpy as np
import pytest

from gnomon.errors import DataError, ParameterError
from gnomon.learners.kernel.lifts.images import GaussianImageFilter, image_shape, virtual_examples

IMAGE = np.arange(12.0).reshape(1, 12)


def test_shifts_turns_and_scales_make_examples_of_the_same_class():
    square = np.zeros((1, 9))
    square[0, 1] = 1.0
    images, labels = virtual_examples(square, ["up"], shifts=0, angles=[90.0, -90.0], scales=[1.0])
    assert set(labels) == {"up"}
    assert sorted(images.argmax(axis=1)) == [1, 1, 3, 5]
    np.testing.assert_allclose(images[-1], square[0], atol=1e-12)


def test_images_need_a_shape_that_fits():
    assert image_shape(12, (3, 4)) == (3, 4)
    with pytest.raises(DataError, match="not images of 3 x 3"):
        GaussianImageFilter().fit(IMAGE)
    assert GaussianImageFilter(shape=(3, 4)).fit_transform(IMAGE).shape == (1, 12)


def test_odd_requests_are_refused():
    with pytest.raises(ParameterError, match="shifts"):
        virtual_examples(IMAGE, [0], shape=(3, 4), shifts=-1)
    with pytest.raises(ParameterError, match="scales"):
        virtual_examples(IMAGE, [0], shape=(3, 4), scales=[0.0])
