"""Bayesian networks (belief networks, directed graphical models): graphs, inference, structure learning.

Networks
    `BayesianNetwork`, `DirectedGraph`, `random_network`, `burglary`, `sprinkler`, `asia`, `monty_hall`,
    `read_bif`, `write_bif`
Conditional independence
    `d_separation`, `d_separated_nodes`, `markov_equivalent`, `compelled_edges`
Structure learning
    `chow_liu`, `tree_augmented_structure`, `k_dependence_structure`, `k2_search`, `hill_climbing`,
    `edge_confidence`, `FamilyScores`
"""

from typing import TYPE_CHECKING

from gnomon.learners.networks.bif import read_bif, write_bif
from gnomon.learners.networks.chow_liu import chow_liu
from gnomon.learners.networks.dependence_limited import k_dependence_structure
from gnomon.learners.networks.edge_confidence import edge_confidence
from gnomon.learners.networks.equivalence import compelled_edges, markov_equivalent
from gnomon.learners.networks.examples import asia, burglary, monty_hall, random_network, sprinkler
from gnomon.learners.networks.family_scores import FamilyScores
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.hill_climbing import hill_climbing
from gnomon.learners.networks.k2 import k2_search
from gnomon.learners.networks.network import BayesianNetwork
from gnomon.learners.networks.separation import d_separated_nodes, d_separation
from gnomon.learners.networks.tree_augmented import tree_augmented_structure
from gnomon.public_attributes import public_attributes

__all__ = [
    "BayesianNetwork",
    "DirectedGraph",
    "FamilyScores",
    "asia",
    "burglary",
    "chow_liu",
    "compelled_edges",
    "d_separated_nodes",
    "d_separation",
    "edge_confidence",
    "hill_climbing",
    "k2_search",
    "k_dependence_structure",
    "markov_equivalent",
    "monty_hall",
    "random_network",
    "read_bif",
    "sprinkler",
    "tree_augmented_structure",
    "write_bif",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = public_attributes(__name__, __all__)
