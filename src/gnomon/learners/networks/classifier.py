"""Classification by a Bayesian network: the class is a node; the answer is its posterior given the others."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Self

import numpy as np
from scipy.special import logsumexp
from sklearn.base import ClassifierMixin
from sklearn.utils import Tags
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Array, Floats, Integers
from gnomon.check import Rule, between, free, one_of, one_of_or
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.class_posterior import log_joint, log_posterior
from gnomon.learners.networks.class_structures import STRUCTURES, counted_network
from gnomon.learners.networks.coded_columns import CodedColumns
from gnomon.learners.networks.coding import Codes
from gnomon.learners.networks.family_scores import SCORES, FamilyScores
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.learned_structure import LearnedStructure
from gnomon.probability.draws import check_draws
from gnomon.registry import learners
from gnomon.seeds import Seed, generator
from gnomon.sharing.categories import Categories
from gnomon.sharing.labels import Labels
from gnomon.sharing.learner import Learner
from gnomon.sharing.mixed_table import check_mixed, examples_of
from gnomon.sharing.prepared import Rows
from gnomon.sharing.row_weights import in_rows
from gnomon.ties import first_largest

a_graph = Rule(
    lambda value: isinstance(value, DirectedGraph),
    "a Graph, such as Graph.of_formula('[class][x|class]')",
    "Graph",
)


@dataclass(frozen=True)
class MixedRows(Rows):
    """Rows of numbers and codes of categories, with the levels that the codes stand for.

    >>> MixedRows(np.array([[1.0], [2.0]])).rows(np.array([1])).X
    array([[2.]])
    """

    categories: Categories | None = None

    def rows(self, index: Integers) -> MixedRows:
        """These rows only."""
        some = super().rows(index)
        return MixedRows(some.X, some.y, some.weight, self.categories)

    def examples(self, index: Integers) -> Any:
        """The features of these rows, marked as coded."""
        return examples_of(self.X, index)


class BayesianNetworkClassifier(ClassifierMixin, Learner):
    """Learn a network of the class and the features, and predict the class of greatest posterior.

    Numbers are cut into bins of equal frequency, found in the training rows; categories are taken as they
    are. A missing value is summed out exactly when predicting, and so is a level never seen in training; in
    training it is left out of the tables, and of the pairs, that it belongs to.

    structure: "naive" (features independent given the class), "tan" (a tree among them), "kdb" (each depends
    on up to `max_parents` others), "augmented" (a network among them, found by hill climbing), "learned" (any
    network of class and features, found by hill climbing), or a Graph whose nodes are columns and one more,
    the class; columns that it lacks are not used.

    Attributes
    ----------
    classes_ : the classes
    network_ : the BayesianNetwork, to look at and to ask other questions
    structure_ : what the search gave, with its history; None where a Graph was given
    target_ : the node of the class, "class" unless a column or the Graph says otherwise
    columns_ : the cuts and levels of the columns

    Examples
    --------
    >>> from gnomon.learners.networks.classifier import BayesianNetworkClassifier
    >>> X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 10
    >>> model = BayesianNetworkClassifier(structure="tan").fit(X, ["same", "other", "other", "same"] * 10)
    >>> print(model.network_.graph)
    p(class) p(x0 | class) p(x1 | class, x0)
    >>> model.predict([[0, 0], [0, 1]])
    array(['same', 'other'], dtype='<U5')
    """

    structure: str | DirectedGraph = one_of_or(
        a_graph,
        *STRUCTURES,
        default="tan",
        help="the form of the network, or the network itself",
    )
    max_parents: int | None = between(
        0,
        inf,
        whole=True,
        optional=True,
        default=2,
        help="most parents of a node besides the class, for kdb, augmented and learned; None for any number",
        grid=(1, 2, 3),
    )
    criterion: str = one_of(
        *SCORES[:-1],
        default="bic",
        help="what augmented and learned networks are chosen by",
        grid=("bic", "aic"),
    )
    equivalent_sample_size: float = between(
        0, inf, open=True, default=10.0, help='weight of the prior, for criterion "bdeu"'
    )
    smoothing: float = between(
        0, inf, default=1.0, help="rows added to each cell of each table; 0 for none", grid=(0.1, 1.0)
    )
    n_bins: int = between(
        2, 1000, whole=True, default=5, help="bins that a column of numbers is cut into", grid=(3, 5, 10)
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categories: by type, or a list of names, numbers or flags; a level never seen is summed out",
    )

    shared_by = ("categorical_features",)
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> MixedRows:
        """The rows; cuts must wait for the training rows."""
        return MixedRows(X, y, weight, getattr(self, "categories_", None))

    def fit_prepared(self, data: MixedRows, start: Self | None = None) -> Self:
        """Cut columns into levels, find a structure, and count its tables."""
        self.categories_ = data.categories
        X, labels, weight = _with_weight(data)
        self.classes_ = labels.classes
        names = self._names(X.shape[1])
        self.columns_ = CodedColumns.of(X, names, data.categories, weight, self.n_bins)
        self.target_ = self._target(names)
        levels = {self.target_: tuple(self.classes_.tolist())}
        levels |= dict(zip(names, self.columns_.levels, strict=True))
        codes = np.column_stack([labels.codes.astype(np.int32), self.columns_.codes(X)])
        scores = FamilyScores.of_codes(
            codes,
            levels,
            score=self.criterion,
            equivalent_sample_size=self.equivalent_sample_size,
            weight=weight,
        )
        graph = self._graph(scores)
        self.network_ = counted_network(graph, scores, self.smoothing)
        return self

    def predict_proba(self, X: Any) -> Floats:
        """The posterior of the classes, missing values summed out."""
        return np.exp(self.predict_log_proba(X))

    def predict_log_proba(self, X: Any) -> Floats:
        """The log of the posterior of the classes."""
        codes = self._codes(X)
        logs = log_posterior(self.network_, self.target_, codes)
        impossible = np.flatnonzero(np.isnan(logs[:, 0]))
        if len(impossible):
            raise DataError(
                f"row {impossible[0]} has probability 0 under every class, so nothing follows from it; "
                "fit with smoothing above 0"
            )
        return logs

    def predict(self, X: Any) -> Array:
        """The most probable class, the first of equals."""
        codes = first_largest(self.predict_proba(X))
        return np.asarray(self.classes_[codes])

    def predict_joint_log_proba(self, X: Any) -> Floats:
        """log p(levels of the row, class) for each row and class; numbers count as their bins."""
        codes = self._codes(X)
        return log_joint(self.network_, self.target_, codes)

    def joint(self, X: Any) -> Floats:
        """p(levels of the row, class) for each row and class; numbers count as their bins."""
        return np.exp(self.predict_joint_log_proba(X))

    def score_samples(self, X: Any) -> Floats:
        """log p(levels of the row) for each row: low for rows that are unlike the training rows."""
        return np.asarray(logsumexp(self.predict_joint_log_proba(X), axis=1))

    def sample(self, n_samples: int = 1, *, random_state: Seed = None) -> tuple[Any, Array]:
        """Rows and their classes drawn from the network; numbers evenly from the range of their bin."""
        check_is_fitted(self)
        check_draws(n_samples, "n_samples")
        random = generator(random_state)
        drawn = self.network_.codes(self.network_.sample(n_samples, random))
        place = self.network_.graph.nodes.index
        codes = np.zeros((n_samples, len(self.columns_.names)), dtype=np.int32)
        for column, name in enumerate(self.columns_.names):
            if name in self.network_.graph.nodes:
                codes[:, column] = drawn[:, place(name)]
        return self.columns_.drawn(codes, random), self.classes_[drawn[:, place(self.target_)]]

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers, levels of categories as codes."""
        return check_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        return tags

    def _codes(self, X: Any) -> Codes:
        """The rows as codes of the network's nodes; the class is open."""
        check_is_fitted(self)
        found = self.columns_.codes(np.asarray(self.check_examples(X, reset=False)))
        nodes = self.network_.graph.nodes
        codes = np.full((len(found), len(nodes)), -1, dtype=np.int32)
        for node, name in enumerate(nodes):
            if name != self.target_:
                codes[:, node] = found[:, self.columns_.names.index(name)]
        return codes

    def _names(self, n_columns: int) -> list[str]:
        names = getattr(self, "feature_names_in_", [f"x{place}" for place in range(n_columns)])
        return [str(name) for name in names]

    def _target(self, names: list[str]) -> str:
        """The node of the class: what a given Graph has besides the columns."""
        if isinstance(self.structure, DirectedGraph):
            others = [node for node in self.structure.nodes if node not in names]
            if len(others) != 1:
                raise ParameterError(
                    f"structure has the nodes {list(self.structure.nodes)[:12]}; besides columns, of "
                    f"{names[:12]}, it must have one for the class, and has {others}"
                )
            return others[0]
        target = "class"
        while target in names:
            target += "_"
        return target

    def _graph(self, scores: FamilyScores) -> DirectedGraph:
        self.structure_: LearnedStructure | None = None
        if isinstance(self.structure, DirectedGraph):
            return self.structure
        self.structure_ = STRUCTURES[self.structure](scores, self.target_, self.max_parents)
        return self.structure_.graph


def _with_weight(data: MixedRows) -> tuple[Floats, Labels, Floats | None]:
    """The rows that have weight, and the classes among them."""
    X, y, weight = np.asarray(data.X), data.y, in_rows(data.weight)
    if weight is not None:
        X, y, weight = X[weight > 0], y[weight > 0], weight[weight > 0]
    present, codes = np.unique(y.codes, return_inverse=True)
    return X, Labels(codes, y.classes[present]), weight


learners.add(
    "BayesianNetworkClassifier",
    BayesianNetworkClassifier,
    "the posterior of the class in a network of the features: naive, TAN, KDB, augmented or learned",
    task=("classification",),
    family="networks",
    default=False,
)
