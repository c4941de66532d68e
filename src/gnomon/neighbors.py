"""Nearest neighbors: choice of k, suitability, prototypes.

Choice of k
    `choose_neighbors`, `largest_useful_k`
When nearest neighbors are suitable (curse of dimensionality, irrelevant features)
    `neighbor_suitability`, `column_sensitivity`, `neighbor_prediction_cost`
Prototypes (Hart's condensed and Wilson's edited nearest neighbors)
    `condensed_prototypes`, `edited_prototypes`
"""

from typing import TYPE_CHECKING

from gnomon.learners.neighbors.choose_k import choose_neighbors
from gnomon.learners.neighbors.prototypes import condensed_prototypes, edited_prototypes
from gnomon.learners.neighbors.sensitivity import column_sensitivity
from gnomon.learners.neighbors.suitability import (
    largest_useful_k,
    neighbor_prediction_cost,
    neighbor_suitability,
)
from gnomon.public_attributes import public_attributes

__all__ = [
    "choose_neighbors",
    "column_sensitivity",
    "condensed_prototypes",
    "edited_prototypes",
    "largest_useful_k",
    "neighbor_prediction_cost",
    "neighbor_suitability",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
