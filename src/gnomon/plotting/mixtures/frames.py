"""Iterations of expectation-maximization (EM) for a Gaussian mixture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from gnomon import seeds
from gnomon.learners.mixtures.expectation_maximization import expectation_maximization
from gnomon.learners.mixtures.gaussian_starts import start_of
from gnomon.learners.mixtures.passes import Passes
from gnomon.plotting.mixtures.ellipses import MixtureDisplay, gaussian_clusters
from gnomon.plotting.panels import Panels
from gnomon.plotting.plane_points import plane_of
from gnomon.registry import displays

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class MixtureFramesDisplay(Panels):
    """Components of a Gaussian mixture at initialization and after selected iterations of EM.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.MixtureFramesDisplay.example().titles[0]
    'initial, log L = -5.526'
    """

    panel_size = (2.4, 2.3)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, steps: Sequence[int] = (0, 1, 2, 5, 10, 30)) -> Self:
        """Fit a `GaussianMixture` to rows of two features; steps: iterations to draw.

        Iterations after convergence are replaced by the last. log L is the mean log-likelihood per row.
        """
        points, _ = plane_of(X)
        passes = Passes(points, None, None, estimator.covariance_type, estimator.reg_covar)
        random = seeds.generator(seeds.child(estimator.random_state, 0))
        run = expectation_maximization(
            passes.expect,
            passes.maximize,
            start_of(points, None, None, estimator, random),
            max_iter=estimator.max_iter,
            tol=estimator.tol,
            traced=True,
        )
        drawn = sorted({min(step, len(run.trace) - 1) for step in steps})
        titles = [
            f"iteration {step}, log L = {run.history[step]:.4g}" if step else _start(run.history[0])
            for step in drawn
        ]
        return cls([_Frame(run.trace[step], points) for step in drawn], titles, shared=True)

    @classmethod
    def example(cls) -> Self:
        """Three clusters, initialized at random rows."""
        from gnomon.learners.mixtures.gaussian import GaussianMixture

        mixture = GaussianMixture(3, init_params="random_from_data", random_state=4)
        return cls.from_estimator(mixture, gaussian_clusters(), (0, 1, 2, 5, 10, 60))


class _Frame(MixtureDisplay):
    def draw(self, ax: Axes) -> None:
        super().draw(ax)
        ax.set(xticks=[], yticks=[], xlabel="", ylabel="")


def _start(value: float) -> str:
    return f"initial, log L = {value:.4g}"


displays.add("MixtureFramesDisplay", MixtureFramesDisplay, "iterations of expectation-maximization (EM)")
