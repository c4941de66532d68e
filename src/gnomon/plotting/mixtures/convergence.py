"""Convergence of expectation-maximization (EM): log-likelihood and parameters by iteration."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from gnomon.errors import DataError
from gnomon.plotting.display import Display
from gnomon.plotting.panels import Panels
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class ConvergenceDisplay(Panels):
    """Convergence of EM: mean log-likelihood, component weights and component means by iteration.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.ConvergenceDisplay.example().titles
    ['log-likelihood', 'weights', 'means, first feature']
    """

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any) -> Self:
        """Fit a `GaussianMixture` to X from its first initialization and record every EM iteration."""
        return cls.from_trace(estimator.trace(X))

    @classmethod
    def from_trace(cls, trace: pd.DataFrame) -> Self:
        """Plot the result of `GaussianMixture.trace(X)`."""
        required = {"step", "log_likelihood", "component", "weight", "mean_0"}
        if not required <= set(trace.columns):
            raise DataError(
                f"the trace has no column {sorted(required - set(trace.columns))[0]!r}; "
                "pass GaussianMixture.trace(X)"
            )
        parts = [_Line(trace, "log_likelihood"), _Line(trace, "weight"), _Line(trace, "mean_0")]
        return cls(parts, ["log-likelihood", "weights", "means, first feature"])

    @classmethod
    def example(cls) -> Self:
        """Three components on two features of iris."""
        from gnomon.data.sets import load
        from gnomon.learners.mixtures.gaussian import GaussianMixture

        iris: Any = load("iris")
        mixture = GaussianMixture(3, init_params="random", random_state=0, tol=1e-4)
        return cls.from_estimator(mixture, iris.encoded[:, 2:])


class _Line(Display):
    def __init__(self, trace: pd.DataFrame, column: str) -> None:
        self.trace, self.column = trace, column

    def frame(self) -> pd.DataFrame:
        if self.column == "log_likelihood":
            return self.trace.drop_duplicates("step")[["step", "log_likelihood"]]
        return self.trace[["step", "component", self.column]]

    def draw(self, ax: Axes) -> None:
        table = self.frame()
        if self.column == "log_likelihood":
            ax.plot(table["step"], table[self.column], color=self.theme.ink)
        else:
            for number, part in table.groupby("component"):
                k = int(str(number))
                ax.plot(
                    part["step"], part[self.column], color=self.theme.color(k), linestyle=self.theme.dash(k)
                )
        ax.set(xlabel="EM iteration")

    def alt(self) -> str:
        values, n_iter = self.frame()[self.column], int(self.trace["step"].max())
        return f"from {values.iloc[0]:.4g} to {values.iloc[-1]:.4g} in {n_iter} iterations."


displays.add("ConvergenceDisplay", ConvergenceDisplay, "log-likelihood and parameters by iteration of EM")
