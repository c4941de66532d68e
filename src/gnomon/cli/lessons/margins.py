"""Lessons on margins, kernels and neighbors."""

from math import inf
from typing import Any

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.cli.lessons import Lesson, Step, figure, lesson

_TOPIC = "lines and margins"


@lesson("bankruptcy", "The widest street between two classes", topic=_TOPIC, source="6-W04")
def bankruptcy() -> Lesson:
    """The maximal margin of fourteen firms; the others can go."""
    task = gn.load("bankruptcy")
    model = gn.SVC(C=inf, kernel="linear").fit(task.X, task.y)
    margins = np.asarray(task.y) * model.decision_function(task.X)
    on = np.flatnonzero(np.abs(margins - 1) < 1e-6)
    few = gn.SVC(C=inf, kernel="linear").fit(task.X[on], task.y[on])
    table = pd.DataFrame(task.X, columns=task.table.names).assign(bankrupt=task.y, margin=margins)
    return Lesson(
        "Many lines tell firms that failed from those that did not. A support vector machine takes the one "
        "in the middle of the widest street.",
        [
            Step("Each firm with its margin: 1 for those at the edge of the street.", table),
            Step(
                f"The line is {model.coef_[0, 0]:.4g} late + {model.coef_[0, 1]:.4g} ratio "
                f"{model.intercept_[0]:+.4g} = 0; the street is 2 / |w| = "
                f"{2 / np.linalg.norm(model.coef_):.6f} wide."
            ),
            Step(
                f"{len(on)} firms stand at its edges. Trained on these alone the machine is the same: "
                f"{bool(np.allclose(few.coef_, model.coef_))}."
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


@lesson("four-points", "Four points, three support vectors", topic=_TOPIC, source="6-W06")
def four_points() -> Lesson:
    """Multipliers of the dual: a point behind the others has none."""
    task = gn.load("four-points")
    model = gn.SVC(C=inf, kernel="linear").fit(task.X, task.y)
    table = _multipliers(model, task)
    return Lesson(
        "The machine is a sum over points, each with a multiplier α. Points behind the street have α = 0 and "
        "do not count.",
        [
            Step("Points, multipliers and outputs.", table),
            Step(f"w is the sum of α y x: ({model.coef_[0, 0]:.4g}, {model.coef_[0, 1]:.4g})."),
        ],
        {
            "alpha": tuple(table["alpha"]),
            "w": tuple(map(float, model.coef_[0])),
            "b": float(model.intercept_[0]),
        },
        figure=figure("MarginDisplay", "from_estimator", model, task.X, task.y, names=task.table.names),
    )


@lesson("rogue-point", "One stray point, and the price of a mistake", topic=_TOPIC, source="6-W05")
def rogue_point() -> Lesson:
    """Margin and slack over the price C."""
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
        "A fifth point stands on the wrong side, so no line is right for all. C is the price of each step "
        "over the edge: the higher, the narrower the street and the fewer steps over it.",
        [
            Step("The machine at rising prices.", table),
            Step("At C = 10 the misplaced minus is held at its bound α = C.", _multipliers(model, task)),
        ],
        {"margin at C = 1": float(table["margin"][3]), "slack at C = 10": float(table["slack"][5])},
        figure=figure("MarginDisplay", "from_estimator", model, task.X, task.y, names=task.table.names),
    )


@lesson("kernel-trick", "Six dimensions for the price of two", topic=_TOPIC, source="6-W03")
def kernel_trick() -> Lesson:
    """(1 + x · z)² is a dot product in six dimensions."""
    x, z = np.array([[1.0, 2.0]]), np.array([[3.0, 4.0]])
    lift = gn.kernels.PolynomialFeatureMap(degree=2).fit(x)
    lifted = pd.DataFrame({"of x": lift.transform(x)[0], "of z": lift.transform(z)[0]})
    kernel = float(gn.kernels.PolynomialKernel(2)(x, z)[0, 0])
    return Lesson(
        "Lift two columns to their squares and product, and a circle becomes a plane. The kernel gives the "
        "dot product of lifted rows without ever lifting them.",
        [
            Step("Two rows after the lift of degree 2.", lifted),
            Step(f"The dot product of the two columns is {float(lifted.prod(axis=1).sum()):.6g}."),
            Step(f"(1 + x · z)² from the rows themselves is {kernel:.6g}."),
        ],
        {"kernel": kernel, "dot product": float(lifted.prod(axis=1).sum()), "dimensions": len(lifted)},
    )


@lesson("nearest-rows", "Who are the nearest, and what do they vote?", topic=_TOPIC, source="1-W26")
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
        "cm is what the nearest of them are.",
        [
            Step("The three nearest.", near),
            Step("The vote by the number of neighbors asked.", votes),
            Step(
                "Each of the ten left out in turn, mistakes by k: "
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
