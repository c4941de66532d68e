"""Tables of feature importance and errors by subgroup."""

from dataclasses import dataclass

from gnomon.assessment.intervals import Estimate
from gnomon.assessment.intervals.rounding import decimals, interval, shown
from gnomon.explanations.importance import ColumnImportance
from gnomon.explanations.insights import TaskInsights
from gnomon.explanations.subgroups import Subgroup, SubgroupErrors

MAX_GROUPS = 80
_NONE = ("–", "")


@dataclass(frozen=True)
class GroupRow:
    """A group of rows: its loss, the difference from the other rows, and its significance."""

    name: str
    rows: str
    value: str
    range: str
    difference: str
    p_value: str
    is_sure: bool


def importance_rows(result: TaskInsights) -> list[tuple[str, list[tuple[str, str]]]]:
    """The importance of each column, or group of columns, for each learner, with intervals.

    >>> importance_rows(TaskInsights("iris", (), True))
    []
    """
    by_learner = [{_whole_name(one): one for one in each.importances} for each in result.importances]
    names = list(dict.fromkeys(name for each in by_learner for name in each))
    estimates = [_estimate(one) for each in by_learner for one in each.values()]
    places = decimals([each for each in estimates if each.upper > each.lower])
    return [(name, [_cell(each.get(name), places) for each in by_learner]) for name in names]


def group_rows(result: SubgroupErrors) -> list[GroupRow]:
    """One row per group, in column order; of very many those with the smallest p-values.

    >>> group_rows(SubgroupErrors("SVC", "error", 0.1, (), 20, 0.95))
    []
    """
    smallest = sorted(result.groups, key=lambda each: round(each.p_value, 12))[:MAX_GROUPS]
    selected = {(each.column, each.group) for each in smallest}
    places = decimals([_of_group(each) for each in result.groups])
    return [
        GroupRow(
            each.name,
            f"{each.n_rows:,}",
            shown(each.value, places),
            interval(_of_group(each), places),
            _signed(each.difference, places),
            "< 0.001" if each.p_value < 0.001 else f"{each.p_value:.2g}",
            each.p_value <= 1 - result.level,
        )
        for each in result.groups
        if (each.column, each.group) in selected
    ]


def _whole_name(one: ColumnImportance) -> str:
    return f"jointly: {one.members}" if len(one.columns) > 1 else one.name


def _cell(one: ColumnImportance | None, places: int) -> tuple[str, str]:
    return _NONE if one is None else (shown(one.value, places), interval(_estimate(one), places))


def _estimate(one: ColumnImportance) -> Estimate:
    return Estimate(one.value, one.lower, one.upper, 0.95, "", "")


def _of_group(each: Subgroup) -> Estimate:
    return Estimate(each.value, each.lower, each.upper, 0.95, "", "")


def _signed(value: float, places: int) -> str:
    text = shown(value, places)
    return text if text.startswith("−") or value == 0 else f"+{text}"
