"""Names of classes, columns and rows that come from data do no harm and hide nothing."""

import re

import numpy as np
import pandas as pd
import pytest

import gnomon as gn

EVIL = ["<script>alert(1)</script>", "a\nb\x07\u202e" + "x" * 10_000, "$x^2$"]
X = np.random.default_rng(0).normal(size=(30, 2))
y = np.array(EVIL)[np.arange(30) % 3]
two = np.array(EVIL)[np.arange(30) % 2]


def task():
    table = pd.DataFrame({EVIL[0]: X[:, 0], EVIL[2]: X[:, 1], "t": two})
    return gn.Task.of(table, "t", kind="classification")


def three():
    return gn.probability.bayes_table(dict.fromkeys(EVIL, 1 / 3), dict.fromkeys(EVIL, 0.1))


FIGURES = {
    "regions": lambda: gn.plotting.ClassRegionsDisplay.from_estimator(
        gn.GaussianNB().fit(X, y), X, y, steps=15
    ),
    "map": lambda: gn.plotting.ClassMapDisplay.from_estimator(gn.GaussianNB().fit(X, y), X, y, of=EVIL[1]),
    "dendrogram": lambda: gn.plotting.DendrogramDisplay(gn.clustering.linkage(X), y, n_clusters=3),
    "loadings": lambda: gn.plotting.LoadingsDisplay.from_estimator(gn.PCA(2).fit(X), EVIL[:2]),
    "components": lambda: gn.plotting.ComponentsDisplay.from_estimator(
        gn.PCA(2).fit(X), X, y, names=EVIL[:2]
    ),
    "bars": lambda: gn.plotting.ClassBarsDisplay.from_split(y, y),
    "histogram": lambda: gn.plotting.HistogramDisplay(X[:, 0], name=EVIL[1]),
    "bins": lambda: gn.plotting.DiscretizationDisplay(X[:, 0], y, {EVIL[0]: [0.0]}, name=EVIL[1]),
    "calibration": lambda: gn.plotting.CalibrationMapDisplay.from_estimators(
        {EVIL[1]: gn.CalibrateIsotonic()}, X[:, 0], two
    ),
    "scores": lambda: gn.plotting.FeatureScoresDisplay.from_task(task()),
    "evidence": lambda: gn.plotting.EvidenceDisplay.from_estimator(
        gn.GaussianNB().fit(X, y), X[:1], names=EVIL[:2]
    ),
    "frequencies": lambda: gn.plotting.FrequencyTreeDisplay(three(), evidence=(EVIL[0], EVIL[1])),
    "lattice": lambda: gn.plotting.SubsetLatticeDisplay(EVIL),
    "pictogram": lambda: gn.plotting.PictogramDisplay.from_labels(y),
    "venn": lambda: gn.plotting.VennStepsDisplay.from_sets(
        gn.probability.VennDiagram(1, 2, 3, 9), (EVIL[0], EVIL[1])
    ),
    "network": lambda: gn.plotting.NetworkDisplay.from_network(
        gn.networks.BayesianNetwork.learn([("a", "b")], pd.DataFrame({"a": two, "b": y}))
    ),
}


@pytest.mark.parametrize("name", FIGURES)
def test_it_is_escaped_and_short(name):
    figure = FIGURES[name]()
    text = figure.svg()
    assert "<script" not in text
    assert "\x07" not in text
    assert "\u202e" not in text
    assert "xxxxx" * 20 not in re.sub(r"\s", "", text)
    assert len(text) < 200_000
