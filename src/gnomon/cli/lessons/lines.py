"""Lessons on linear models: least squares, hyperplanes, the perceptron and logistic regression."""

from typing import Any

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.cli.lessons import Lesson, Step, figure, lesson
from gnomon.data.sets.printed import BROWN, RAJPOOT
from gnomon.learners.linear.geometry import Hyperplane
from gnomon.ties import first_smallest

_TOPIC = "linear models and margins"


@lesson(
    "three-points",
    "Least squares: a regression line through three points",
    topic=_TOPIC,
    source=f"{RAJPOOT}, lecture 2, least squares",
)
def three_points() -> Lesson:
    """Means, slope and intercept of a regression line through three points."""
    task = gn.load("three-points")
    x, t = task.X[:, 0], task.y
    table = gn.teaching.simple_linear_regression(x, t)
    model = gn.Ridge(0.0).fit(task.X, t)
    return Lesson(
        "Which line fits three points best? Least squares has a closed-form solution: four means are enough.",
        [
            Step("The points, with the products in the formula.", table.frame()),
            Step(
                "The slope is the mean of x t minus the product of the means, divided by the mean of x² "
                f"minus the squared mean of x: {model.coef_[0]:.4g}. The line goes through the means, so its "
                f"intercept is {model.intercept_:.4g}."
            ),
        ],
        {
            "constant": float(model.intercept_),
            "slope": float(model.coef_[0]),
            "mean squared loss": float(np.mean((model.predict(task.X) - t) ** 2)),
        },
    )


@lesson(
    "olympics",
    "When will women outrun men over 100 m?",
    topic=_TOPIC,
    source=f"{RAJPOOT}, lecture 2, slide 'Making predictions from model'",
)
def olympics() -> Lesson:
    """Two regression lines of winning times, and where they cross."""
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
        "Winning times fall from games to games, those of the women faster. Two regression lines cross "
        "somewhere; whether the extrapolation means anything is another question.",
        [
            Step("A regression line for each.", table),
            Step(f"The lines cross in the year {crossing:.2f}."),
            Step(
                f"The same line predicts {far:.3f} s for the men in the year 3000, which no one will run: "
                "extrapolation far from the data is unreliable."
            ),
        ],
        {"crossing": float(crossing), "men in 2012": float(table["2012"][0]), "men in 3000": far},
    )


@lesson(
    "orders",
    "Overfitting: polynomials of order 1 to 8",
    topic=_TOPIC,
    source=f"{RAJPOOT}, lecture 2, slide 'Nonlinear response from a linear model'",
)
def orders() -> Lesson:
    """Training loss decreases with the order; leave-one-out loss selects it."""
    task = gn.load("olympic-men")
    year = (task.X[:, 0] - 1952) / 56
    lines: list[dict[str, Any]] = []
    for order in range(1, 9):
        X = np.polynomial.legendre.legvander(year, order)[:, 1:]
        model = gn.Ridge(0.0).fit(X, task.y)
        polynomial = gn.Task(X, task.y, kind="regression")
        left_out = gn.resample(polynomial, gn.Ridge(0.0), gn.leave_one_out()).score("mean_squared_error")
        trained = float(np.mean((task.y - model.predict(X)) ** 2))
        lines.append({"order": order, "training loss": trained, "left-out loss": left_out})
    table = pd.DataFrame(lines)
    best = int(first_smallest(table["left-out loss"]))
    return Lesson(
        "A polynomial of higher order always fits its training points better. Leave-one-out "
        "cross-validation tells another story.",
        [
            Step("Mean squared training loss, and leave-one-out loss.", table),
            Step(
                f"The training loss always decreases; the leave-one-out loss is lowest at order {best + 1} "
                "and rises again: beyond it the polynomial overfits."
            ),
        ],
        {
            "best order": best + 1,
            "left-out loss of the line": float(table["left-out loss"][0]),
            "least left-out loss": float(table["left-out loss"][best]),
        },
        figure=figure("OrderCurveDisplay", "from_rows", task.X, task.y),
    )


@lesson(
    "line-from-weights", "From weights to a decision boundary", topic=_TOPIC, source=f"{BROWN}, section 2.2.1"
)
def line_from_weights() -> Lesson:
    """Slope, intercept and distance from the origin of the hyperplane w = (4, 4), t = 8."""
    hyperplane = Hyperplane(np.array([4.0, 4.0]), -8.0)
    line = hyperplane.line()
    return Lesson(
        "A linear classifier predicts 1 where w · x > t. Where both sides are equal is the decision "
        "boundary, a hyperplane with normal vector w.",
        [
            Step(f"With w = (4, 4) and t = 8 the decision boundary is {line}."),
            Step(
                f"Its distance from the origin is t / |w| = {hyperplane.offset:.5f}, at the point "
                f"({hyperplane.foot[0]:.4g}, {hyperplane.foot[1]:.4g})."
            ),
            Step(
                "Three times the weights and three times the threshold define the same boundary: "
                f"{hyperplane.scaled(3.0).is_same(hyperplane)}."
            ),
        ],
        {"slope": float(line.slope), "constant": float(line.intercept), "distance": float(hyperplane.offset)},
    )


@lesson("perceptron", "A perceptron learns from its mistakes", topic=_TOPIC, source=f"{BROWN}, section 2.2.1")
def perceptron() -> Lesson:
    """Every error adds or subtracts a multiple of the row; standardization saves most of the updates."""
    task = gn.load("neighbors")
    model = gn.Perceptron().fit(task.X, task.y)
    trace = gn.Perceptron().trace(task.X, task.y)
    scaled = (task.X - task.X.mean(axis=0)) / task.X.std(axis=0, ddof=1)
    again = gn.Perceptron().fit(scaled, task.y)
    return Lesson(
        "The perceptron processes one row after another. After an error it adds a tenth (the learning rate) "
        "of the row to its weights or subtracts it; after a correct prediction it changes nothing.",
        [
            Step("Its first updates.", trace.head(8)),
            Step(
                f"On the raw rows it makes {model.n_updates_} updates and converges after "
                f"{model.n_iter_} epochs."
            ),
            Step(f"With standardized columns it makes {again.n_updates_} updates in {again.n_iter_} epochs."),
        ],
        {
            "updates": int(model.n_updates_),
            "passes": int(model.n_iter_),
            "updates when scaled": int(again.n_updates_),
            "weights": tuple(float(each) for each in model.coef_[0]),
        },
        figure=figure("DecisionBoundaryDisplay", "from_estimator", model, task.X, task.y),
    )


@lesson(
    "logistic-self-test",
    "From a score to a probability and its loss",
    topic=_TOPIC,
    source=f"{BROWN}, section 2.2.2",
)
def logistic_self_test() -> Lesson:
    """The logistic function f = 1 / (1 + exp(-z)) and the log loss for each label."""
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
        "Logistic regression maps the score z = w · x - t to a probability by the logistic (sigmoid) "
        "function. Log loss is large for a confident wrong prediction and nearly 0 for a confident correct "
        "one.",
        [
            Step("The point x = (3, 1) with t = 7, w1 = 2, and two values of w2.", table),
            Step("Above one half the predicted label is 1: the first model predicts 1, the second 0."),
        ],
        {"f": tuple(table["f"]), "loss of 1": tuple(table["loss if 1"])},
    )
