"""The description of a table: its columns, and their values or a summary of them."""

import pandas as pd

from tests.plotting.described.words import MAX_LISTED, Line, line, numbers, quoted


def describe_table(table: pd.DataFrame) -> dict[str, Line]:
    """One line for each column."""
    found = {"rows": line(len(table))}
    return found | {str(name).replace(": ", " "): _column(table[name]) for name in table.columns}


def _column(column: pd.Series) -> Line:
    if pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column):
        values = column.to_numpy(dtype=float, na_value=float("nan"))
        finite = values[pd.notna(values) & (abs(values) != float("inf"))]
        return numbers(values, float(finite.max() - finite.min()) if len(finite) else 0.0)
    texts = [quoted(str(each)) for each in column]
    starts = [at for at, text in enumerate(texts) if at == 0 or texts[at - 1] != text]
    lengths = [end - start for start, end in zip(starts, [*starts[1:], len(texts)])]
    runs = [texts[start] + (f"*{n}" if n > 1 else "") for start, n in zip(starts, lengths)]
    more = len(runs) - MAX_LISTED
    return line(*runs[:MAX_LISTED], *([f"and {more} more until {texts[-1]}"] if more > 0 else []))
