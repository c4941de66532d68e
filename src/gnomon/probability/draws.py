"""Check of the number of samples to draw from a distribution."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.errors import ParameterError


def check_draws(n: Any, name: str = "n", minimum: int = 1) -> int:
    """Check the number of draws; name: of the parameter, for the error message.

    >>> check_draws(np.int64(3))
    3
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < minimum:
        raise ParameterError(f"{name}={n!r}: it must be an integer of at least {minimum}")
    return int(n)
