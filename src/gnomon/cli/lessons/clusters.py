"""Lessons on clusters and projections."""

from typing import Any

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.cli.lessons import Lesson, Step, figure, lesson
from gnomon.data.sets.printed import MIT, RAJPOOT, ZAKI

_TOPIC = "clusters and projections"


@lesson(
    "eight-objects",
    "k-means clustering, step by step",
    topic=_TOPIC,
    source=f"{RAJPOOT}, lecture 7, slide 'Exercise'",
)
def eight_objects() -> Lesson:
    """Eight objects from three chosen initial centers."""
    X = gn.load("eight-objects").X
    start = X[[0, 3, 6]]
    steps = gn.KMeans(3, init=start).trace(X)
    model = gn.KMeans(3, init=start).fit(X)
    return Lesson(
        "Eight objects and three centers, initialized at the first, fourth and seventh. Each object is "
        "assigned to the nearest center, each center moves to the mean of its objects, until convergence.",
        [
            Step("The sum of squared distances (inertia) decreases with every half step.", _halves(steps)),
            Step("The final centers.", pd.DataFrame(model.cluster_centers_, columns=["x", "y"])),
        ],
        {
            "sums": tuple(float(each) for each in steps.objective[1::2]),
            "last": float(model.inertia_),
            "clusters": tuple(int(each) for each in model.labels_),
        },
        figure=figure("KMeansFramesDisplay", "from_trace", steps, X),
    )


@lesson("rectangle", "k-means in a local optimum", topic=_TOPIC, source=f"{MIT}, slide 8.4.27")
def rectangle() -> Lesson:
    """A local optimum of four corners, and the best of ten initializations."""
    X = gn.load("rectangle").X
    caught = gn.KMeans(2, init=X[:2]).fit(X)
    best = gn.KMeans(2, n_init=10, random_state=0).fit(X)
    return Lesson(
        "Four corners of a flat rectangle, two centers. Initialized at both left corners, each center keeps "
        "one long side: k-means is caught in a local optimum.",
        [
            Step("The corners.", pd.DataFrame(X, columns=["x1", "x2"])),
            Step(f"From the left corners the sum of squares (inertia) stays at {caught.inertia_:g}."),
            Step(f"The best of ten initializations has {best.inertia_:g}: always run several (n_init)."),
        ],
        {"caught": float(caught.inertia_), "best": float(best.inertia_)},
    )


@lesson(
    "four-corners",
    "k-means depends on its initialization: four corners of three points",
    topic=_TOPIC,
    source=f"{MIT}, slide 8.4.27",
)
def four_corners() -> Lesson:
    """A good initialization and one with two centers in a corner."""
    X = gn.load("four-corners").X
    good, poor = (gn.KMeans(4, init=X[rows]).fit(X) for rows in ([0, 3, 6, 9], [0, 1, 3, 6]))
    return Lesson(
        "Twelve points in four corners. With one initial center in each corner k-means finds them; with two "
        "in one corner it stays in a local optimum.",
        [
            Step(
                "Final centers from an initial center in each corner.",
                pd.DataFrame(good.cluster_centers_, columns=["x1", "x2"]),
            ),
            Step(
                "Final centers from the poor initialization.",
                pd.DataFrame(poor.cluster_centers_, columns=["x1", "x2"]),
            ),
        ],
        {"good": float(good.inertia_), "poor": float(poor.inertia_)},
        figure=figure("ClusterLabelsDisplay", "from_estimator", good, X),
    )


@lesson(
    "linkage",
    "Single and complete linkage of four objects",
    topic=_TOPIC,
    source=f"{RAJPOOT}, lecture 7, slide 'Exercise'",
)
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
        "Hierarchical clustering merges the two nearest clusters again and again. Single linkage measures "
        "the distance of clusters by their nearest members, complete linkage by their farthest.",
        [
            Step("The distance matrix of four objects.", table),
            Step("The height of each merge.", merges),
            Step("Single linkage merges at lower heights than complete linkage, and tends to form chains."),
        ],
        {how: tuple(each) for how, each in heights.items()},
        figure=figure("DendrogramDisplay", "from_tree", trees["complete"], list(table)),
    )


@lesson("iris-components", "Principal components of iris", topic=_TOPIC, source=f"{ZAKI}, example 22.3")
def iris_components() -> Lesson:
    """Principal components of iris: loadings and explained variance ratio."""
    task = gn.load("iris-uci")
    model = gn.PCA(2).fit(task.X)
    ratio = model.explained_variance_ratio_
    table = pd.DataFrame(np.abs(model.components_).T, columns=["first", "second"])
    table.insert(0, "column", task.table.names)
    return Lesson(
        "Four measurements of a flower are highly correlated. Principal components are the orthogonal "
        "directions of greatest variance.",
        [
            Step(
                "Absolute loadings of the first two components (the sign of a component is arbitrary).", table
            ),
            Step(f"They explain {100 * ratio[0]:.1f} % and {100 * ratio[1]:.1f} % of the variance."),
        ],
        {"first": tuple(map(float, table["first"])), "share": float(ratio.sum())},
    )


def _halves(steps: Any) -> pd.DataFrame:
    labels = [" ".join(map(str, each)) for each in steps.labels]
    return pd.DataFrame({"half": list(steps.half), "sum of squares": steps.objective, "clusters": labels})
