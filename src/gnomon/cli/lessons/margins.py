"""Lessons on margins, kernels and neighbors."""

from math import inf
from typing import Any

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.cli.lessons import Lesson, Step, figure, lesson
from gnomon.data.sets.printed import BROWN, MIT

_TOPIC = "linear models and margins"


@lesson(
    "bankruptcy", "The maximum-margin hyperplane of two classes", topic=_TOPIC, source=f"{MIT}, slide 8.2.9"
)
def bankruptcy() -> Lesson:
    """The maximum margin of fourteen firms depends on its support vectors only."""
    task = gn.load("bankruptcy")
    model = gn.SVC(C=inf, kernel="linear").fit(task.X, task.y)
    margins = np.asarray(task.y) * model.decision_function(task.X)
    on = np.flatnonzero(np.abs(margins - 1) < 1e-6)
    few = gn.SVC(C=inf, kernel="linear").fit(task.X[on], task.y[on])
    table = pd.DataFrame(task.X, columns=task.table.names).assign(bankrupt=task.y, margin=margins)
    return Lesson(
        "Many lines separate firms that failed from those that did not. A support vector machine chooses "
        "the one with the maximum margin.",
        [
            Step("Each firm with its functional margin: 1 for the support vectors.", table),
            Step(
                f"The line is {model.coef_[0, 0]:.4g} late + {model.coef_[0, 1]:.4g} ratio "
                f"{model.intercept_[0]:+.4g} = 0; the margin 2 / |w| is "
                f"{2 / np.linalg.norm(model.coef_):.6f} wide."
            ),
            Step(
                f"{len(on)} firms lie on the margin. Fitted on these support vectors alone the model is the "
                f"same: {bool(np.allclose(few.coef_, model.coef_))}."
            ),
        ],
        {
            "w": tuple(float(each) for each in model.coef_[0]),
            "b": float(model.intercept_[0]),
            "width": float(2 / np.linalg.norm(model.coef_)),
            "on the margin": len(on),
        },
        figure=figure("MarginDisplay", "from_estimator", model, task.X, task.y, names=task.table.names),
    )


@lesson("four-points", "Four points, three support vectors", topic=_TOPIC, source=f"{MIT}, slide 8.3.3")
def four_points() -> Lesson:
    """Lagrange multipliers of the dual problem: points off the margin have none."""
    task = gn.load("four-points")
    model = gn.SVC(C=inf, kernel="linear").fit(task.X, task.y)
    table = _multipliers(model, task)
    return Lesson(
        "A support vector machine is a weighted sum over points, each with a Lagrange multiplier α. Points "
        "outside the margin have α = 0 and do not count.",
        [
            Step("Points, Lagrange multipliers and decision values.", table),
            Step(f"w is the sum of α y x: ({model.coef_[0, 0]:.4g}, {model.coef_[0, 1]:.4g})."),
        ],
        {
            "alpha": tuple(table["alpha"]),
            "w": tuple(map(float, model.coef_[0])),
            "b": float(model.intercept_[0]),
        },
        figure=figure("MarginDisplay", "from_estimator", model, task.X, task.y, names=task.table.names),
    )


