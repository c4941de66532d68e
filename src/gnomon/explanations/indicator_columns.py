"""Conditions on one-hot encoded columns, in words of the raw column."""


def side_of(name: str, value: float, threshold: float) -> str:
    """The side of a threshold on which a value lies; of an indicator, whether the column has the level.

    >>> side_of("age", 31.0, 40.5), side_of("town=Rome", 1.0, 0.5), side_of("town=missing", 0.0, 0.5)
    ('age <= 40.5', 'town is Rome', 'town is not missing')
    """
    column, is_named, level = name.partition("=")
    if is_named and value in (0.0, 1.0) and 0 < threshold < 1:
        return f"{column} is {level}" if value > threshold else f"{column} is not {level}"
    return f"{name} {'<=' if value <= threshold else '>'} {threshold:.6g}"
