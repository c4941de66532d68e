"""Matrix decompositions: principal components, projections, factors.

Choose components (scree, explained variance)
    `choose_components`
Projections and factors
    `project_onto`, `MatrixFactors`, `noise_dimensions`
"""

from typing import TYPE_CHECKING

from gnomon.learners.projections.dimension import choose_components
from gnomon.learners.projections.directions import project_onto
from gnomon.learners.projections.factors import MatrixFactors
from gnomon.learners.projections.noise_dimensions import noise_dimensions
from gnomon.public_attributes import public_attributes

__all__ = [
    "MatrixFactors",
    "choose_components",
    "noise_dimensions",
    "project_onto",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
