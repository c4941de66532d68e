"""Displays beyond their examples: more rows, names and classes than a figure holds, and unusual options."""

from collections.abc import Callable

import numpy as np
import pandas as pd

import gnomon as gn
from gnomon.plotting.display import Display
from gnomon.plotting.panels import Panels

DRAWN: dict[str, Callable[[], Display]] = {}


def drawn_too(make: Callable[[], Display]) -> Callable[[], Display]:
    """Add a display under its name and what is special about it."""
    DRAWN[make.__name__] = make
    return make


def wave(n: int, period: float = 7.3) -> np.ndarray:
    """Numbers between -1 and 1 without ties."""
    return np.sin(2 * np.pi * np.arange(n) / period + 0.1) * np.cos(np.arange(n) / 101)


def estimates(n: int) -> dict[str, gn.Estimate]:
    values = 0.9 - 0.02 * np.arange(n) + 0.003 * wave(n)
    return {f"learner {k}": gn.Estimate(v, v - 0.04, v + 0.03, 0.95, "t", "") for k, v in enumerate(values)}


def scored(n: int) -> tuple[np.ndarray, np.ndarray]:
    scores = 3 * wave(n)
    return (scores + 2 * wave(n, 11.1) > 0).astype(int), scores


@drawn_too
def bootstrap_samples_of_many_rows():
    return gn.plotting.BootstrapSamplesDisplay(np.arange(90 * 120).reshape(90, 120) * 7 % 4)


@drawn_too
def bootstrap_samples_without_numbers():
    return gn.plotting.BootstrapSamplesDisplay(np.arange(7 * 31).reshape(7, 31) * 5 % 3)


@drawn_too
def class_scatter_of_many_classes():
    points = np.column_stack([wave(6000), wave(6000, 5.7)])
    return gn.plotting.ClassScatterDisplay(points, np.arange(6000) % 14, ("a", "b"))


@drawn_too
def class_scatter_of_many_shapes():
    points = np.column_stack([wave(801), wave(801, 5.7)])
    return gn.plotting.ClassScatterDisplay(points, np.arange(801) % 2, query=(0.5, 0.25))


@drawn_too
def confusion_matrix_of_many_classes():
    table = 100 * np.eye(33) + np.arange(33 * 33).reshape(33, 33) * 11 % 17
    return gn.plotting.ConfusionMatrixDisplay(table, [f"class {k}" for k in range(33)])


@drawn_too
def confusion_matrix_of_predicted_shares():
    table = [[50, 3, 0], [4, 41, 9], [1_200_000, 0, 30]]
    return gn.plotting.ConfusionMatrixDisplay(table, ["a", "long name of b", "c"], normalize="pred")


@drawn_too
def cost_curve_with_lines():
    return gn.plotting.CostCurveDisplay.from_predictions(*scored(90), lines=True)


@drawn_too
def cumulative_with_deciles():
    return gn.plotting.CumulativeDisplay.from_column(wave(1600), deciles=True)


@drawn_too
def dendrogram_of_many_rows():
    tree = gn.clustering.linkage(np.column_stack([wave(60), wave(60, 5.3)]), "average")
    return gn.plotting.DendrogramDisplay(tree, n_clusters=4)


@drawn_too
def dendrogram_with_upright_names():
    tree = gn.clustering.linkage(np.arange(14.0)[:, None] ** 2)
    return gn.plotting.DendrogramDisplay(tree, [f"row number {k}" for k in range(14)], height=20.0)


@drawn_too
def fold_diagram_of_many_rows_and_folds():
    task = gn.Task({"x": wave(300)}, np.arange(300) % 2)
    return gn.plotting.FoldDiagramDisplay.from_plan(gn.repeated(gn.k_fold(10), times=3, random_state=0), task)


@drawn_too
def forest_votes_of_many_trees():
    shares = (1 + wave(60)) / 2
    return gn.plotting.ForestVotesDisplay(
        np.column_stack([shares, 1 - shares]), [shares.mean(), 1 - shares.mean()], ["no", "yes"]
    )


@drawn_too
def leaderboard_of_many_learners():
    return gn.plotting.LeaderboardDisplay(estimates(30), "accuracy")


@drawn_too
def leaderboard_of_errors_with_one_far_off():
    far = {"far": gn.Estimate(9.0, 8.0, 10.0, 0.95, "t", "")}
    verdicts = ["best", "undecided", "worse", "practically equal", "worse"]
    return gn.plotting.LeaderboardDisplay({**estimates(4), **far}, "root_mean_squared_error", verdicts)


