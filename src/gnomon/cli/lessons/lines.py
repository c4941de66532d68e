"""Lessons on lines: least squares, the weights of a line, the perceptron and logistic regression."""

from typing import Any

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.cli.lessons import Lesson, Step, figure, lesson
from gnomon.learners.linear.geometry import Hyperplane
from gnomon.ties import first_smallest

_TOPIC = "lines and margins"


@lesson("three-points", "A line through three points, by least squares", topic=_TOPIC, source="5-W01")
def three_points() -> Lesson:
    """Means, slope and constant of a line through three points."""
    task = gn.load("three-points")
    x, t = task.X[:, 0], task.y
    table = gn.teaching.simple_linear_regression(x, t)
    model = gn.Ridge(0.0).fit(task.X, t)
    return Lesson(
        "Which line comes closest to three points? Least squares needs no search: four means are enough.",
        [
            Step("The points, with the products that the formula asks for.", table.frame()),
            Step(
                f"The slope is the mean of x t less the product of the means, over the mean of x² less the "
                f"squared mean of x: {model.coef_[0]:.4g}. The line goes through the means, so its constant "
                f"is {model.intercept_:.4g}."
            ),
        ],
        {
            "constant": float(model.intercept_),
            "slope": float(model.coef_[0]),
            "mean squared loss": float(np.mean((model.predict(task.X) - t) ** 2)),
        },
    )


@lesson("olympics", "When will women outrun men over 100 m?", topic=_TOPIC, source="5-W05")
def olympics() -> Lesson:
    """Two lines through winning times, and where they cross."""
    lines = {}
    for name in ("olympic-men", "olympic-women"):
        task = gn.load(name)
        lines[name] = gn.Ridge(0.0).fit(task.X, task.y)
    men, women = lines["olympic-men"], lines["olympic-women"]
    crossing = (women.intercept_ - men.intercept_) / (men.coef_[0] - women.coef_[0])
    far = float(men.predict([[3000.0]])[0])
    table = pd.DataFrame(
        {
            "games": ["men", "women"],
            "constant": [float(each.intercept_) for each in (men, women)],
            "slope": [float(each.coef_[0]) for each in (men, women)],
            "2012": [float(each.predict([[2012.0]])[0]) for each in (men, women)],
            "2016": [float(each.predict([[2016.0]])[0]) for each in (men, women)],
        }
    )
    return Lesson(
        "Winning times fall from games to games, those of the women faster. Two straight lines meet "
        "somewhere; whether that means anything is another question.",
        [
            Step("A line through the times of each.", table),
            Step(f"The lines meet in the year {crossing:.2f}."),
            Step(
                f"The same line gives the men {far:.3f} s in the year 3000, which no one will run: a model "
                "is good near its data, and says nothing of how far."
            ),
        ],
        {"crossing": float(crossing), "men in 2012": float(table["2012"][0]), "men in 3000": far},
    )


@lesson("orders", "How bent should the curve be? Polynomials of order 1 to 8", topic=_TOPIC, source="5-W07")
def orders() -> Lesson:
    """Training loss falls with the order; what is left out says where to stop."""
    task = gn.load("olympic-men")
    year = (task.X[:, 0] - 1952) / 56
    lines: list[dict[str, Any]] = []
    for order in range(1, 9):
        X = np.polynomial.legendre.legvander(year, order)[:, 1:]
        model = gn.Ridge(0.0).fit(X, task.y)
        bent = gn.Task(X, task.y, kind="regression")
        left_out = gn.resample(bent, gn.Ridge(0.0), gn.leave_one_out()).score("mean_squared_error")
        trained = float(np.mean((task.y - model.predict(X)) ** 2))
        lines.append({"order": order, "training loss": trained, "left-out loss": left_out})
    table = pd.DataFrame(lines)
    best = int(first_smallest(table["left-out loss"]))
    return Lesson(
        "A curve of higher order always comes closer to the points that it was fitted to. Leave each point "
        "out in turn, and the picture changes.",
        [
            Step(
                "Mean squared loss on the rows that were fitted, and on each row when it is left out.", table
            ),
            Step(
                f"The training loss falls all the way; the left-out loss is least at order {best + 1} and "
                "rises again: from there on the curve follows the noise."
            ),
        ],
        {
            "best order": best + 1,
            "left-out loss of the line": float(table["left-out loss"][0]),
            "least left-out loss": float(table["left-out loss"][best]),
        },
        figure=figure("OrderCurveDisplay", "from_rows", task.X, task.y),
    )


