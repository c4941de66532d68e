"""Grids of settings, as typed: `C=0.1,1,10`, `C=0.01..100`, `SVC.C=1,10`."""

import ast
from typing import Any

from gnomon.assessment.collecting import steps_of
from gnomon.errors import ParameterError
from gnomon.experiments.choice import GridSearch
from gnomon.experiments.grid import SearchRange
from gnomon.sharing.parameters import all_parameters


def with_grids(learners: dict[str, Any], texts: list[str], *, is_nested: bool) -> dict[str, Any]:
    """The learners, those that a text names with the grid it gives.

    >>> import gnomon as gn
    >>> with_grids({"SVC": gn.SVC()}, ["SVC.C=1,10"], is_nested=True)["SVC"].grid
    {'C': [1, 10]}
    """
    if texts and not is_nested:
        raise ParameterError(f"--grid {texts[0]}: settings are chosen inside the folds; give --inner 5, too")
    grids: dict[str, dict[str, Any]] = {}
    for text in texts:
        owner, name, values = _read(text)
        owners = [each for each in learners if owner in (None, each.partition("(")[0])]
        takers = [each for each in owners if name in all_parameters(_last(learners[each]))]
        if not takers:
            raise ParameterError(
                f"--grid {text}: none of {', '.join(owners or learners)} has a parameter {name!r}"
            )
        for each in takers:
            grids.setdefault(each, {})[full_name(learners[each], name)] = values
    return {
        name: GridSearch(learner, grids[name]) if name in grids else learner
        for name, learner in learners.items()
    }


def grid_for(learner: Any, texts: list[str]) -> Any:
    """The grid of one learner, or "default" where none is typed."""
    name = type(_last(learner)).__name__
    found = with_grids({name: learner}, texts, is_nested=True)[name]
    return found.grid if isinstance(found, GridSearch) else "default"


def values_of(text: str) -> list[Any]:
    """Values with commas between; what is no number, True, False or None is a word.

    >>> values_of("0.1, 10,rbf,None")
    [0.1, 10, 'rbf', None]
    """
    return [_value(each.strip()) for each in text.split(",") if each.strip()]


def _read(text: str) -> tuple[str | None, str, Any]:
    """Learner, if one is named, parameter and its values."""
    place, equals, said = text.partition("=")
    owner, _, name = place.strip().rpartition(".")
    if not equals or not name or not said.strip():
        raise ParameterError(f"--grid {text}: write NAME=VALUES, such as C=0.1,1,10 or C=0.01..100")
    low, dots, high = said.partition("..")
    if not dots:
        return owner or None, name, values_of(said)
    first, last = _value(low.strip()), _value(high.strip())
    if not all(isinstance(end, int | float) for end in (first, last)):
        raise ParameterError(f"--grid {text}: a range goes from number to number, such as C=0.01..100")
    is_whole = isinstance(first, int) and isinstance(last, int)
    return owner or None, name, SearchRange(first, last, log=first > 0, whole=is_whole)


def _value(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def _last(learner: Any) -> Any:
    steps = steps_of(learner)
    return list(steps.values())[-1] if steps else learner


def full_name(learner: Any, name: str) -> str:
    """The name of a parameter of the last step, as the pipeline knows it."""
    steps = steps_of(learner)
    return f"{list(steps)[-1]}__{name}" if steps else name
