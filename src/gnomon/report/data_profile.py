"""The data profile of a page: one row per column, with a small histogram and remarks."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from markupsafe import Markup

from gnomon.features.association import TITLES
from gnomon.features.profiles.column import ColumnProfile
from gnomon.features.profiles.pairs import ColumnPair
from gnomon.features.profiles.table import Profile, overall_facts
from gnomon.features.profiles.words import number_in_words
from gnomon.report.names import short

MAX_COLUMNS = 120
MAX_PAIRS = 12
NONE = "–"
_TITLES = TITLES | {"correlation_ratio": "η", "cramer_v": "V", "rank_r": "rank r", "r": "r"}


@dataclass(frozen=True)
class ProfiledColumn:
    """A row of the table. numbers: minimum, quartiles, maximum, mean and standard deviation, if numeric.

    levels: the most frequent levels and their counts, otherwise.
    """

    name: str
    kind: str
    bars: Markup
    distinct: str
    missing: str
    numbers: tuple[str, ...]
    levels: str
    association: str
    p_value: str
    remarks: str


@dataclass(frozen=True)
class DataProfile:
    """The data profile of a page: facts of the table, associated columns, and one row per column."""

    facts: str
    pairs: tuple[str, ...]
    columns: tuple[ProfiledColumn, ...]
    has_target: bool
    measures: str
    left_out: int


def data_profile(profile: Profile) -> DataProfile:
    """The profile formatted for the page.

    >>> import gnomon as gn
    >>> data_profile(gn.profile(gn.load("iris"))).columns[0].numbers[:3]
    ('4.3', '5.1', '5.8')
    """
    columns = profile.columns[:MAX_COLUMNS]
    more = len(profile.pairs) - MAX_PAIRS
    pairs = [f"{short(each.first)} and {short(each.second)} ({_association(each)})" for each in profile.pairs]
    return DataProfile(
        facts=", ".join(overall_facts(profile)),
        pairs=(*pairs[:MAX_PAIRS], *([f"{more} more pairs"] if more > 0 else [])),
        columns=tuple(_row(each) for each in columns),
        has_target=any(each.measure for each in columns),
        measures=association_words(columns),
        left_out=profile.left_out + len(profile.columns) - len(columns),
    )


def _row(each: ColumnProfile) -> ProfiledColumn:
    is_measured = bool(each.measure) and not isnan(each.value)
    return ProfiledColumn(
        name=each.name,
        kind=each.kind,
        bars=spark(each),
        distinct=f"{each.distinct:,}",
        missing=f"{each.missing:,} ({_share(each.missing / each.n_rows)})" if each.missing else NONE,
        numbers=_numbers(each),
        levels=_levels(each),
        association=_association(each) if is_measured else NONE,
        p_value=f"p {_p_value(each.p_value)}" if is_measured else "",
        remarks="; ".join(each.remarks),
    )


def spark(each: ColumnProfile) -> Markup:
    """The counts as a small bar chart (sparkline), one bar per bin or level shown.

    >>> from gnomon.features.profiles.column import ColumnProfile
    >>> spark(ColumnProfile("x", "quantitative", 3, 0, 3, edges=(0.0, 1.0, 2.0), counts=(1, 2)))[:30]
    Markup('<svg class="spark" viewBox="0 ')
    """
    counts = each.counts or [rows for _, rows in each.levels]
    if not counts or not max(counts):
        return Markup("")
    width, highest = 100 / len(counts), max(counts)
    bars = "".join(
        f'<rect x="{index * width:.4g}" y="{28 - 28 * rows / highest:.4g}" '
        f'width="{max(width - 0.8, 0.4):.4g}" height="{28 * rows / highest:.4g}"/>'
        for index, rows in enumerate(counts)
        if rows
    )
    css = "spark" if each.counts else "spark levels"
    return Markup(
        f'<svg class="{css}" viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden="true">{bars}</svg>'
    )


def _numbers(each: ColumnProfile) -> tuple[str, ...]:
    if each.kind != "quantitative" or isnan(each.median):
        return ()
    values = (
        each.minimum,
        each.lower_quartile,
        each.median,
        each.upper_quartile,
        each.maximum,
        each.mean,
        each.standard_deviation,
    )
    return tuple(map(number_in_words, values))


def _levels(each: ColumnProfile) -> str:
    if each.kind == "date":
        return f"{short(each.first, 30)} to {short(each.last, 30)}"
    shown = [
        f"{short(level, 40)} ({rows:,})" for level, rows in each.levels[: 3 if each.kind == "text" else 8]
    ]
    more = each.distinct - len(shown)
    # Levels may hold commas.
    return " · ".join([*shown, *([f"{more:,} more"] if more > 0 else [])])


def _association(each: ColumnProfile | ColumnPair) -> str:
    return f"{_TITLES[each.measure]} {each.value:.2f}".replace("-", "−")


def _share(share: float) -> str:
    """A percentage; a positive share is never shown as 0 %."""
    return f"{share:.0%}" if share >= 0.01 else "below 1%"


def _p_value(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.2g}"


def association_words(columns: Sequence[ColumnProfile]) -> str:
    """The names of the measures of association that occur.

    >>> from gnomon.features.profiles.column import ColumnProfile
    >>> association_words([ColumnProfile("x", "quantitative", 3, 0, 3, measure="r", value=0.5)])
    'r: correlation'
    """
    words = {
        "r": "r: correlation",
        "rank_r": "rank r: rank correlation",
        "correlation_ratio": "η: correlation ratio",
        "cramer_v": "V: Cramér's V",
    }
    return ", ".join(text for name, text in words.items() if any(each.measure == name for each in columns))
