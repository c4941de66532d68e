"""Loss and likelihood of polynomials against their order."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from gnomon.learners.linear.polynomial import PolynomialRegression
from gnomon.plotting.panels import Panels
from gnomon.plotting.parameter_curve import ParameterCurve
from gnomon.registry import displays


class OrderCurveDisplay(Panels):
    """Training and left-out loss, and the log likelihood, of every order up to a highest.

    Likelihood and training loss improve with every order; the left-out loss does not.

    Examples
    --------
    >>> import gnomon as gn
    >>> table = gn.plotting.OrderCurveDisplay.example().frame()
    >>> table["log likelihood"].round(4).tolist()[-1]
    16.7098
    """

    panel_size: ClassVar[tuple[float, float]] = (3.3, 2.8)

    @classmethod
    def from_rows(cls, X: Any, y: Any, *, highest: int = 8) -> Self:
        """Polynomials of rows of one column or several, up to the highest order."""
        table = PolynomialRegression(highest).orders(X, y)
        losses = {"training": table["loss"], "left out": table["left out"]}
        parts = [
            ParameterCurve("order", table.index, losses, "mean squared loss"),
            ParameterCurve(
                "order", table.index, {"log likelihood": table["log likelihood"]}, "log likelihood (nats)"
            ),
        ]
        return cls(parts, ["loss", "log likelihood"])

    @classmethod
    def example(cls) -> Self:
        """Winning times of the men's 100 m."""
        from gnomon.data.sets import load

        task: Any = load("olympic-men")
        return cls.from_rows(task.X, task.y)


displays.add(
    "OrderCurveDisplay",
    OrderCurveDisplay,
    "loss and log likelihood against polynomial order",
    figures=("5-F19",),
)
