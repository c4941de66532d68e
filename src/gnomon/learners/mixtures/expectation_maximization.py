"""Expectation maximization: the parameters of greatest likelihood when part of the data was not seen.

By turns: from the parameters, what the unseen part is expected to be; from that, the parameters of greatest
likelihood. The likelihood never falls (Dempster, Laird & Rubin 1977); where it ends depends on the start.
Putting expectations in the place of the unseen is right where the log likelihood is linear in them.
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
class Maximized(Generic[Parameters]):
    """Where expectation maximization ended.

    parameters: of the last step. history: log likelihood of the parameters that each step began from.
    converged: whether the last step changed it by less than tol. trace: the parameters that each step began
    from, if asked for.
    """

    parameters: Parameters
    history: Floats
    converged: bool
    trace: tuple[Parameters, ...] = ()

    @property
    def log_likelihood(self) -> float:
        """Of the parameters that the last step began from."""
        return float(self.history[-1])

    @property
    def n_iter(self) -> int:
        """How many steps there were."""
        return len(self.history)

    @property
    def largest_fall(self) -> float:
        """By how much the likelihood fell in its worst step; 0 but for rounding if the steps are right."""
        return largest_fall(self.history)

    def unfinished(self, owner: str, max_iter: int) -> str:
        """What to say if the steps did not converge."""
        change = np.abs(np.diff(self.history[-2:])).sum()
        return (
            f"{owner} stopped after max_iter={max_iter} steps, the last of which changed the mean log "
            f"likelihood by {change:.2g}; raise max_iter, or tol"
        )

    def frame(self) -> pd.DataFrame:
        """One line a step: log likelihood and, if traced, parameters that are numbers or a dict of them."""
        import pandas as pd

        table: dict[str, Any] = {"step": np.arange(self.n_iter), "log_likelihood": self.history}
        if self.trace and isinstance(self.trace[0], dict):
            table |= {name: [each[name] for each in self.trace] for name in self.trace[0]}  # type: ignore[index]
        elif self.trace and np.isscalar(self.trace[0]):
            table["parameter"] = list(self.trace)
        return pd.DataFrame(table)

    def __str__(self) -> str:
        end = "converged" if self.converged else "stopped"
        return f"{end} after {self.n_iter} steps at a log likelihood of {self.log_likelihood:.6g}"


def expectation_maximization(
    e_step: Callable[[Parameters], tuple[Expected, float]],
    m_step: Callable[[Expected], Parameters],
    start: Parameters,
    *,
    max_iter: int = 100,
    tol: float = 1e-3,
    traced: bool = False,
) -> Maximized[Parameters]:
    """Steps from a start, until one changes the log likelihood by less than tol.

    e_step: gives what is expected of the unseen part (or any sums of it that suffice), and the log likelihood
    of the parameters. m_step: gives the parameters of greatest likelihood for it.

    Of 20 things that came up tails or not in one of two ways, with chances 1/2 and b, and 10 of each of two
    other ways, with chances 2b and 1/2 - 3b, how many were of the second way?

    >>> def expect(b):
    ...     seen = 20 * np.log(0.5 + b) + 10 * np.log(2 * b) + 10 * np.log(0.5 - 3 * b)
    ...     return 20 * b / (0.5 + b), seen
    >>> found = expectation_maximization(expect, lambda n: (n + 10) / (6 * (n + 20)), 0.05, tol=1e-9)
    >>> round(found.parameters, 4), found.converged
    (0.0948, True)
    """
    if max_iter < 1 or tol < 0:
        raise ParameterError(
            f"max_iter={max_iter}, tol={tol}: give at least one step, and a tol of 0 or more"
        )
    parameters, history, trace = start, list[float](), list[Parameters]()
    converged = False
    for _ in range(max_iter):
        expected, likelihood = e_step(parameters)
        if np.isnan(likelihood):
            raise DataError(f"the log likelihood is not a number in step {len(history)}; check the start")
        if traced:
            trace.append(parameters)
        parameters = m_step(expected)
        history.append(float(likelihood))
        if len(history) > 1 and abs(history[-1] - history[-2]) < tol:
            converged = True
            break
    return Maximized(parameters, np.array(history), converged, tuple(trace))


def largest_fall(history: Floats) -> float:
    """By how much a series that should rise fell in its worst step; 0 if it never did.

    >>> largest_fall(np.array([1.0, 3.0, 2.5, 4.0]))
    0.5
    """
    seen = history[np.isfinite(history)]
    return float(max(0.0, -np.diff(seen).min(initial=0.0)))
