"""Export of an estimator as a Python script that constructs it."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sklearn.base import BaseEstimator
from sklearn.pipeline import Pipeline

from gnomon.check import rules
from gnomon.features.automatic.prepare_table import PrepareTable

_STEP = "    "


def script_of(model: Any) -> str:
    """A script whose `model` is an estimator with the same parameters.

    >>> from sklearn.linear_model import Ridge
    >>> print(script_of(Ridge(alpha=2)))
    from sklearn.linear_model import Ridge
    <BLANKLINE>
    model = Ridge(alpha=2)
    """
    parts = [step for _, step in model.steps] if isinstance(model, Pipeline) else [model]
    imports: dict[str, set[str]] = defaultdict(set)
    for part in parts:
        _collect(part, imports)
    text = f"model = {_expression(model)}"
    if isinstance(model, Pipeline):
        imports["sklearn.pipeline"].add("make_pipeline")
        steps = [_indented(_expression(step)) + "," for step in parts]
        text = "\n".join(["model = make_pipeline(", *steps, ")"])
    if "array(" in text:
        imports["numpy"].add("array")
    lines = [f"from {module} import {', '.join(sorted(imports[module]))}" for module in sorted(imports)]
    return "\n".join([*lines, "", text])


def _expression(model: Any) -> str:
    """The constructor call of an estimator; PrepareTable with one parameter per line."""
    if not isinstance(model, PrepareTable):
        # Without a limit, as repr would abbreviate a long expression.
        return model.__repr__(N_CHAR_MAX=10**9) if isinstance(model, BaseEstimator) else repr(model)
    default = PrepareTable()
    changed = [name for name in rules(PrepareTable) if _differs(getattr(model, name), getattr(default, name))]
    arguments = [_indented(f"{name}={getattr(model, name)!r}") + "," for name in changed]
    return "\n".join(["PrepareTable(", *arguments, ")"])


def _differs(value: Any, default: Any) -> bool:
    return bool(list(value) != list(default) if default == () else value != default)


def _indented(text: str) -> str:
    return "\n".join(_STEP + line for line in text.split("\n"))


def _collect(model: Any, imports: dict[str, set[str]]) -> None:
    """The classes of an estimator and its nested estimators, by public module."""
    inside = model.get_params(deep=True).values() if hasattr(model, "get_params") else ()
    for each in (model, *inside):
        if isinstance(each, BaseEstimator):
            parts = type(each).__module__.split(".")
            public = [part for part in parts if not part.startswith("_")]
            home = "gnomon" if parts[0] == "gnomon" else ".".join(public)
            imports[home].add(type(each).__name__)
