"""Bayesian networks (belief networks) of discrete nodes: parameter learning and inference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ldexp
from typing import Any

import numpy as np

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.belief_propagation import Beliefs, propagate
from gnomon.learners.networks.elimination import Elimination, eliminated
from gnomon.learners.networks.evidence import (
    Evidence,
    check_possible,
    evidence_row,
    impossible_evidence,
    target_indices,
)
from gnomon.learners.networks.explanation import Explanation
from gnomon.learners.networks.factorization import Factorization
from gnomon.learners.networks.factors import marginal, product, reduced
from gnomon.learners.networks.graph import DirectedGraph, GraphLike, graph_of
from gnomon.learners.networks.parameters import learned_parameters
from gnomon.learners.networks.posterior import Posterior
from gnomon.learners.networks.sampling import WeightedSample, check_agreement, draw, frame_of
from gnomon.learners.networks.separation import Separation, d_separation
from gnomon.probability.bayes import bayes_table
from gnomon.probability.frequencies import natural_frequencies
from gnomon.seeds import Seed, generator
from gnomon.ties import first_largest


class BayesianNetwork(Factorization):
    """Bayesian network (belief network) of discrete nodes: p(all nodes) = product of p(node | parents).

    graph: a DirectedGraph, a formula, or a list of edges. tables: conditional probability table of each node
    (see `tables.read_tables`); with Fractions, results are exact Fractions. levels: names of the values of
    some nodes; by default those of the tables, or 0, 1, ….

    >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
    >>> print(network.query("rain", {"wet": 1}))
    p(rain | wet=1)
      0  0.307692
      1  0.692308
    >>> network.posteriors("rain", {"wet": [1, 0, None]}).round(3)
    array([[0.308, 0.692],
           [0.973, 0.027],
           [0.8  , 0.2  ]])
    """

    @classmethod
    def learn(
        cls,
        graph: GraphLike,
        data: Any,
        *,
        prior: Any = 0.0,
        levels: Mapping[str, Sequence[Any]] | None = None,
        sample_weight: Any = None,
        exact: bool = False,
        tol: float = 1e-6,
        max_iter: int = 1000,
        random_state: Seed = 0,
    ) -> BayesianNetwork:
        """Learn the parameters of a network with this structure: (count + prior) / total.

        data: see `coding.codes_of`. prior: pseudo-counts; 0 for maximum likelihood, 1 for Laplace smoothing,
        ('bdeu', s), or an array for each node. levels: needed for a hidden node (without a column).
        sample_weight: sample weights. exact: tables of Fractions. With missing values, parameters are learned
        by expectation maximization (tol, max_iter, random_state), whose history is in `learned`.

        >>> network = BayesianNetwork.learn("[A][B|A]", {"A": [0, 0, 1], "B": [0, 1, 1]}, prior=1)
        >>> network.tables["B"]
        array([[0.5       , 0.5       ],
               [0.33333333, 0.66666667]])
        """
        graph = graph_of(graph)
        parameters = learned_parameters(
            graph,
            data,
            prior=prior,
            levels=levels,
            sample_weight=sample_weight,
            exact=exact,
            tol=tol,
            max_iter=max_iter,
            random_state=random_state,
        )
        network = cls(graph, parameters.tables, parameters.levels)
        network.learned = parameters.em_result
        return network

    def query(
        self, targets: str | Sequence[str], evidence: Evidence | None = None, *, method: str = "elimination"
    ) -> Posterior:
        """Posterior distribution of a target given the evidence; joint for several targets.

        method: "elimination" (variable elimination), "junction tree", or "enumeration" (of the joint
        distribution).

        >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
        >>> network.query("wet")[1]
        0.26
        """
        names, observed = _names(targets), self.observed(evidence)
        indices = target_indices(self.graph, names, observed)
        if method == "elimination":
            values = marginal(eliminated(self.graph, self.factors, indices, observed).factor, indices)
        elif method == "enumeration":
            values = marginal(product(reduced(factor, observed) for factor in self.factors), indices)
        elif method == "junction tree":
            values = self.junction_tree(names).query(evidence_row(observed, len(self.sizes)), indices)[0][0]
        else:
            raise ParameterError(f'method={method!r}: choose "elimination", "junction tree" or "enumeration"')
        if (total := values.sum()) == 0:
            raise impossible_evidence(evidence)
        levels = tuple(self.levels[name] for name in names)
        return Posterior(names, levels, values / total, dict(evidence or {}))

    def posteriors(self, target: str, data: Any, *, if_impossible: str = "raise") -> Floats:
        """Posteriors p(level of the target | row) of many rows, (rows, levels), missing values summed out.

        data: see `coding.codes_of`; the target's own column is ignored. if_impossible: for rows of
        probability 0, "raise" an error or return the "prior" p(level).
        """
        if if_impossible not in ("raise", "prior"):
            raise ParameterError(f'if_impossible={if_impossible!r}: choose "raise" or "prior"')
        index = self.graph.index(target)
        codes = self.codes(data)
        codes[:, index] = -1
        posterior, log_probability = self.junction_tree((target,)).query(codes, [index])
        if if_impossible == "raise":
            check_possible(codes, log_probability, self.levels)
        is_impossible = np.isneginf(log_probability)
        if is_impossible.any():
            posterior[is_impossible] = np.asarray(self.query(target).values, dtype=np.float64)
        return posterior

    def predict(self, target: str, data: Any, *, if_impossible: str = "raise") -> Array:
        """Predict the most probable level of the target for each row; the first on ties."""
        best = first_largest(self.posteriors(target, data, if_impossible=if_impossible))
        return np.asarray(frame_of(best[:, None], {target: self.levels[target]})[target])

    def marginals(self, data: Any) -> dict[str, Floats]:
        """Marginal posteriors p(level | row) of every node, each (rows, levels), by the junction tree."""
        codes = self.codes(data)
        posteriors, log_probability = self.junction_tree().marginals(codes)
        check_possible(codes, log_probability, self.levels)
        return dict(zip(self.graph.nodes, posteriors, strict=True))

    def log_likelihood(self, data: Any) -> Floats:
        """Log-likelihood log p(row) of each row, missing values summed out; -inf for an impossible row."""
        return self.junction_tree().query(self.codes(data), [])[1]

    def probability(self, evidence: Evidence) -> Any:
        """Probability of the evidence (marginal likelihood), summed over the other nodes.

        >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
        >>> round(network.probability({"wet": 1}), 12)
        0.26
        """
        result = eliminated(self.graph, self.factors, [], self.observed(evidence))
        value = result.factor.values.item()
        return value if self.is_exact else ldexp(value, result.exponent)

    def joint(self, row: Evidence) -> Any:
        """Joint probability of a full row: the product of one entry of each table."""
        missing = [name for name in self.graph.nodes if name not in row]
        if missing:
            raise DataError(f"the row has no value for {missing[0]!r}; use `probability` for a partial row")
        return self.probability(row)

    def most_probable(self, evidence: Evidence | None = None) -> Explanation:
        """Most probable explanation (MPE): the jointly most probable levels of all nodes given the evidence.

        >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
        >>> network.most_probable({"wet": 1}).levels
        {'rain': 1, 'wet': 1}
        """
        evidence = dict(evidence or {})
        tree, row = self.junction_tree(), evidence_row(self.observed(evidence), len(self.sizes))
        best, log_joint = tree.explain(row)
        if np.isneginf(log_joint[0]):
            raise impossible_evidence(evidence)
        codes = zip(self.graph.nodes, best[0].tolist(), strict=True)
        levels = {name: self.levels[name][code] for name, code in codes}
        joint = self.joint(levels)
        if self.is_exact:
            return Explanation(levels, joint, joint / self.probability(evidence), evidence)
        # By logarithms, as both probabilities may underflow.
        posterior = float(np.exp(log_joint[0] - tree.query(row, [])[1][0]))
        return Explanation(levels, joint, posterior, evidence)

    def complete(self, data: Any) -> Any:
        """Impute missing values by the most probable explanation of each row; a data frame."""
        codes = self.codes(data)
        best, log_probability = self.junction_tree().explain(codes)
        check_possible(codes, log_probability, self.levels)
        return frame_of(best, self.levels)

    def sample(self, n: int, random_state: Seed = 0) -> Any:
        """Sample n rows from the network (ancestral sampling); a data frame."""
        return frame_of(draw(self.graph, self.tables, n, generator(random_state))[0], self.levels)

    def weighted_sample(self, n: int, evidence: Evidence, random_state: Seed = 0) -> WeightedSample:
        """Likelihood weighting: n weighted samples given the evidence (approximate inference)."""
        observed_codes = self.observed(evidence)
        codes, log_weight = draw(self.graph, self.tables, n, generator(random_state), observed_codes)
        check_agreement(log_weight, evidence)
        return WeightedSample(codes, log_weight, self.levels, dict(evidence))

    def do(self, actions: Evidence) -> BayesianNetwork:
        """Intervention (do-operator): the network with nodes set to levels and their incoming edges removed.

        >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
        >>> network.do({"wet": 1}).query("rain")[1]
        0.2
        """
        interventions = self.observed(actions)
        parents = tuple(() if node in interventions else each for node, each in enumerate(self.graph.parents))
        tables = dict(self.tables)
        for node, level in interventions.items():
            table = self.tables[self.graph.nodes[node]]
            tables[self.graph.nodes[node]] = (
                (np.arange(table.shape[-1]) == level).astype(int).astype(table.dtype)
            )
        return BayesianNetwork(DirectedGraph(self.graph.nodes, parents), tables, self.levels)

    def separation(self, first: str, second: str, observed: Iterable[str] = ()) -> Separation:
        """d-separation of two nodes given others; if not separated, an open path."""
        return d_separation(self.graph, first, second, observed)

    def elimination(self, targets: str | Sequence[str], evidence: Evidence | None = None) -> Elimination:
        """Variable elimination step by step; its `frame()` shows the factors of each step."""
        observed = self.observed(evidence)
        indices = target_indices(self.graph, _names(targets), observed)
        return eliminated(self.graph, self.factors, indices, observed)

    def messages(self, evidence: Evidence | None = None) -> Beliefs:
        """Belief propagation on a polytree (graph without loops): the messages and each node's belief."""
        beliefs = propagate(self.graph, self.factors, self.levels, self.observed(evidence))
        if any(belief.sum() == 0 for belief in beliefs.beliefs.values()):
            raise impossible_evidence(evidence)
        return beliefs

    def natural_frequencies(self, target: str, evidence: Evidence, n: Any = 10_000) -> Any:
        """Bayes' rule in natural frequencies: counts of each level in n cases, with and without the evidence.

        >>> test = BayesianNetwork("[ill][positive|ill]", {"ill": 0.028, "positive": {0: 0.01, 1: 0.95}})
        >>> test.natural_frequencies("ill", {"positive": 1}).round(1)
              with  without      all
        0     97.2   9622.8   9720.0
        1    266.0     14.0    280.0
        all  363.2   9636.8  10000.0
        """
        prior, posterior = self.query(target), self.query(target, evidence)
        both = posterior.values * self.probability(evidence)
        likelihood = both / np.where(prior.values > 0, prior.values, 1)
        levels = self.levels[target]
        table = bayes_table(
            dict(zip(levels, prior.values, strict=True)), dict(zip(levels, likelihood, strict=True))
        )
        return natural_frequencies(table, n)


def _names(targets: str | Sequence[str]) -> tuple[str, ...]:
    return (targets,) if isinstance(targets, str) else tuple(targets)
