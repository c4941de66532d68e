"""Parameters of multinomial mixtures, and their E-step and M-step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.learners.mixtures.drawn_rows import draw_rows
from gnomon.learners.mixtures.normals import log_densities

TINY = 1e-300


@dataclass(frozen=True, eq=False)
class Multinomials:
    """Weights (k) and probabilities (k, m) of the components; probabilities sum to 1 within each group.

    >>> coins = Multinomials(np.array([0.5, 0.5]), np.array([[0.9, 0.1], [0.5, 0.5]]))
    >>> np.exp(coins.scores(np.array([[1.0, 1.0]]))).round(3)
    array([[0.045, 0.125]])
    """

    weights: Floats
    probabilities: Floats

    def scores(self, counts: Any) -> Floats:
        """log w_k + sum_j count_j log p_kj of each row and component, (n, k).

        Multinomial coefficients are omitted, as they are the same for all components.
        """
        with np.errstate(divide="ignore"):
            logs = np.log(self.weights)
        return np.asarray(counts @ np.log(np.maximum(self.probabilities, TINY)).T) + logs


class CountSteps:
    """E-step and M-step over counts (n, m), dense or CSR.

    group: group (variable) of each of the m outcomes. alpha: pseudo-count of each outcome in every component;
    the objective is then the log posterior under this Dirichlet prior.

    >>> steps = CountSteps(np.array([[3.0, 1.0]]), np.array([0, 0]), None, alpha=0.0)
    >>> steps.maximize(steps.expect(steps.start(1, np.random.default_rng(0)))[0]).probabilities
    array([[0.75, 0.25]])
    """

    def __init__(self, counts: Any, group: Integers, weight: Floats | None, alpha: float) -> None:
        self.counts, self.group, self.alpha = counts, group, alpha
        self.weight = np.ones(counts.shape[0]) if weight is None else weight
        self.n_groups = int(group.max(initial=-1)) + 1

    def expect(self, model: Multinomials) -> tuple[tuple[Floats, Floats], float]:
        """E-step: expected rows and counts of each component, and the mean log posterior."""
        scores = model.scores(self.counts)
        total = log_densities(scores)
        responsibility = np.exp(scores - total[:, None]) * self.weight[:, None]
        prior = (
            self.alpha * float(np.log(np.maximum(model.probabilities, TINY)).sum()) if self.alpha > 0 else 0.0
        )
        expected = np.asarray((self.counts.T @ responsibility).T)
        return (responsibility.sum(axis=0), expected), (float(self.weight @ total) + prior) / float(
            self.weight.sum()
        )

    def maximize(self, expected: tuple[Floats, Floats]) -> Multinomials:
        """M-step: relative frequencies of the expected counts within their groups."""
        rows, counts = expected
        return Multinomials(rows / rows.sum(), self._within_groups(counts + self.alpha))

    def start(self, n_components: int, random: np.random.Generator) -> Multinomials:
        """Initial probabilities: the average of those of all rows and of a random row per component."""
        overall = self._within_groups(np.asarray(self.weight @ self.counts)[None, :] + 1.0)
        rows = self.counts[draw_rows(self.counts, self.weight, n_components, random)]
        rows = rows if isinstance(rows, np.ndarray) else rows.toarray()
        own = self._within_groups(rows + overall)
        mixed = overall if n_components == 1 else (own + overall) / 2
        return Multinomials(np.full(n_components, 1 / n_components), mixed)

    def _within_groups(self, counts: Floats) -> Floats:
        totals = np.stack([np.bincount(self.group, row, minlength=self.n_groups) for row in counts])
        size = np.bincount(self.group, minlength=self.n_groups)
        # A component without rows has uniform probabilities.
        uniform = np.where(totals > 0, 0.0, 1.0)[:, self.group]
        safe = np.where(totals > 0, totals, size)[:, self.group]
        return np.asarray((counts + uniform) / safe)
