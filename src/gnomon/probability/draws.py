"""How many rows are drawn from a distribution, checked."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.errors import ParameterError


def check_draws(n: Any, name: str = "n", least: int = 1) -> int:
    """The number of draws, a whole number; name: of the parameter, for the message.

    >>> check_draws(np.int64(3))
    3
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < least:
        raise ParameterError(f"{name}={n!r}: the number of rows must be a whole number of at least {least}")
    return int(n)
