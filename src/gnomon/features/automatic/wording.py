"""Descriptions of the preprocessing of a column and its reason; column names that are safe to print."""

from __future__ import annotations

from gnomon.features.automatic.column_use import ColumnUse
from gnomon.features.automatic.needs import Needs

MAX_WIDTH = 40


def done_with(use: ColumnUse, needs: Needs | None, marked: bool) -> str:
    """The preprocessing of a column for a learner with these requirements; needs=None for any learner.

    >>> done_with(ColumnUse("age", "quantitative", n_rows=9, n_missing=1), Needs(True, True, True), False)
    'imputed by the median; standardized'
    """
    if use.left_out:
        return "left out"
    steps = [*_encoding(use, needs), *_filling(use, needs, marked)]
    if needs is not None and needs.scale and use.kind in ("quantitative", "ordinal", "date"):
        steps.append("standardized")
    return "; ".join(steps) or "unchanged"


def why_of(use: ColumnUse, needs: Needs | None) -> str:
    """The reason of the preprocessing of a column.

    >>> why_of(ColumnUse("nr", "quantitative", left_out="is a row number"), None)
    'it is a row number'
    """
    if use.left_out:
        return f"it {use.left_out}"
    reasons = [use.note] if use.note else []
    if use.kind == "categorical" and (needs is None or needs.encode):
        reasons.append("an unseen level counts as rare, or as no level")
    if use.n_missing:
        reasons.append(f"{use.n_missing:,} of {use.n_rows:,} values are missing")
    if needs is not None and needs.scale and use.kind in ("quantitative", "ordinal", "date"):
        reasons.append("the learner depends on the scale of the columns")
    return "; ".join(reasons)


def printable(name: str, max_width: int = MAX_WIDTH) -> str:
    """A name that is safe to print: control and direction characters are escaped, long names truncated.

    >>> print(printable("a\\x1b[31mb"))
    a\\x1b[31mb
    """
    safe = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode()
        for sign in name[: 2 * max_width]
    )
    return safe if len(safe) <= max_width and len(name) <= max_width else safe[: max_width - 1] + "…"


def _encoding(use: ColumnUse, needs: Needs | None) -> list[str]:
    if use.kind == "categorical":
        columns = "one-hot encoded, rare levels merged"
        if needs is None:
            return [f"unchanged if the learner accepts categories, else {columns}"]
        return [columns] if needs.encode else []
    if use.kind == "ordinal":
        return [f"ordinal codes of {', '.join(printable(str(each), 12) for each in use.levels[:5])}"]
    if use.kind == "text":
        return ["TF-IDF weights of its most informative words"]
    if use.kind == "date" and use.date is not None:
        parts = ["days since the first" if part == "days" else part for part in use.date["parts"]]
        return [", ".join(parts)]
    return []


def _filling(use: ColumnUse, needs: Needs | None, marked: bool) -> list[str]:
    if use.kind == "text":
        return []
    if not use.n_missing or (needs is not None and not needs.fill and use.kind != "categorical"):
        return []
    if use.kind == "categorical":
        accepts_missing = needs is not None and not needs.encode and not needs.fill
        return [] if accepts_missing else ["missing values are a separate level"]
    value = "the mode" if use.kind == "boolean" else "the median"
    text = f"imputed by {value}" + (", with a missing indicator" if marked else "")
    return [f"{text} if the learner does not accept missing values" if needs is None else text]
