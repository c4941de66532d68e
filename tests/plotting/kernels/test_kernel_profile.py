"""Kernel value against distance."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import ParameterError


def test_the_profile_is_the_formula_of_the_kernel():
    table = gn.plotting.KernelProfileDisplay.of_widths([0.5, 2.0]).frame()
    for width in (0.5, 2.0):
        assert np.allclose(table[f"σ = {width:g}"], np.exp(-(table["distance"] ** 2) / (2 * width**2)))


def test_other_kernels_have_profiles_too():
    display = gn.plotting.KernelProfileDisplay(
        {"RBF": gn.kernels.RBFKernel(1.0), "Laplacian": gn.kernels.LaplacianKernel(1.0)}, reach=2.0
    )
    assert display.frame()["Laplacian"].iloc[-1] == pytest.approx(np.exp(-2.0))
    assert "maximum at: RBF 0.833" in display.alt()


def test_no_kernels_and_no_reach_are_refused():
    with pytest.raises(ParameterError, match="0 kernels"):
        gn.plotting.KernelProfileDisplay({})
    with pytest.raises(ParameterError, match="reach=-1"):
        gn.plotting.KernelProfileDisplay({"RBF": gn.kernels.RBFKernel()}, reach=-1)
