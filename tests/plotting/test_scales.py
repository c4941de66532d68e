"""Log scales with plain numbers."""

from matplotlib.figure import Figure

from gnomon.plotting.scales import log_scale
from gnomon.plotting.style import LIGHT, styled


def test_no_tick_of_a_log_scale_shows_mathematical_code():
    with styled(LIGHT):
        figure = Figure()
        ax = figure.add_subplot()
        ax.plot([1e-3, 1e3], [1, 2])
        log_scale(ax)
        figure.canvas.draw()
        words = [label.get_text() for label in ax.get_xticklabels()]
    assert "0.001" in words
    assert not any("math" in word or "$" in word for word in words)


def test_within_a_decade_there_is_more_than_one_tick():
    ax = Figure().add_subplot()
    ax.plot([1, 2], [2.0, 9.0])
    log_scale(ax, "y")
    low, high = ax.get_ylim()
    assert sum(low <= tick <= high for tick in ax.get_yticks()) >= 2
