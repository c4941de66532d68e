"""Lessons on stumps, trees, information and committees."""

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.cli.lessons import Lesson, Step, figure, lesson

_TOPIC = "trees and committees"


@lesson("one-question", "One question, and which way to read the answer", topic=_TOPIC, source="2-W01")
def one_question() -> Lesson:
    """A stump on eleven points, in both directions."""
    task = gn.load("stump-points")
    lines = []
    for polarity in ("above", "below"):
        stump = gn.DecisionStump(polarity=polarity).fit(task.X, task.y)
        wrong = int((stump.predict(task.X) != task.y).sum())
        low, high = stump.interval_
        lines.append(
            {"1 is": polarity, "from": low, "to": high, "wrong": wrong, "error": wrong / task.n_rows}
        )
    table = pd.DataFrame(lines)
    return Lesson(
        "A stump asks one question: is x above t? It may call the upper side 1, or the lower.",
        [
            Step("The best thresholds of both readings: any t between the two numbers does as well.", table),
            Step("Reading the answer the other way round saves a mistake: try both before believing either."),
        ],
        {"error above": float(table["error"][0]), "error below": float(table["error"][1])},
    )


@lesson("deeper-tree", "A tree of questions, grown greedily", topic=_TOPIC, source="2-W02")
def deeper_tree() -> Lesson:
    """Errors by depth on the eleven points."""
    task = gn.load("stump-points")
    lines = []
    for depth in (1, 2, 3):
        tree = gn.DecisionTreeClassifier(criterion="error", max_depth=depth).fit(task.X, task.y)
        wrong = int((tree.predict(task.X) != task.y).sum())
        lines.append({"depth": depth, "first question": f"x > {tree.tree_.threshold[0]:g}", "wrong": wrong})
    gains = {t: float(gn.trees.information_gain(task.y, task.X[:, 0] > t)) for t in (50, 25)}
    return Lesson(
        "One question is not enough for eleven points whose labels change three times. A tree asks again on "
        "each side, always the best question of the moment.",
        [
            Step("Mistakes of the tree by its depth.", pd.DataFrame(lines)),
            Step(
                f"A cleverer eye would ask x > 25 first and need two levels. Greed does not: x > 50 gains "
                f"{gains[50]:.4f} bits and x > 25 only {gains[25]:.4f}."
            ),
        ],
        {"wrong by depth": tuple(line["wrong"] for line in lines), "gains": tuple(gains.values())},
        figure=figure("TreeDisplay", "from_estimator", tree),
    )


@lesson("play-tennis", "Which question first? Fourteen days of tennis", topic=_TOPIC, source="2-W03")
def play_tennis() -> Lesson:
    """Information gain of each column, and the tree of five rules."""
    task = gn.load("play-tennis")
    X = task.X
    tree = gn.DecisionTreeClassifier(criterion="entropy", category_splits="multiway")
    gains = tree.gains(X, task.y)
    tree.fit(X, task.y)
    rules = pd.DataFrame({"rule": [str(rule) for rule in tree.rules()]})
    before = float(gn.trees.label_entropy(task.y))
    return Lesson(
        "Entropy counts the yes-or-no questions that are still open. The best column is the one that leaves "
        "fewest of them.",
        [
            Step(f"Before any question {before:.4f} bits are open. What each column tells of them:", gains),
            Step("Asking on in the same way ends in five rules that are right for all fourteen days.", rules),
        ],
        {
            "entropy": before,
            "gains": tuple(map(float, gains["gain"])),
            "rules": len(rules),
            "mistakes": int((tree.predict(X) != task.y).sum()),
        },
        figure=figure("TreeDisplay", "from_estimator", tree),
    )


@lesson("wind", "What the wind tells", topic=_TOPIC, source="2-W12")
def wind() -> Lesson:
    """Entropy before and after one question."""
    task = gn.load("play-tennis")
    column = np.asarray(task.X["Wind"].astype(str))
    lines = [
        {
            "wind": level,
            "days": int((column == level).sum()),
            "played": int((task.y[column == level] == "Yes").sum()),
            "entropy": float(gn.trees.label_entropy(task.y[column == level])),
        }
        for level in ("Strong", "Weak")
    ]
    left = float(gn.trees.label_conditional_entropy(task.y, column))
    gain = float(gn.trees.information_gain(task.y, column))
    return Lesson(
        "How much does it help to know the wind before guessing whether they play?",
        [
            Step(f"Without it {float(gn.trees.label_entropy(task.y)):.6f} bits are open."),
            Step("With it, level by level:", pd.DataFrame(lines)),
            Step(f"Weighted by days, {left:.6f} bits stay open; the wind told {gain:.6f}."),
        ],
        {"left": left, "gain": gain},
    )


@lesson("gain-against-error", "Where counting mistakes cannot decide", topic=_TOPIC, source="2-W06")
def gain_against_error() -> Lesson:
    """Two columns with the same error and different information."""
    task = gn.load("gain-against-error")
    by_error = gn.DecisionTreeClassifier(criterion="error").gains(task.X, task.y)
    bits = [float(gn.trees.information_gain(task.y, task.X[:, place])) for place in (0, 1)]
    table = pd.DataFrame(
        {
            "column": task.table.names,
            "information (bits)": bits,
            "information (nats)": np.log(2) * np.array(bits),
        }
    )
    left = float((by_error["impurity"] - by_error["gain"]).iloc[0])
    return Lesson(
        "Two columns leave the same share of mistakes. One of them makes a pure group, which is worth more.",
        [
            Step(f"Both questions leave an error of {left:g}: by mistakes they tie."),
            Step("Information tells them apart.", table),
        ],
        {"error": left, "bits": tuple(bits)},
    )


@lesson("boosting-votes", "How a committee weighs its members", topic=_TOPIC, source="2-W40")
def boosting_votes() -> Lesson:
    """Votes and factors of boosting by the error of a member."""
    errors = (0.1, 0.2, 0.3, 0.4, 0.5)
    lines = []
    for error in errors:
        right, wrong = gn.ensembles.boosting_weight_factors(error)
        lines.append(
            {
                "error": error,
                "vote": float(gn.ensembles.boosting_vote_weight(error, 2) / 2),
                "right": right,
                "wrong": wrong,
            }
        )
    table = pd.DataFrame(lines)
    return Lesson(
        "Boosting gives each member a vote by its error, and raises the weight of the rows it got wrong "
        "until they make half of the whole: the next member must look at them.",
        [
            Step("Vote α = ½ ln((1 - e) / e), and the factors for rows it got right and wrong.", table),
            Step("A member that errs on half of the weight knows nothing: its vote is 0."),
        ],
        {
            "votes": tuple(table["vote"]),
            "factor of mistakes at 0.1": float(table["wrong"][0]),
            "weight on mistakes after": float(0.1 * table["wrong"][0]),
        },
    )
