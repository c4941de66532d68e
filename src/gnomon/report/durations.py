"""Durations as text."""


def duration(seconds: float) -> str:
    """A duration as text, in suitable units.

    >>> [duration(seconds) for seconds in (0.0042, 3.21, 75, 4000)]
    ['4 ms', '3.2 s', '1 min 15 s', '1 h 6 min']
    """
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds) // 60
    if minutes < 60:
        return f"{minutes} min {round(seconds) % 60} s"
    return f"{minutes // 60} h {minutes % 60} min"