@lesson(
    "rogue-point", "The soft margin: an outlier and the penalty C", topic=_TOPIC, source=f"{MIT}, slide 8.3.2"
)
def rogue_point() -> Lesson:
    """Margin and slack as functions of the penalty C."""
    task = gn.load("five-points")
    y = np.asarray(task.y)
    lines: list[dict[str, Any]] = []
    for C in (0.01, 0.1, 0.5, 1, 2, 10):
        model = gn.SVC(C=C, kernel="linear").fit(task.X, y)
        scores = model.decision_function(task.X)
        lines.append(
            {
                "C": C,
                "w1": model.coef_[0, 0],
                "w2": model.coef_[0, 1],
                "margin": float(1 / np.linalg.norm(model.coef_)),
                "slack": np.maximum(0, 1 - y * scores).sum(),
                "errors": int((y * scores < -1e-9).sum()),
            }
        )
    table = pd.DataFrame(lines)
    model = gn.SVC(C=10, kernel="linear").fit(task.X, y)
    return Lesson(
        "A fifth point is on the wrong side, so the classes are not linearly separable. C is the penalty of "
        "margin violations (slack): the larger C, the narrower the margin and the fewer the violations.",
        [
            Step("The model for increasing C.", table),
            Step("At C = 10 the outlier is a bounded support vector with α = C.", _multipliers(model, task)),
        ],
        {"margin at C = 1": float(table["margin"][3]), "slack at C = 10": float(table["slack"][5])},
        figure=figure("MarginDisplay", "from_estimator", model, task.X, task.y, names=task.table.names),
    )


@lesson(
    "kernel-trick",
    "The kernel trick: six dimensions at the cost of two",
    topic=_TOPIC,
    source=f"{MIT}, slide 8.3.13",
)
def kernel_trick() -> Lesson:
    """The polynomial kernel (1 + x · z)² is a dot product in six dimensions."""
    x, z = np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]])
    lift = gn.kernels.PolynomialFeatureMap(degree=2).fit(x)
    lifted = pd.DataFrame({"of x": lift.transform(x)[0], "of z": lift.transform(z)[0]})
    kernel = float(gn.kernels.PolynomialKernel(2)(x, z)[0, 0])
    return Lesson(
        "In the feature space of squares and products a circle becomes a hyperplane. The kernel computes "
        "the dot product in feature space without mapping the rows.",
        [
            Step("Two rows mapped to the feature space of degree 2.", lifted),
            Step(f"The dot product of the two columns is {float(lifted.prod(axis=1).sum()):.6g}."),
            Step(f"(1 + x · z)² from the rows themselves is {kernel:.6g}."),
        ],
        {"kernel": kernel, "dot product": float(lifted.prod(axis=1).sum()), "dimensions": len(lifted)},
    )


@lesson(
    "nearest-rows",
    "k nearest neighbors: distances and majority vote",
    topic=_TOPIC,
    source=f"{BROWN}, section 5.1",
)
def nearest_rows() -> Lesson:
    """Distances of a query to ten people, and votes by k."""
    task = gn.load("neighbors")
    query = [[70.0, 160.0]]
    near = gn.KNeighborsClassifier(3).fit(task.X, task.y).explain(query).frame()
    votes = pd.DataFrame(
        [
            {"k": k, "says": int(gn.KNeighborsClassifier(k).fit(task.X, task.y).predict(query)[0])}
            for k in (1, 3, 5, 7, 9)
        ]
    )
    curve = gn.neighbors.choose_neighbors(
        gn.KNeighborsClassifier(), task.X, task.y, values=[1, 3, 5, 7, 9], folds=None
    )
    wrong = [round(len(task.y) * float(each)) for each in curve.error]
    return Lesson(
        "Ten people with weight and height are rugby players (1) or dancers (0). A newcomer of 70 kg and 160 "
        "cm is classified by the majority of the nearest.",
        [
            Step("The three nearest neighbors.", near),
            Step("The prediction by the number of neighbors k.", votes),
            Step(
                "Leave-one-out errors by k: "
                + ", ".join(f"{k}: {count}" for k, count in zip((1, 3, 5, 7, 9), wrong))
                + ". With k = 9 the other class always has the majority."
            ),
        ],
        {"distances": tuple(map(float, near["distance"])), "mistakes by k": tuple(wrong)},
    )


def _multipliers(model: Any, task: Any) -> pd.DataFrame:
    alpha = np.zeros(task.n_rows)
    alpha[model.support_] = np.abs(model.dual_coef_[0])
    return pd.DataFrame(task.X, columns=task.table.names).assign(
        y=task.y, alpha=alpha, output=model.decision_function(task.X)
    )
