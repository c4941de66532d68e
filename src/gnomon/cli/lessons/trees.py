"""Lessons on decision stumps, decision trees, information gain and ensembles."""

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.cli.lessons import Lesson, Step, figure, lesson
from gnomon.data.sets.printed import BROWN

_TOPIC = "trees and ensembles"


@lesson(
    "decision-stump",
    "A decision stump: one threshold, in either direction",
    topic=_TOPIC,
    source=f"{BROWN}, section 6.1",
)
def one_question() -> Lesson:
    """A decision stump on eleven points, in both directions."""
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
        "A decision stump has one split: is x above t? It may predict 1 above the threshold, or below.",
        [
            Step("The best threshold in each direction: any t between the two numbers is as good.", table),
            Step("The opposite direction makes one error fewer: try both."),
        ],
        {"error above": float(table["error"][0]), "error below": float(table["error"][1])},
    )


@lesson("deeper-tree", "A decision tree, grown greedily", topic=_TOPIC, source=f"{BROWN}, section 6.1")
def deeper_tree() -> Lesson:
    """Training errors by depth on the eleven points."""
    task = gn.load("stump-points")
    lines = []
    for depth in (1, 2, 3):
        tree = gn.DecisionTreeClassifier(criterion="error", max_depth=depth).fit(task.X, task.y)
        wrong = int((tree.predict(task.X) != task.y).sum())
        lines.append({"depth": depth, "root split": f"x > {tree.tree_.threshold[0]:g}", "wrong": wrong})
    gains = {t: float(gn.trees.information_gain(task.y, task.X[:, 0] > t)) for t in (50, 25)}
    return Lesson(
        "One split is not enough for eleven points whose labels change three times. A decision tree splits "
        "each side again, greedily by the best split at each node.",
        [
            Step("Training errors of the tree by its depth.", pd.DataFrame(lines)),
            Step(
                "Splitting at x > 25 first would need only depth 2. The greedy algorithm does not: the "
                f"information gain of x > 50 is {gains[50]:.4f} bits, that of x > 25 only {gains[25]:.4f}."
            ),
        ],
        {"wrong by depth": tuple(line["wrong"] for line in lines), "gains": tuple(gains.values())},
        figure=figure("TreeDisplay", "from_estimator", tree),
    )


@lesson(
    "play-tennis",
    "Information gain: which attribute to split on first",
    topic=_TOPIC,
    source=f"{BROWN}, section 6.3",
)
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
        "Entropy measures the uncertainty of the label in bits. The best attribute to split on is the one "
        "with the highest information gain, the reduction of entropy.",
        [
            Step(f"The entropy of the label is {before:.4f} bits. Information gain of each column:", gains),
            Step(
                "Splitting on recursively gives five rules that classify all fourteen days correctly.", rules
            ),
        ],
        {
            "entropy": before,
            "gains": tuple(map(float, gains["gain"])),
            "rules": len(rules),
            "mistakes": int((tree.predict(X) != task.y).sum()),
        },
        figure=figure("TreeDisplay", "from_estimator", tree),
    )


@lesson(
    "wind", "Conditional entropy: the information in the wind", topic=_TOPIC, source=f"{BROWN}, section 6.4"
)
def wind() -> Lesson:
    """Entropy before and after one split."""
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
        "How much does knowing the wind reduce the uncertainty of whether they play?",
        [
            Step(f"The entropy without it is {float(gn.trees.label_entropy(task.y)):.6f} bits."),
            Step("The entropy for each value of the wind:", pd.DataFrame(lines)),
            Step(
                f"Weighted by days, the conditional entropy is {left:.6f} bits; the information gain is "
                f"{gain:.6f}."
            ),
        ],
        {"left": left, "gain": gain},
    )


@lesson(
    "gain-against-error",
    "Information gain against classification error as split criterion",
    topic=_TOPIC,
    source=f"{BROWN}, section 6.4",
)
def gain_against_error() -> Lesson:
    """Two columns with the same classification error and different information gain."""
    task = gn.load("gain-against-error")
    by_error = gn.DecisionTreeClassifier(criterion="error").gains(task.X, task.y)
    bits = [float(gn.trees.information_gain(task.y, task.X[:, column])) for column in (0, 1)]
    table = pd.DataFrame(
        {
            "column": task.table.names,
            "information (bits)": bits,
            "information (nats)": np.log(2) * np.array(bits),
        }
    )
    left = float((by_error["impurity"] - by_error["gain"]).iloc[0])
    return Lesson(
        "Two splits have the same classification error. One of them has a pure node, which is worth more.",
        [
            Step(f"Both splits have an error of {left:g}: by classification error they tie."),
            Step("Information gain distinguishes them.", table),
        ],
        {"error": left, "bits": tuple(bits)},
    )


@lesson(
    "boosting-votes", "AdaBoost: weights of members and rows", topic=_TOPIC, source=f"{BROWN}, section 9.3"
)
def boosting_votes() -> Lesson:
    """Votes and weight factors of AdaBoost by the weighted error of a member."""
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
        "AdaBoost gives each member of the ensemble a vote by its weighted error, and increases the weights "
        "of its misclassified rows until they sum to one half: the next member focuses on them.",
        [
            Step(
                "Vote α = ½ ln((1 - e) / e), and the weight factors of correctly and wrongly classified "
                "rows.",
                table,
            ),
            Step("A member with a weighted error of one half is no better than chance: its vote is 0."),
        ],
        {
            "votes": tuple(table["vote"]),
            "factor of mistakes at 0.1": float(table["wrong"][0]),
            "weight on mistakes after": float(0.1 * table["wrong"][0]),
        },
    )
