"""What is done with a column and why, in words; and names of columns that are safe to print."""

from __future__ import annotations

from gnomon.features.automatic.column_use import ColumnUse
from gnomon.features.automatic.needs import Needs

WIDEST = 40


def done_with(use: ColumnUse, needs: Needs | None, marked: bool) -> str:
    """What is done with a column for a learner of these needs; for any learner, if they are not known.

    >>> done_with(ColumnUse("age", "quantitative", n_rows=9, n_missing=1), Needs(True, True, True), False)
    'missing values become the median; scaled'
    """
    if use.left_out:
        return "left out"
    steps = [*_encoding(use, needs), *_filling(use, needs, marked)]
    if needs is not None and needs.scale and use.kind in ("quantitative", "ordinal", "date"):
        steps.append("scaled")
    return "; ".join(steps) or "as it is"


def why_of(use: ColumnUse, needs: Needs | None) -> str:
    """Why that is done.

    >>> why_of(ColumnUse("nr", "quantitative", left_out="counts the rows"), None)
    'it counts the rows'
    """
    if use.left_out:
        return f"it {use.left_out}"
    reasons = [use.note] if use.note else []
    if use.kind == "categorical" and (needs is None or needs.encode):
        reasons.append("a new level counts as a rare one, or as none")
    if use.n_missing:
        reasons.append(f"{use.n_missing:,} of {use.n_rows:,} values are missing")
    if needs is not None and needs.scale and use.kind in ("quantitative", "ordinal", "date"):
        reasons.append("units matter to the learner")
    return "; ".join(reasons)


def printable(name: str, widest: int = WIDEST) -> str:
    """A name for a terminal: control characters and marks of direction are written out, the end is cut.

    >>> print(printable("a\\x1b[31mb"))
    a\\x1b[31mb
    """
    safe = "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in name[: 2 * widest]
    )
    return safe if len(safe) <= widest and len(name) <= widest else safe[: widest - 1] + "…"


def _encoding(use: ColumnUse, needs: Needs | None) -> list[str]:
    if use.kind == "categorical":
        columns = "0/1 columns, one a common level"
        if needs is None:
            return [f"as it is where the learner takes categories, else {columns}"]
        return [columns] if needs.encode else []
    if use.kind == "ordinal":
        return [f"places in the order {', '.join(printable(str(each), 12) for each in use.levels[:5])}"]
    if use.kind == "text":
        return ["TF-IDF weights of its most telling words"]
    if use.kind == "date" and use.date is not None:
        said = ["days since the first" if part == "days" else part for part in use.date["parts"]]
        return [", ".join(said)]
    return []


def _filling(use: ColumnUse, needs: Needs | None, marked: bool) -> list[str]:
    if use.kind == "text":
        return []
    if not use.n_missing or (needs is not None and not needs.fill and use.kind != "categorical"):
        return []
    if use.kind == "categorical":
        stays = needs is not None and not needs.encode and not needs.fill
        return [] if stays else ["missing values become a level of their own"]
    value = "the commonest value" if use.kind == "boolean" else "the median"
    text = f"missing values become {value}" + (", and a 0/1 column marks them" if marked else "")
    return [f"where the learner takes none, {text}" if needs is None else text]
