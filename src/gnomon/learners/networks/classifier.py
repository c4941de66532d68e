"""Bayesian network classifiers: naive Bayes, TAN, KDB, augmented and unrestricted networks."""

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
    "a DirectedGraph, such as DirectedGraph.of_formula('[class][x|class]')",
    "DirectedGraph",
)


@dataclass(frozen=True)
class MixedRows(Rows):
    """Rows of numbers and category codes, with the levels of the categories.

    >>> MixedRows(np.array([[1.0], [2.0]])).rows(np.array([1])).X
    array([[2.]])
    """

    categories: Categories | None = None

    def rows(self, index: Integers) -> MixedRows:
        """A subset of the rows."""
        subset = super().rows(index)
        return MixedRows(subset.X, subset.y, subset.weight, self.categories)

    def examples(self, index: Integers) -> Any:
        """The features of these rows, marked as coded."""
        return examples_of(self.X, index)


class BayesianNetworkClassifier(ClassifierMixin, Learner):
    """Bayesian network classifier (naive Bayes, TAN, KDB): predicts the class of maximum posterior.

    Numeric columns are discretized into equal-frequency bins of the training rows; categories are levels. In
    prediction, missing values and unseen levels are summed out exactly; in training, they are left out of the
    families that contain them.

    structure: "naive" (naive Bayes), "tan" (tree-augmented naive Bayes), "kdb" (k-dependence Bayes: each
    feature has up to `max_parents` other features as parents), "augmented" (network-augmented naive Bayes, by
    hill climbing), "learned" (unrestricted network, by hill climbing), or a DirectedGraph whose nodes are
    columns and the class; columns that are not nodes are ignored.

    Attributes
    ----------
    classes_ : the classes
    network_ : the fitted BayesianNetwork
    structure_ : the LearnedStructure with its search history; None if `structure` is a DirectedGraph
    target_ : name of the class node, "class" unless taken by a column or named by the graph
    columns_ : bin edges and levels of the columns

    Examples
    --------
    >>> from gnomon import BayesianNetworkClassifier
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
        help="structure of the network: naive Bayes, TAN, KDB, augmented, learned, or a graph",
    )
    max_parents: int | None = between(
        0,
        inf,
        whole=True,
        optional=True,
        default=2,
        help="maximum number of parents besides the class (kdb, augmented, learned); None for no limit",
        grid=(1, 2, 3),
    )
    criterion: str = one_of(
        *SCORES[:-1],
        default="bic",
        help="score of structure learning (augmented, learned)",
        grid=("bic", "aic"),
    )
    equivalent_sample_size: float = between(
        0, inf, open=True, default=10.0, help='equivalent sample size of the prior, for criterion "bdeu"'
    )
    smoothing: float = between(
        0, inf, default=1.0, help="pseudo-count of each cell (Laplace smoothing); 0 for none", grid=(0.1, 1.0)
    )
    n_bins: int = between(
        2, 1000, whole=True, default=5, help="number of bins of a numeric column", grid=(3, 5, 10)
    )
    categorical_features: Any = free(
        default="from_dtype",
        help="categorical columns: by dtype, or a list of names, indices or flags; unseen levels are missing",
    )

    shared_by = ("categorical_features",)
    predicts_most_probable = True

    def prepare(self, X: Any, y: Any = None, weight: Floats | None = None) -> MixedRows:
        """The rows; bin edges depend on the training rows, so they are computed in `fit_prepared`."""
        return MixedRows(X, y, weight, getattr(self, "categories_", None))

    def fit_prepared(self, data: MixedRows, start: Self | None = None) -> Self:
        """Discretize the columns, learn the structure, and fit the tables."""
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
        """Class probabilities: the posterior of the classes, missing values summed out."""
        return np.exp(self.predict_log_proba(X))

    def predict_log_proba(self, X: Any) -> Floats:
        """Log class probabilities."""
        codes = self._codes(X)
        logs = log_posterior(self.network_, self.target_, codes)
        impossible = np.flatnonzero(np.isnan(logs[:, 0]))
        if len(impossible):
            raise DataError(
                f"row {impossible[0]} has probability 0 under every class, so its posterior is undefined; "
                "set smoothing above 0"
            )
        return logs

    def predict(self, X: Any) -> Array:
        """Predict the most probable class; ties go to the first class."""
        codes = first_largest(self.predict_proba(X))
        return np.asarray(self.classes_[codes])

    def predict_joint_log_proba(self, X: Any) -> Floats:
        """Joint log probability log p(row, class) for each row and class, with numbers as bins."""
        codes = self._codes(X)
        return log_joint(self.network_, self.target_, codes)

    def joint(self, X: Any) -> Floats:
        """Joint probability p(row, class) for each row and class, with numbers as bins."""
        return np.exp(self.predict_joint_log_proba(X))

    def score_samples(self, X: Any) -> Floats:
        """Log-likelihood log p(row) of each row: low for rows unlike the training rows (novelties)."""
        return np.asarray(logsumexp(self.predict_joint_log_proba(X), axis=1))

    def sample(self, n_samples: int = 1, *, random_state: Seed = 0) -> tuple[Any, Array]:
        """Sample rows and their classes from the network; numbers are uniform within their bin."""
        check_is_fitted(self)
        check_draws(n_samples, "n_samples")
        random = generator(random_state)
        sampled = self.network_.codes(self.network_.sample(n_samples, random))
        index = self.network_.graph.nodes.index
        codes = np.zeros((n_samples, len(self.columns_.names)), dtype=np.int32)
        for column, name in enumerate(self.columns_.names):
            if name in self.network_.graph.nodes:
                codes[:, column] = sampled[:, index(name)]
        return self.columns_.sample(codes, random), self.classes_[sampled[:, index(self.target_)]]

    def check_examples(self, X: Any, *, reset: bool) -> Any:
        """Rows as numbers, with categories as codes."""
        return check_mixed(self, X, super().check_examples, self.categorical_features, reset=reset)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        return tags

    def _codes(self, X: Any) -> Codes:
        """The rows as codes of the network's nodes; the class is missing."""
        check_is_fitted(self)
        column_codes = self.columns_.codes(np.asarray(self.check_examples(X, reset=False)))
        nodes = self.network_.graph.nodes
        codes = np.full((len(column_codes), len(nodes)), -1, dtype=np.int32)
        for node, name in enumerate(nodes):
            if name != self.target_:
                codes[:, node] = column_codes[:, self.columns_.names.index(name)]
        return codes

    def _names(self, n_columns: int) -> list[str]:
        names = getattr(self, "feature_names_in_", [f"x{index}" for index in range(n_columns)])
        return [str(name) for name in names]

    def _target(self, names: list[str]) -> str:
        """Name of the class node: the node of `structure` that is not a column."""
        if isinstance(self.structure, DirectedGraph):
            others = [node for node in self.structure.nodes if node not in names]
            if len(others) != 1:
                raise ParameterError(
                    f"structure has the nodes {list(self.structure.nodes)[:12]}; besides the columns "
                    f"{names[:12]} it must have exactly one node for the class, and has {others}"
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
    """The rows of positive weight, and the classes among them."""
    X, y, weight = np.asarray(data.X), data.y, in_rows(data.weight)
    if weight is not None:
        X, y, weight = X[weight > 0], y[weight > 0], weight[weight > 0]
    present, codes = np.unique(y.codes, return_inverse=True)
    return X, Labels(codes, y.classes[present]), weight


learners.add(
    "BayesianNetworkClassifier",
    BayesianNetworkClassifier,
    "Bayesian network classifier: naive Bayes, TAN, KDB, augmented or learned structure",
    task=("classification",),
    family="networks",
    default=False,
)