@drawn_too
def lift_of_many_rows():
    return gn.plotting.LiftCurveDisplay.from_predictions(*scored(3000), kind="lift")


@drawn_too
def loadings_of_many_columns():
    loadings = np.column_stack([wave(40), wave(40, 5.1), wave(40, 3.3), wave(40, 2.9)])
    return gn.plotting.LoadingsDisplay(loadings, [f"column {k}" for k in range(40)])


@drawn_too
def losses_with_slack():
    return gn.plotting.LossCurvesDisplay(("hinge", "log"), slack=0.5, low=-1.0, high=2.0)


@drawn_too
def nested_clusters_of_many_rows():
    return gn.plotting.NestedClustersDisplay.from_rows(np.column_stack([wave(30), wave(30, 5.9)]))


@drawn_too
def neighbor_query_of_many_neighbors():
    X, y = np.column_stack([wave(90), wave(90, 5.9)]), np.arange(90) % 3
    model = gn.KNeighborsClassifier(70).fit(X, y)
    return gn.plotting.NeighborQueryDisplay.from_estimator(model, X, y, [0.1, 0.2], names=("u", "v"))


@drawn_too
def neighbor_stages_of_many_rows():
    X, y = np.column_stack([wave(40), wave(40, 5.9)]), np.arange(40) % 2
    model = gn.KNeighborsClassifier(9).fit(X, y)
    return gn.plotting.NeighborStagesDisplay.from_estimator(model, X, y, [0.1, 0.2])


@drawn_too
def network_graph_of_many_units():
    weights = [wave(20 * 15).reshape(20, 15), wave(15 * 2, 3.1).reshape(15, 2)]
    return gn.plotting.NetworkGraphDisplay(weights)


@drawn_too
def panels_that_share_their_axes():
    points = np.column_stack([wave(9), wave(9, 5.9)])
    parts = [gn.plotting.ClassScatterDisplay(scale * points, np.arange(9) % 2) for scale in (1, 2, 3)]
    return Panels(parts, ["one", "two", "three"], columns=2, shared=True)


@drawn_too
def pictogram_in_rows():
    return gn.plotting.PictogramDisplay({"a": 25, "b": 7, "c": 3}, per_row=12)


@drawn_too
def roc_with_everything():
    return gn.plotting.RocCurveDisplay.from_predictions(
        *scored(120), hull=True, band="fixed width", slopes=(1.0, 3.0), thresholds=True, best=True, area=True
    )


@drawn_too
def scree_of_many_components():
    return gn.plotting.ScreeDisplay.from_rows(
        wave(60 * 50).reshape(60, 50) * np.arange(1, 51), standardize=True
    )


@drawn_too
def split_scores_of_many_splits():
    return gn.plotting.SplitScoresDisplay(
        {"one": 0.8 + 0.1 * wave(250), "other": 0.7 + 0.1 * wave(250, 5.9)}, "accuracy"
    )


@drawn_too
def subset_lattice_without_scores():
    return gn.plotting.SubsetLatticeDisplay(["a", "b", "c"], path=[(), (0,), (0, 2)])


@drawn_too
def table_map_of_signs():
    table = pd.DataFrame(wave(20 * 9).reshape(20, 9), columns=[f"column {k}" for k in range(9)])
    return gn.plotting.TableMapDisplay.from_frame(table)


@drawn_too
def threshold_rates_of_scores():
    return gn.plotting.ThresholdRatesDisplay.from_predictions(*scored(40))


@drawn_too
def time_and_quality_of_many_learners():
    return gn.plotting.TimeQualityDisplay(estimates(22), 10 ** np.linspace(-2, 3, 22), "accuracy")


@drawn_too
def time_and_error_without_a_logarithm():
    return gn.plotting.TimeQualityDisplay(estimates(3), [0.0, 2.0, 1.0], "root_mean_squared_error")


@drawn_too
def tree_of_many_leaves():
    X = np.column_stack([wave(300), wave(300, 5.9)])
    model = gn.DecisionTreeClassifier(random_state=0).fit(X, np.arange(300) * 7 % 5 > 1)
    return gn.plotting.TreeDisplay.from_estimator(model, max_depth=5)


@drawn_too
def column_bars_of_times():
    times = pd.date_range("2024-01-31 10:20:30.123456", periods=30, freq="37h").astype(str)
    return gn.plotting.ColumnBarsDisplay.from_task(gn.Task({"when": times}, np.arange(30) % 2), "when")
