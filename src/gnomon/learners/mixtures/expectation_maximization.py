"""Expectation maximization (EM): maximum likelihood with latent variables or missing data.

The E-step computes the expected sufficient statistics of the latent variables from the parameters, the M-step
the maximum likelihood parameters from these. The likelihood never decreases (Dempster, Laird & Rubin 1977)
and converges to a local optimum that depends on the initialization.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from gnomon.arrays import Floats
from gnomon.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

Parameters = TypeVar("Parameters")
Expected = TypeVar("Expected")


@dataclass(frozen=True)
class EMResult(Generic[Parameters]):
    """Result of expectation maximization.

    parameters: final. history: log likelihood of the parameters before each iteration. converged: whether its
    last change was less than tol. trace: parameters before each iteration, if traced.
    """

    parameters: Parameters
    history: Floats
    converged: bool
    trace: tuple[Parameters, ...] = ()

    @property
    def log_likelihood(self) -> float:
        """Log likelihood of the parameters before the last iteration."""
        return float(self.history[-1])

    @property
    def n_iter(self) -> int:
        """Number of iterations."""
        return len(self.history)

    @property
    def max_decrease(self) -> float:
        """Largest decrease of the likelihood in an iteration; 0 up to rounding for correct EM steps."""
        return max_decrease(self.history)

    def convergence_message(self, owner: str, max_iter: int) -> str:
        """Message of the warning that EM did not converge."""
        change = np.abs(np.diff(self.history[-2:])).sum()
        return (
            f"{owner} did not converge in max_iter={max_iter} iterations, the last of which changed the mean "
            f"log likelihood by {change:.2g}; increase max_iter or tol"
        )

    def frame(self) -> pd.DataFrame:
        """Return one row per iteration: log likelihood and, if traced, parameters (a number or a dict)."""
        import pandas as pd

        table: dict[str, Any] = {"step": np.arange(self.n_iter), "log_likelihood": self.history}
        if self.trace and isinstance(self.trace[0], dict):
            table |= {name: [each[name] for each in self.trace] for name in self.trace[0]}  # type: ignore[index]
        elif self.trace and np.isscalar(self.trace[0]):
            table["parameter"] = list(self.trace)
        return pd.DataFrame(table)

    def __str__(self) -> str:
        end = "converged" if self.converged else "stopped"
        return f"{end} after {self.n_iter} iterations at a log likelihood of {self.log_likelihood:.6g}"


def expectation_maximization(
    e_step: Callable[[Parameters], tuple[Expected, float]],
    m_step: Callable[[Expected], Parameters],
    start: Parameters,
    *,
    max_iter: int = 100,
    tol: float = 1e-3,
    traced: bool = False,
) -> EMResult[Parameters]:
    """Expectation maximization (EM) from initial parameters until the log likelihood converges.

    e_step: returns the expected sufficient statistics of the latent variables, and the log likelihood of the
    parameters. m_step: returns the maximum likelihood parameters for these statistics. tol: tolerance on the
    change of the log likelihood. traced: whether to store the parameters of every iteration.

    Example: a multinomial with probabilities 1/2, b, 2b and 1/2 - 3b, where only the sum of the first two
    counts is observed (20), and the others are 10 each.

    >>> def expect(b):
    ...     seen = 20 * np.log(0.5 + b) + 10 * np.log(2 * b) + 10 * np.log(0.5 - 3 * b)
    ...     return 20 * b / (0.5 + b), seen
    >>> result = expectation_maximization(expect, lambda n: (n + 10) / (6 * (n + 20)), 0.05, tol=1e-9)
    >>> round(result.parameters, 4), result.converged
    (0.0948, True)
    """
    if max_iter < 1 or tol < 0:
        raise ParameterError(
            f"max_iter={max_iter}, tol={tol}: max_iter must be at least 1, and tol at least 0"
        )
    parameters, history, trace = start, list[float](), list[Parameters]()
    converged = False
    for _ in range(max_iter):
        expected, likelihood = e_step(parameters)
        if np.isnan(likelihood):
            raise DataError(
                f"the log likelihood is NaN in iteration {len(history)}; check the initial parameters"
            )
        if traced:
            trace.append(parameters)
        parameters = m_step(expected)
        history.append(float(likelihood))
        if len(history) > 1 and abs(history[-1] - history[-2]) < tol:
            converged = True
            break
    return EMResult(parameters, np.array(history), converged, tuple(trace))


def max_decrease(history: Floats) -> float:
    """Largest decrease between consecutive values; 0 if they never decrease.

    >>> max_decrease(np.array([1.0, 3.0, 2.5, 4.0]))
    0.5
    """
    seen = history[np.isfinite(history)]
    return float(max(0.0, -np.diff(seen).min(initial=0.0)))
