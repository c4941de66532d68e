"""Columns that number or name the rows, as distinct from dates and free text."""

from gnomon.data.column import Column
from gnomon.experiments.checks.column_roles import is_row_number
from gnomon.experiments.checks.time_order import holds_moments
from gnomon.features.automatic.column_use import is_text


def numbers_rows(column: Column) -> bool:
    """Whether a column is a row number or an identifier, and neither a date nor free text.

    Dates and free text are nearly unique too, but are encoded by their parts and words.

    >>> from gnomon.data.column import column_of
    >>> days = [f"2026-03-{day:02d}" for day in range(1, 31)]
    >>> numbers_rows(column_of("nr", range(100, 120))), numbers_rows(column_of("day", days))
    (True, False)
    """
    return is_row_number(column) and not holds_moments(column) and not is_text(column)
