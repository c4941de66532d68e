"""Kernels and feature maps (kernel trick, reproducing kernels).

Kernels add and multiply: `RBFKernel(gamma=1) + 2 * LinearKernel()` is a kernel.

Kernels
    `Kernel`, `LinearKernel`, `PolynomialKernel`, `RBFKernel`, `LaplacianKernel`, `PowerSeriesKernel`,
    `SigmoidKernel`, `NormalizedKernel`
Gram matrices and distances (Mercer's condition)
    `gram_frame`, `mercer_check`, `KernelDistance`
Explicit feature maps
    `PolynomialFeatureMap`, `FeatureMap`, `feature_map_table`, `polynomial_feature_count`,
    `feature_space_dimension`, `GaussianImageFilter`
"""

from typing import TYPE_CHECKING

from gnomon.learners.kernel.kernel import Kernel, NormalizedKernel
from gnomon.learners.kernel.kernels import (
    LaplacianKernel,
    LinearKernel,
    PolynomialKernel,
    PowerSeriesKernel,
    RBFKernel,
    SigmoidKernel,
)
from gnomon.learners.kernel.lifts.feature_map import (
    FeatureMap,
    PolynomialFeatureMap,
    feature_map_table,
    polynomial_feature_count,
)
from gnomon.learners.kernel.lifts.gram_frame import gram_frame
from gnomon.learners.kernel.lifts.images import GaussianImageFilter
from gnomon.learners.kernel.lifts.mercer import mercer_check
from gnomon.learners.kernel.reading.capacity import feature_space_dimension
from gnomon.learners.neighbors.kernel_distance import KernelDistance
from gnomon.public_attributes import public_attributes

__all__ = [
    "FeatureMap",
    "GaussianImageFilter",
    "Kernel",
    "KernelDistance",
    "LaplacianKernel",
    "LinearKernel",
    "NormalizedKernel",
    "PolynomialFeatureMap",
    "PolynomialKernel",
    "PowerSeriesKernel",
    "RBFKernel",
    "SigmoidKernel",
    "feature_map_table",
    "feature_space_dimension",
    "gram_frame",
    "mercer_check",
    "polynomial_feature_count",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
