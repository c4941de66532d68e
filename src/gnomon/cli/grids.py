"""Hyperparameter grids, as typed: `C=0.1,1,10`, `C=0.01..100`, `SVC.C=1,10`."""

import ast
from typing import Any

from gnomon.assessment.collecting import steps_of
from gnomon.cli.advice import option
from gnomon.errors import ParameterError
from gnomon.experiments.grid import SearchRange
from gnomon.experiments.hyperparameter_grids import GridSearch
from gnomon.sharing.parameters import all_parameters


def with_grids(learners: dict[str, Any], texts: list[str], *, is_nested: bool) -> dict[str, Any]:
    """The learners, with the typed grids where there are any.

    >>> import gnomon as gn
    >>> with_grids({"SVC": gn.SVC()}, ["SVC.C=1,10"], is_nested=True)["SVC"].grid
    {'C': [1, 10]}
    """
    if texts and not is_nested:
        raise ParameterError(
            f"{option('grid')} {texts[0]}: tuning needs inner folds (nested cross-validation); "
            f"add {option('inner')} 5"
        )
    grids: dict[str, dict[str, Any]] = {}
    for text in texts:
        owner, name, values = _read(text)
        owners = [each for each in learners if owner in (None, each.partition("(")[0])]
        targets = [each for each in owners if name in all_parameters(_last(learners[each]))]
        if not targets:
            raise ParameterError(
                f"{option('grid')} {text}: none of {', '.join(owners or learners)} has a parameter {name!r}"
            )
        for each in targets:
            grids.setdefault(each, {})[full_name(learners[each], name)] = values
    return {
        name: GridSearch(learner, grids[name]) if name in grids else learner
        for name, learner in learners.items()
    }


def grid_for(learner: Any, texts: list[str]) -> Any:
    """The typed grid of one learner, or "default"."""
    name = type(_last(learner)).__name__
    tuned = with_grids({name: learner}, texts, is_nested=True)[name]
    return tuned.grid if isinstance(tuned, GridSearch) else "default"


def values_of(text: str) -> list[Any]:
    """Comma-separated values; what is no number, True, False or None is a string.

    >>> values_of("0.1, 10,rbf,None")
    [0.1, 10, 'rbf', None]
    """
    return [_value(each.strip()) for each in text.split(",") if each.strip()]


def _read(text: str) -> tuple[str | None, str, Any]:
    """Learner (or None), parameter and its values."""
    target, equals, values = text.partition("=")
    owner, _, name = target.strip().rpartition(".")
    if not equals or not name or not values.strip():
        raise ParameterError(f"{option('grid')} {text}: write NAME=VALUES, such as C=0.1,1,10 or C=0.01..100")
    low, dots, high = values.partition("..")
    if not dots:
        return owner or None, name, values_of(values)
    first, last = _value(low.strip()), _value(high.strip())
    if not all(isinstance(end, int | float) for end in (first, last)):
        raise ParameterError(
            f"{option('grid')} {text}: a range goes from number to number, such as C=0.01..100"
        )
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
