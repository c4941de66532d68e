"""Data sets and data generators: file readers, data sets of the literature, synthetic data.

`load(name)` loads a data set; `gnomon list sets` and `gn.find` show their names.

Read
    `load`, `read_table`, `Table`, `Column`
Generate (synthetic data, simulated data)
    `make_blobs`, `make_moons`, `make_rings`, `make_xor`, `make_two_gaussians`, `make_noisy_polynomial`,
    `virtual_examples`
Sources whose true distribution is known (Bayes optimal classifier, Bayes error)
    `TwoGaussians`, `NoisyPolynomial`, `BayesOptimalClassifier`, `sample_training_sets`
"""

from typing import TYPE_CHECKING

from gnomon.assessment.bias_variance.sources import sample_training_sets
from gnomon.data.column import Column
from gnomon.data.gaussians import BayesOptimalClassifier, TwoGaussians, make_two_gaussians
from gnomon.data.generate import (
    NoisyPolynomial,
    make_blobs,
    make_moons,
    make_noisy_polynomial,
    make_rings,
    make_xor,
)
from gnomon.data.read import read_table
from gnomon.data.sets import load
from gnomon.data.table import Table
from gnomon.learners.kernel.lifts.images import virtual_examples
from gnomon.public_attributes import public_attributes

__all__ = [
    "BayesOptimalClassifier",
    "Column",
    "NoisyPolynomial",
    "Table",
    "TwoGaussians",
    "load",
    "make_blobs",
    "make_moons",
    "make_noisy_polynomial",
    "make_rings",
    "make_two_gaussians",
    "make_xor",
    "read_table",
    "sample_training_sets",
    "virtual_examples",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
