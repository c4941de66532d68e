"""A mixture is drawn where the line of two classifiers meets the budget."""

import pytest
from matplotlib.figure import Figure

import gnomon as gn
from gnomon.errors import ParameterError


def test_fawcetts_insurer_calls_eight_hundred_people():
    # Fawcett (2006), section 10: k = 0.53 by eye; exactly 0.5697.
    display = gn.plotting.RocMixtureDisplay.example()
    mixed = display.frame().iloc[-1]
    assert mixed["fpr"] * 3760 + mixed["tpr"] * 240 == pytest.approx(800)
    assert display.mixture.k == pytest.approx(0.569697, abs=1e-6)


def test_the_budget_line_goes_through_the_mixture():
    display = gn.plotting.RocMixtureDisplay.example()
    ax = Figure().add_subplot()
    display.plot(ax)
    line = next(each for each in ax.lines if each.get_label().startswith("budget"))
    (x0, x1), (y0, y1) = line.get_xdata(), line.get_ydata()
    at = y0 + (y1 - y0) * (display.mixture.fpr - x0) / (x1 - x0)
    assert at == pytest.approx(display.mixture.tpr)


def test_one_count_alone_is_refused():
    mixture = gn.curves.rate_mixture(gn.curves.roc_convex_hull({"A": (0.2, 0.6)}), fpr=0.1)
    with pytest.raises(ParameterError, match="both positives and negatives"):
        gn.plotting.RocMixtureDisplay(mixture, positives=10)
    assert "rows positive" not in gn.plotting.RocMixtureDisplay(mixture).alt()
