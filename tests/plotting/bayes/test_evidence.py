"""The waterfall leads from prior odds to posterior odds."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import gnomon as gn
from gnomon.errors import DataError


@pytest.fixture(scope="module")
def model():
    mail = gn.load("mail-counts")
    return gn.MultinomialNB().fit(mail.X, mail.y)


def test_it_ends_at_the_odds_of_the_model(model):
    row = [[2, 1, 0]]
    display = gn.plotting.EvidenceDisplay.from_estimator(model, row)
    table, posterior = display.frame(), dict(zip(model.classes_, model.predict_proba(row)[0]))
    assert display.one == model.predict(row)[0]
    assert table["odds"].iloc[-1] == pytest.approx(posterior[display.one] / posterior[display.other])
    assert 2 ** table["bits"].sum() == pytest.approx(table["odds"].iloc[-1])


def test_many_features_are_summed_up_in_one_bar():
    random = np.random.default_rng(0)
    X, y = random.integers(2, size=(60, 40)), random.integers(2, size=60)
    display = gn.plotting.EvidenceDisplay.from_estimator(gn.BernoulliNB().fit(X, y), X[:1])
    names, bits = display._bars()
    assert names[-1] == "24 others"
    assert bits.sum() == pytest.approx(display.frame()["bits"].sum())


def test_an_impossible_value_is_drawn_at_the_edge():
    X, y = [[1, 0], [1, 1], [0, 1], [0, 0]], ["a", "a", "b", "b"]
    display = gn.plotting.EvidenceDisplay.from_estimator(gn.BernoulliNB(alpha=0.0).fit(X, y), [[1, 0]])
    # The first feature is 1 in class a alone; the second, 0 in half of both classes, is no evidence.
    assert display.one == "a"
    assert display.frame()["bits"].tolist() == [0, np.inf, 0]
    assert display.frame()["odds"].iloc[-1] == np.inf
    _, ax = plt.subplots()
    display.draw(ax)
    bars = [bar for bar in ax.patches if bar.get_width()]
    assert [(bar.get_x(), bar.get_width()) for bar in bars] == [(0, 64)]
    assert ax.get_xlim()[1] > 64


def test_names_that_do_not_fit_are_refused(model):
    with pytest.raises(DataError, match="2 names for 3 features"):
        gn.plotting.EvidenceDisplay.from_estimator(model, [[1, 0, 0]], names=["a", "b"])
