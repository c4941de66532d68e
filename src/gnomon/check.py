"""Declared parameters of learners: range, default and description.

A declaration validates values, generates the docstring and the command line help, and proposes a grid::

    class Ridge(Learner):
        alpha: float = between(0, inf, default=1.0, help="L2 regularization strength")
        fit_intercept: bool = flag(default=True, help="whether to fit an intercept")
"""

import dataclasses
import inspect
import numbers
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

import numpy as np

from gnomon.errors import ParameterError, Setting


@dataclass(frozen=True)
class Rule:
    """The constraint of a parameter: a predicate (`allows`) and its description (`words`).

    grid: default hyperparameter grid. is_tuned: whether default grids include it though it is not numeric
    only.
    """

    allows: Callable[[Any], bool]
    words: str
    kind: str
    help: str = ""
    grid: tuple[Any, ...] = ()
    is_tuned: bool = False


def between(
    low: float,
    high: float,
    *,
    default: Any,
    help: str,
    open: bool = False,
    whole: bool = False,
    optional: bool = False,
    infinite: bool = False,
    kw_only: bool = True,
    grid: tuple[Any, ...] = (),
) -> Any:
    """A number from low to high; open: an open interval; whole: an integer.

    optional: whether None is allowed. infinite: whether infinity is allowed. kw_only: keyword-only parameter;
    False for positional ones, as scikit-learn's first ones.
    """
    kind = "int" if whole else "float"
    number = numbers.Integral if whole else numbers.Real

    def allows(value: Any) -> bool:
        if value is None:
            return optional
        if isinstance(value, bool | np.bool_) or not isinstance(value, number):
            return False
        size = float(value)
        if infinite and size == inf:
            return True
        return isfinite(size) and (low < size < high if open else low <= size <= high)

    words = ("an integer" if whole else "a number") + _range_in_words(low, high, open)
    if optional:
        words, kind = words + ", or None", kind + " or None"
    return _declare(Rule(allows, words, kind, help, grid), default, kw_only)


def one_of(
    *choices: Any, default: Any, help: str, kw_only: bool = True, grid: tuple[Any, ...] | None = None
) -> Any:
    """One of the listed values; grid: default grid, by default all of them."""

    def allows(value: Any) -> bool:
        return any(type(value) is type(choice) and value == choice for choice in choices)

    listed = ", ".join(repr(choice) for choice in choices)
    tried = choices if grid is None else grid
    return _declare(Rule(allows, f"one of {listed}", "{" + listed + "}", help, tried), default, kw_only)


def one_of_or(
    other: Rule, *choices: Any, default: Any, help: str, grid: tuple[Any, ...] | None = None
) -> Any:
    """One of the listed values, or one that another rule allows; grid: default grid."""
    listed = ", ".join(repr(choice) for choice in choices)

    def allows(value: Any) -> bool:
        return (isinstance(value, str) and value in choices) or other.allows(value)

    words = f"one of {listed}, or {other.words}"
    kind, tried = "{" + listed + "} or " + other.kind, choices if grid is None else grid
    return _declare(Rule(allows, words, kind, help, tried, grid is not None), default, True)


def flag(*, default: bool, help: str) -> Any:
    """True or False."""
    rule = Rule(
        lambda value: isinstance(value, bool | np.bool_), "True or False", "bool", help, (False, True)
    )
    return _declare(rule, default, True)


def free(*, default: Any, help: str, kind: str = "object", grid: tuple[Any, ...] = ()) -> Any:
    """A parameter that the learner itself validates (a list of priors, a generator)."""
    rule = Rule(lambda value: True, "anything", kind, help, grid, bool(grid))
    return _declare(rule, default, True)


def seed(
    *,
    default: Any = 0,
    help: str = "seed of the random number generator: an integer, a Generator, or None for a random one",
) -> Any:
    """The parameter `random_state`; 0 by default, so that results are reproducible."""
    return free(default=default, help=help, kind="int, Generator or None")


a_function = Rule(callable, "a function", "callable")


def rules(owner: type) -> dict[str, Rule]:
    """The declared parameters of a class, in order."""
    return {f.name: f.metadata["rule"] for f in dataclasses.fields(owner) if "rule" in f.metadata}


def check_parameters(owner: Any) -> None:
    """Raise ParameterError if a declared parameter has an invalid value."""
    for name, rule in rules(type(owner)).items():
        value = getattr(owner, name)
        if not rule.allows(value):
            raise ParameterError(
                f"{{setting}}: {name} must be {rule.words}",
                parameter=name,
                settings={"setting": Setting(name, value, type(owner).__name__)},
            )


def document(owner: type) -> str:
    """The class docstring with a numpydoc Parameters section generated from the declarations."""
    text = inspect.cleandoc(owner.__doc__ or "")
    lines = ["Parameters", "----------"]
    for each in dataclasses.fields(owner):
        rule = each.metadata.get("rule")
        if rule is not None:
            lines.append(f"{each.name} : {rule.kind}, default={each.default!r}")
            description = f"{rule.help}; {rule.words}." if rule.words != "anything" else f"{rule.help}."
            lines += textwrap.wrap(description, 100, initial_indent="    ", subsequent_indent="    ")
    if len(lines) == 2:
        return text
    head, mark, tail = _split_before_section(text)
    return f"{head.rstrip()}\n\n" + "\n".join(lines) + f"\n\n{mark}{tail}"


def _declare(rule: Rule, default: Any, kw_only: bool) -> Any:
    return field(default=default, kw_only=kw_only, metadata={"rule": rule})


def _range_in_words(low: float, high: float, open: bool) -> str:
    above, below = ("above", "below") if open else ("from", "to")
    if isfinite(low) and isfinite(high):
        return f" {above} {low:g} and {below} {high:g}" if open else f" {above} {low:g} {below} {high:g}"
    if isfinite(low):
        return f" above {low:g}" if open else f" of at least {low:g}"
    if isfinite(high):
        return f" below {high:g}" if open else f" of at most {high:g}"
    return ""


def _split_before_section(text: str) -> tuple[str, str, str]:
    """Split a docstring before its first numpydoc section or example."""
    lines = text.split("\n")
    for row, line in enumerate(lines):
        underlined = row + 1 < len(lines) and set(lines[row + 1].strip()) == {"-"}
        if underlined or line.startswith(">>>"):
            return "\n".join(lines[:row]), "\n".join(lines[row:]), ""
    return text, "", ""
