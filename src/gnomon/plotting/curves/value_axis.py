"""Axis of a hyperparameter: logarithmic if its values are, with ticks at the values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.arrays import Floats
from gnomon.assessment.curves.train_test_scores import log_spaced
from gnomon.plotting.labels import shown
from gnomon.plotting.scales import log_scale

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MAX_TICKS = 10


def axis_positions(values: Sequence[Any]) -> Floats:
    """Positions of values on the axis: numbers at their value, strings and booleans in their order.

    Examples
    --------
    >>> from gnomon.plotting.curves.value_axis import axis_positions
    >>> axis_positions([1, 10]), axis_positions(["uniform", "distance"])
    (array([ 1., 10.]), array([0., 1.]))
    """
    return (
        np.asarray(values, dtype=np.float64) if _are_numbers(values) else np.arange(len(values), dtype=float)
    )


def value_axis(ax: Axes, values: Sequence[Any], name: str) -> None:
    """Set the x-axis for the values of a hyperparameter, after drawing the data.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.curves.value_axis import value_axis
    >>> ax = Figure().add_subplot()
    >>> value_axis(ax, [1, 5, 25], "n_neighbors")
    >>> [tick.get_text() for tick in ax.get_xticklabels()]
    ['1', '5', '25']
    """
    ax.set_xlabel(shown(name))
    if not _are_numbers(values):
        ax.set_xticks(range(len(values)), [shown(each, 14) for each in values])
    elif log_spaced(values):
        log_values(ax, values)


def log_values(ax: Axes, values: Sequence[float]) -> None:
    """Set a logarithmic x-axis with a tick at each value, if they are few.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from gnomon.plotting.curves.value_axis import log_values
    >>> ax = Figure().add_subplot()
    >>> log_values(ax, [16, 64])
    >>> ax.get_xscale(), ax.get_xticks().tolist()
    ('log', [16.0, 64.0])
    """
    from matplotlib.ticker import FixedLocator

    log_scale(ax)
    if len(values) <= _MAX_TICKS:
        ax.xaxis.set_major_locator(FixedLocator([float(each) for each in values]))
        ax.xaxis.set_minor_locator(FixedLocator([]))


def _are_numbers(values: Sequence[Any]) -> bool:
    return all(isinstance(each, int | float | np.number) and not isinstance(each, bool) for each in values)
