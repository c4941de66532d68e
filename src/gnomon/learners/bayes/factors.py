"""Explanation of naive Bayes predictions: posterior odds as prior odds times likelihood ratios."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import expit

from gnomon.arrays import Array, Floats
from gnomon.errors import DataError, NameUnknown

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Factors:
    """Posterior odds as a product: prior odds x prod_j p(x_j | one class) / p(x_j | other class).

    names, values: of the features. log_prior: by class. terms: log p(x_j | c), (rows, features, classes).

    >>> half, rare = np.log([[[0.5, 0.25]]]), np.log([0.5, 0.5])
    >>> print(Factors(np.array(["+", "-"]), np.array(["word"]), np.array([[1.0]]), rare, half))
    row 0: + against -
      prior odds      1
      word = 1        x 2
      posterior odds  2
    """

    classes: Array
    names: Array
    values: Array
    log_prior: Floats
    terms: Floats

    def odds(self, one: Any = None, other: Any = None) -> Floats:
        """Posterior odds p(one | x) / p(other | x) of each row, from 0 to infinity."""
        return np.array([self._odds(row, *self._pair(row, one, other)) for row in range(len(self.terms))])

    def break_even_prior(self, one: Any = None, other: Any = None) -> Floats:
        """Prior of `one`, against `other` alone, above which each row is assigned to it: 1 / (1 + ratio).

        The ratio is the likelihood ratio, the product of all factors but the prior odds.
        """
        pairs = [self._pair(row, one, other) for row in range(len(self.terms))]
        logs = self.terms.sum(axis=1)
        steps = [_differences(logs[[row], a], logs[[row], b])[0] for row, (a, b) in enumerate(pairs)]
        return np.asarray(expit(-np.array(steps)), dtype=np.float64)

    def frame(self, row: int = 0, *, one: Any = None, other: Any = None) -> pd.DataFrame:
        """Return one row per feature: value, p(value | one), p(value | other), factor, bits, cumulative odds.

        one: the most probable class by default. other: the next most probable. The first line is the prior.
        """
        import pandas as pd

        a, b = self._pair(row, one, other)
        logs = np.concatenate([self.log_prior[None], self.terms[row]])
        steps = _differences(logs[:, a], logs[:, b])
        odds = [self._odds(row, a, b, n) for n in range(len(logs))]
        with np.errstate(over="ignore"):
            return pd.DataFrame(
                {
                    "feature": ["prior", *self.names],
                    "value": [None, *self.values[row]],
                    f"p(value | {self.classes[a]})": np.exp(logs[:, a]),
                    f"p(value | {self.classes[b]})": np.exp(logs[:, b]),
                    "factor": np.exp(steps),
                    "bits": steps / np.log(2),
                    "odds": odds,
                }
            )

    def __str__(self) -> str:
        lines = []
        for row in range(len(self.terms)):
            a, b = self._pair(row, None, None)
            table = self.frame(row, one=self.classes[a], other=self.classes[b])
            lines.append(f"row {row}: {self.classes[a]} against {self.classes[b]}")
            names = [f"{name} = {_short(value)}" for name, value in zip(self.names, self.values[row])]
            width = max(len(name) for name in (*names, "posterior odds"))
            lines.append(f"  {'prior odds':<{width}}  {table['odds'].iloc[0]:.4g}")
            for name, factor in zip(names, table["factor"].iloc[1:]):
                lines.append(f"  {name:<{width}}  x {factor:.4g}")
            lines.append(f"  {'posterior odds':<{width}}  {table['odds'].iloc[-1]:.4g}")
        return "\n".join(lines)

    def _pair(self, row: int, one: Any, other: Any) -> tuple[int, int]:
        if len(self.classes) < 2:
            raise DataError(f"odds need two classes, but there is only {self.classes.tolist()[0]!r}")
        if not -len(self.terms) <= row < len(self.terms):
            raise DataError(f"row={row} is out of range: there are {len(self.terms)} rows")
        scores = self.log_prior + self.terms[row].sum(axis=0)
        order = np.argsort(-scores, kind="stable").tolist()
        b = None if other is None else self._code(other)
        a = next(c for c in order if c != b) if one is None else self._code(one)
        if b is None:
            b = next(c for c in order if c != a)
        if a == b:
            raise DataError(f"the odds of class {self.classes[a]!r} against itself are 1; pass another class")
        return a, b

    def _code(self, label: Any) -> int:
        matches = np.flatnonzero(self.classes == label)
        if len(matches) == 0:
            raise NameUnknown(f"there is no class {label!r}; the classes are {self.classes.tolist()}")
        return int(matches[0])

    def _odds(self, row: int, a: int, b: int, n_features: int | None = None) -> float:
        logs = self.log_prior + self.terms[row, :n_features].sum(axis=0)
        with np.errstate(over="ignore"):
            return float(np.exp(_differences(logs[[a]], logs[[b]])[0]))


def _differences(a: Floats, b: Floats) -> Floats:
    """a - b, and 0 where both are minus infinity."""
    both = np.isneginf(a) & np.isneginf(b)
    return np.where(both, 0.0, np.where(both, 0.0, a) - np.where(both, 0.0, b))


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float | np.floating) else str(value)
