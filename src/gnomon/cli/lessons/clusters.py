"""Lessons on clusters and projections."""

from typing import Any

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.cli.lessons import Lesson, Step, figure, lesson

_TOPIC = "clusters and projections"


@lesson("eight-objects", "k-means, step by step", topic=_TOPIC, source="5-W30")
def eight_objects() -> Lesson:
    """Eight objects from three chosen starts."""
    X = gn.load("eight-objects").X
    start = X[[0, 3, 6]]
    steps = gn.KMeans(3, init=start).trace(X)
    model = gn.KMeans(3, init=start).fit(X)
    return Lesson(
        "Eight objects and three centers, which start at the first, fourth and seventh. Each object goes to "
        "the nearest center, each center to the middle of its objects, until nothing moves.",
        [
            Step("The sum of squared distances falls with every half step.", _halves(steps)),
            Step("Where the centers end.", pd.DataFrame(model.cluster_centers_, columns=["x", "y"])),
        ],
        {
            "sums": tuple(float(each) for each in steps.objective[1::2]),
            "last": float(model.inertia_),
            "clusters": tuple(int(each) for each in model.labels_),
        },
        figure=figure("KMeansFramesDisplay", "from_trace", steps, X),
    )


@lesson("rectangle", "Caught: a start that never moves", topic=_TOPIC, source="6-W19")
def rectangle() -> Lesson:
    """A local optimum of four corners, and the best of ten starts."""
    X = gn.load("rectangle").X
    caught = gn.KMeans(2, init=X[:2]).fit(X)
    best = gn.KMeans(2, n_init=10, random_state=0).fit(X)
    return Lesson(
        "Four corners of a flat rectangle, two centers. Start at both left corners, and each center keeps "
        "one long side for ever.",
        [
            Step("The corners.", pd.DataFrame(X, columns=["x1", "x2"])),
            Step(f"From the left corners the sum of squares stays at {caught.inertia_:g}."),
            Step(f"The best of ten starts has {best.inertia_:g}: always start more than once."),
        ],
        {"caught": float(caught.inertia_), "best": float(best.inertia_)},
    )


@lesson("four-corners", "The start decides: four corners of three points", topic=_TOPIC, source="6-W19")
def four_corners() -> Lesson:
    """A good start and one with two centers in a corner."""
    X = gn.load("four-corners").X
    good, poor = (gn.KMeans(4, init=X[rows]).fit(X) for rows in ([0, 3, 6, 9], [0, 1, 3, 6]))
    return Lesson(
        "Twelve points in four corners. With one start in each corner k-means finds them; with two in one "
        "corner it cannot walk out.",
        [
            Step(
                "Centers from a start in each corner.",
                pd.DataFrame(good.cluster_centers_, columns=["x1", "x2"]),
            ),
            Step("Centers from the poor start.", pd.DataFrame(poor.cluster_centers_, columns=["x1", "x2"])),
        ],
        {"good": float(good.inertia_), "poor": float(poor.inertia_)},
        figure=figure("ClusterLabelsDisplay", "from_estimator", good, X),
    )


@lesson("linkage", "Nearest or farthest: two trees of four objects", topic=_TOPIC, source="5-W31")
def linkage() -> Lesson:
    """Single and complete linkage of a table of distances."""
    table = gn.load("distances-abcd").to_pandas()
    distances = table.to_numpy(dtype=float)
    trees = {
        how: gn.clustering.linkage(distances, how, metric="precomputed") for how in ("single", "complete")
    }
    heights = {how: tree.heights.tolist() for how, tree in trees.items()}
    merges = pd.DataFrame({"merge": [1, 2, 3], **heights})
    return Lesson(
        "Merge the two nearest groups again and again. How far apart are groups: as their nearest members, "
        "or as their farthest?",
        [
            Step("Distances of four objects.", table),
            Step("The height of each merge.", merges),
            Step("Nearest members chain: single linkage joins at lower heights than complete linkage."),
        ],
        {how: tuple(each) for how, each in heights.items()},
        figure=figure("DendrogramDisplay", "from_tree", trees["complete"], list(table)),
    )


@lesson("iris-components", "Four columns seen from the best two sides", topic=_TOPIC, source="4-W04")
def iris_components() -> Lesson:
    """Principal components of iris: directions and shares of variance."""
    task = gn.load("iris-uci")
    model = gn.PCA(2).fit(task.X)
    share = model.explained_variance_ratio_
    table = pd.DataFrame(np.abs(model.components_).T, columns=["first", "second"])
    table.insert(0, "column", task.table.names)
    return Lesson(
        "Four measurements of a flower mostly rise and fall together. Principal components are the "
        "directions in which flowers differ most.",
        [
            Step("How much each column counts in the first two (sizes; a direction has no sign).", table),
            Step(f"They keep {100 * share[0]:.1f} % and {100 * share[1]:.1f} % of the variance."),
        ],
        {"first": tuple(map(float, table["first"])), "share": float(share.sum())},
    )


def _halves(steps: Any) -> pd.DataFrame:
    labels = [" ".join(map(str, each)) for each in steps.labels]
    return pd.DataFrame({"half": list(steps.half), "sum of squares": steps.objective, "clusters": labels})
