"""Loss and log-likelihood of polynomial regression against the order."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from gnomon.learners.linear.polynomial import PolynomialRegression
from gnomon.plotting.panels import Panels
from gnomon.plotting.parameter_curve import ParameterCurve
from gnomon.registry import displays


class OrderCurveDisplay(Panels):
    """Training and leave-one-out loss, and log-likelihood, of polynomials of every order up to max_order.

    Likelihood and training loss improve with every order; the leave-one-out loss does not.

    Examples
    --------
    >>> import gnomon as gn
    >>> table = gn.plotting.OrderCurveDisplay.example().frame()
    >>> table["log-likelihood"].round(4).tolist()[-1]
    16.7098
    """

    panel_size: ClassVar[tuple[float, float]] = (3.3, 2.8)

    @classmethod
    def from_rows(cls, X: Any, y: Any, *, max_order: int = 8) -> Self:
        """Fit polynomials of every order to rows of one or several features."""
        table = PolynomialRegression(max_order).orders(X, y)
        losses = {"training": table["loss"], "leave-one-out": table["left out"]}
        parts = [
            ParameterCurve("order", table.index, losses, "mean squared error"),
            ParameterCurve(
                "order", table.index, {"log-likelihood": table["log likelihood"]}, "log-likelihood (nats)"
            ),
        ]
        return cls(parts, ["loss", "log-likelihood"])

    @classmethod
    def example(cls) -> Self:
        """Winning times of the men's 100 m."""
        from gnomon.data.sets import load

        task: Any = load("olympic-men")
        return cls.from_rows(task.X, task.y)


displays.add(
    "OrderCurveDisplay",
    OrderCurveDisplay,
    "loss and log-likelihood of polynomial regression against the order",
)
