"""The principal components of Iris that the chapter classifies on."""

import numpy as np

import gnomon as gn


def test_the_first_two_components_of_iris():
    """Zaki and Meira 2014, section 22.1.2, example 22.3."""
    model = gn.PCA(2).fit(gn.load("iris-uci").X)
    pc1 = [-0.36158968, 0.08226889, -0.85657211, -0.35884393]
    pc2 = [0.65653988, 0.72971237, -0.1757674, -0.07470647]
    for found, printed in zip(model.components_, (pc1, pc2), strict=True):
        np.testing.assert_allclose(found * np.sign(found @ printed), printed, atol=5e-9)