@lesson("line-from-weights", "From weights to a line one can draw", topic=_TOPIC, source="1-W05")
def line_from_weights() -> Lesson:
    """Slope, constant and distance of the line w = (4, 4), t = 8."""
    plane = Hyperplane(np.array([4.0, 4.0]), -8.0)
    line = plane.line()
    return Lesson(
        "A linear model says 1 where w · x > t. Where both sides are equal there is a line; w stands at "
        "right angles to it.",
        [
            Step(f"With w = (4, 4) and t = 8 the boundary is {line}."),
            Step(
                f"Its distance from the origin is t / |w| = {plane.offset:.5f}, at the point "
                f"({plane.foot[0]:.4g}, {plane.foot[1]:.4g})."
            ),
            Step(
                "Three times the weights and three times the threshold make the same line: "
                f"{plane.scaled(3.0).is_same(plane)}."
            ),
        ],
        {"slope": float(line.slope), "constant": float(line.intercept), "distance": float(plane.offset)},
    )


@lesson("perceptron", "A perceptron learns from its mistakes", topic=_TOPIC, source="1-W07")
def perceptron() -> Lesson:
    """Every mistake adds or takes off a share of the row; scaling saves most of the steps."""
    task = gn.load("neighbors")
    model = gn.Perceptron().fit(task.X, task.y)
    trace = gn.Perceptron().trace(task.X, task.y)
    scaled = (task.X - task.X.mean(axis=0)) / task.X.std(axis=0, ddof=1)
    again = gn.Perceptron().fit(scaled, task.y)
    return Lesson(
        "The perceptron looks at one row after another. Where it is wrong it moves its line by a tenth of "
        "the row, toward it or away; where it is right it leaves the line alone.",
        [
            Step("Its first steps.", trace.head(8)),
            Step(
                f"On the raw rows it makes {model.n_updates_} mistakes and is done after "
                f"{model.n_iter_} passes."
            ),
            Step(
                f"With columns brought to one scale it makes {again.n_updates_} mistakes in "
                f"{again.n_iter_} passes."
            ),
        ],
        {
            "updates": int(model.n_updates_),
            "passes": int(model.n_iter_),
            "updates when scaled": int(again.n_updates_),
            "weights": tuple(float(each) for each in model.coef_[0]),
        },
        figure=figure("DecisionBoundaryDisplay", "from_estimator", model, task.X, task.y),
    )


@lesson("logistic-self-test", "From a score to a probability and its loss", topic=_TOPIC, source="1-W08")
def logistic_self_test() -> Lesson:
    """f = 1 / (1 + exp(-z)) and what each label then costs."""
    from gnomon.learners.linear.logistic_loss import BinaryRows

    lines: list[dict[str, float]] = []
    for w in ((2.0, 3.0), (2.0, -3.0)):
        z = np.array([w[0] * 3.0 + w[1] * 1.0 - 7.0])
        loss = {y: BinaryRows(np.array([y]), np.ones(1)).loss(z) for y in (0.0, 1.0)}
        residual = BinaryRows(np.array([0.0]), np.ones(1)).residual(z)
        lines.append(
            {"w2": w[1], "z": z[0], "f": float(residual[0]), "loss if 1": loss[1.0], "loss if 0": loss[0.0]}
        )
    table = pd.DataFrame(lines)
    return Lesson(
        "Logistic regression squeezes the score z = w · x - t into a probability. A sure answer that is "
        "wrong costs much; a sure answer that is right costs nearly nothing.",
        [
            Step("The point x = (3, 1) with t = 7, w1 = 2, and two values of w2.", table),
            Step("Above one half the label is 1: the first model says 1, the second 0."),
        ],
        {"f": tuple(table["f"]), "loss of 1": tuple(table["loss if 1"])},
    )
