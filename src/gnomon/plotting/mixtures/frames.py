"""Expectation maximization at work: the components of a mixture after some of its steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from gnomon import seeds
from gnomon.learners.mixtures.expectation_maximization import expectation_maximization
from gnomon.learners.mixtures.gaussian_starts import start_of
from gnomon.learners.mixtures.passes import Passes
from gnomon.plotting.mixtures.ellipses import MixtureDisplay, clouds
from gnomon.plotting.panels import Panels
from gnomon.plotting.plane_points import plane_of
from gnomon.registry import displays

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class MixtureFramesDisplay(Panels):
    """Expectation maximization at work: the components at its start and after some steps.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.MixtureFramesDisplay.example().titles[0]
    'start: log p = -5.526'
    """

    panel_size = (2.4, 2.3)

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, steps: Sequence[int] = (0, 1, 2, 5, 10, 30)) -> Self:
        """A `GaussianMixture` and rows of two columns; of a run that ends early the last step is drawn."""
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
        kept = sorted({min(step, len(run.trace) - 1) for step in steps})
        titles = [
            f"step {step}: log p = {run.history[step]:.4g}" if step else _start(run.history[0])
            for step in kept
        ]
        return cls([_Frame(run.trace[step], points) for step in kept], titles, shared=True)

    @classmethod
    def example(cls) -> Self:
        """Three clouds, from random rows."""
        from gnomon.learners.mixtures.gaussian import GaussianMixture

        mixture = GaussianMixture(3, init_params="random_from_data", random_state=4)
        return cls.from_estimator(mixture, clouds(), (0, 1, 2, 5, 10, 60))


class _Frame(MixtureDisplay):
    def draw(self, ax: Axes) -> None:
        super().draw(ax)
        ax.set(xticks=[], yticks=[], xlabel="", ylabel="")


def _start(value: float) -> str:
    return f"start: log p = {value:.4g}"


displays.add(
    "MixtureFramesDisplay",
    MixtureFramesDisplay,
    "expectation maximization step by step",
    figures=("3-P13", "3-P14"),
)
