"""Bayesian networks of discrete nodes: a product of tables, learned or given, and its queries."""

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
    asked_places,
    check_possible,
    impossible,
    one_row,
)
from gnomon.learners.networks.explanation import Explanation
from gnomon.learners.networks.factorization import Factorization
from gnomon.learners.networks.factors import onto, product, reduced
from gnomon.learners.networks.graph import DirectedGraph, Drawn, graph_of
from gnomon.learners.networks.parameters import learned_parameters
from gnomon.learners.networks.posterior import Posterior
from gnomon.learners.networks.sampling import WeightedSample, check_agreement, draw, frame_of
from gnomon.learners.networks.separation import Separation, d_separation
from gnomon.probability.bayes import bayes_table
from gnomon.probability.frequencies import natural_frequencies
from gnomon.seeds import Seed, generator
from gnomon.ties import first_largest


class BayesianNetwork(Factorization):
    """p(all nodes) = the product over nodes of p(node | its parents).

    graph: a Graph, a formula, or a list of edges. tables: one for each node (see `tables.read_tables`); if
    all are Fractions, answers are exact Fractions. levels: the names of the values of some nodes; 0, 1, … if
    the tables do not say.

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
        graph: Drawn,
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
        """The network with the tables that the rows speak for: (count + prior) / total.

        data: see `coding.codes_of`. prior: 0 for plain frequencies, 1 for Laplace's rule, ('bdeu', s), or
        an array for each node. levels: needed for a node with no column. exact: tables of Fractions.
        Missing values are weighed by expectation maximization (tol, max_iter, random_state are for it), whose
        history is then in `learned`.

        >>> network = BayesianNetwork.learn("[A][B|A]", {"A": [0, 0, 1], "B": [0, 1, 1]}, prior=1)
        >>> network.tables["B"]
        array([[0.5       , 0.5       ],
               [0.33333333, 0.66666667]])
        """
        graph = graph_of(graph)
        found = learned_parameters(
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
        network = cls(graph, found.tables, found.levels)
        network.learned = found.maximized
        return network

    def query(
        self, targets: str | Sequence[str], evidence: Evidence | None = None, *, method: str = "elimination"
    ) -> Posterior:
        """How probable each level of the target is, given what was observed; several targets jointly.

        method: "elimination", "junction tree", or "enumeration" (of the whole joint distribution).

        >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
        >>> network.query("wet")[1]
        0.26
        """
        names, observed = _names(targets), self.observed(evidence)
        places = asked_places(self.graph, names, observed)
        if method == "elimination":
            values = onto(eliminated(self.graph, self.factors, places, observed).factor, places)
        elif method == "enumeration":
            values = onto(product(reduced(factor, observed) for factor in self.factors), places)
        elif method == "junction tree":
            values = self.junction_tree(names).query(one_row(observed, len(self.sizes)), places)[0][0]
        else:
            raise ParameterError(f'method={method!r}: "elimination", "junction tree" or "enumeration"')
        if (total := values.sum()) == 0:
            raise impossible(evidence)
        levels = tuple(self.levels[name] for name in names)
        return Posterior(names, levels, values / total, dict(evidence or {}))

    def posteriors(self, target: str, data: Any, *, if_impossible: str = "raise") -> Floats:
        """p(level of the target | row) for many rows at once, (rows, levels); missing values are summed out.

        data: see `coding.codes_of`; the target's own column is not looked at. if_impossible: what a row of
        probability 0 gets: "raise" an error, or the "prior" p(level).
        """
        if if_impossible not in ("raise", "prior"):
            raise ParameterError(f'if_impossible={if_impossible!r}: "raise" or "prior"')
        place = self.graph.place(target)
        codes = self.codes(data)
        codes[:, place] = -1
        share, log_probability = self.junction_tree((target,)).query(codes, [place])
        if if_impossible == "raise":
            check_possible(codes, log_probability, self.levels)
        never = np.isneginf(log_probability)
        if never.any():
            share[never] = np.asarray(self.query(target).values, dtype=np.float64)
        return share

    def predict(self, target: str, data: Any, *, if_impossible: str = "raise") -> Array:
        """The most probable level of the target for each row; of equals the first."""
        best = first_largest(self.posteriors(target, data, if_impossible=if_impossible))
        return np.asarray(frame_of(best[:, None], {target: self.levels[target]})[target])

    def marginals(self, data: Any) -> dict[str, Floats]:
        """p(level | row) of every node, each (rows, levels), by one pass up and down the junction tree."""
        codes = self.codes(data)
        shares, log_probability = self.junction_tree().marginals(codes)
        check_possible(codes, log_probability, self.levels)
        return dict(zip(self.graph.nodes, shares, strict=True))

    def log_likelihood(self, data: Any) -> Floats:
        """log p(row) for each row, missing values summed out; minus infinity where a row is impossible."""
        return self.junction_tree().query(self.codes(data), [])[1]

    def probability(self, evidence: Evidence) -> Any:
        """How probable it is to observe all of this, whatever the other nodes are.

        >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
        >>> round(network.probability({"wet": 1}), 12)
        0.26
        """
        found = eliminated(self.graph, self.factors, [], self.observed(evidence))
        value = found.factor.values.item()
        return value if self.is_exact else ldexp(value, found.exponent)

    def joint(self, row: Evidence) -> Any:
        """The probability of a full row: the product of one entry of each table."""
        left = [name for name in self.graph.nodes if name not in row]
        if left:
            raise DataError(f"the row has no value for {left[0]!r}; `probability` takes part of a row")
        return self.probability(row)

    def most_probable(self, evidence: Evidence | None = None) -> Explanation:
        """The levels of all nodes that are most probable together, given the evidence.

        >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
        >>> network.most_probable({"wet": 1}).levels
        {'rain': 1, 'wet': 1}
        """
        given = dict(evidence or {})
        tree, row = self.junction_tree(), one_row(self.observed(given), len(self.sizes))
        best, log_joint = tree.explain(row)
        if np.isneginf(log_joint[0]):
            raise impossible(given)
        codes = zip(self.graph.nodes, best[0].tolist(), strict=True)
        levels = {name: self.levels[name][code] for name, code in codes}
        joint = self.joint(levels)
        if self.is_exact:
            return Explanation(levels, joint, joint / self.probability(given), given)
        # By logs: both probabilities may be too small for a float.
        share = float(np.exp(log_joint[0] - tree.query(row, [])[1][0]))
        return Explanation(levels, joint, share, given)

    def complete(self, data: Any) -> Any:
        """A frame in which each row's missing values are those most probable together, given the others."""
        codes = self.codes(data)
        best, log_probability = self.junction_tree().explain(codes)
        check_possible(codes, log_probability, self.levels)
        return frame_of(best, self.levels)

    def sample(self, n: int, random_state: Seed = None) -> Any:
        """A frame of n rows drawn from the network, parents before children."""
        return frame_of(draw(self.graph, self.tables, n, generator(random_state))[0], self.levels)

    def weighted_sample(self, n: int, evidence: Evidence, random_state: Seed = None) -> WeightedSample:
        """n rows with the evidence held, weighed by how well they agree: for graphs too dense to be exact."""
        held = self.observed(evidence)
        codes, log_weight = draw(self.graph, self.tables, n, generator(random_state), held)
        check_agreement(log_weight, evidence)
        return WeightedSample(codes, log_weight, self.levels, dict(evidence))

    def do(self, actions: Evidence) -> BayesianNetwork:
        """The network after nodes are set by hand: nothing upstream can tell their level any more.

        >>> network = BayesianNetwork("[rain][wet|rain]", {"rain": 0.2, "wet": {0: 0.1, 1: 0.9}})
        >>> network.do({"wet": 1}).query("rain")[1]
        0.2
        """
        fixed = self.observed(actions)
        parents = tuple(() if node in fixed else each for node, each in enumerate(self.graph.parents))
        tables = dict(self.tables)
        for node, level in fixed.items():
            table = self.tables[self.graph.nodes[node]]
            tables[self.graph.nodes[node]] = (
                (np.arange(table.shape[-1]) == level).astype(int).astype(table.dtype)
            )
        return BayesianNetwork(DirectedGraph(self.graph.nodes, parents), tables, self.levels)

    def separation(self, first: str, second: str, given: Iterable[str] = ()) -> Separation:
        """Whether the graph makes two nodes independent given others; if not, the open path."""
        return d_separation(self.graph, first, second, given)

    def elimination(self, targets: str | Sequence[str], evidence: Evidence | None = None) -> Elimination:
        """Variable elimination step by step; its `frame()` shows which tables were joined when."""
        observed = self.observed(evidence)
        places = asked_places(self.graph, _names(targets), observed)
        return eliminated(self.graph, self.factors, places, observed)

    def messages(self, evidence: Evidence | None = None) -> Beliefs:
        """Belief propagation on a graph without loops: every message, and the belief of every node."""
        beliefs = propagate(self.graph, self.factors, self.levels, self.observed(evidence))
        if any(belief.sum() == 0 for belief in beliefs.beliefs.values()):
            raise impossible(evidence)
        return beliefs

    def natural_frequencies(self, target: str, evidence: Evidence, n: Any = 10_000) -> Any:
        """Bayes' rule in heads: of n, how many have each level of the target, with the evidence and without.

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
