"""Safe evaluation of expressions such as `SVC(C=10)` or `repeated(k_fold(5), times=2)`.

Only registered names can be called: learners, transformers, resampling plans, ranges, `make_pipeline`, and
listed estimators of other packages by their qualified names (`sklearn.linear_model.Ridge(alpha=10)`). Their
parameters are restricted as well, to values that read and write no file.
"""

import ast
from collections.abc import Callable
from typing import Any

from sklearn.pipeline import make_pipeline

from gnomon import registry
from gnomon.assessment import splits
from gnomon.errors import GnomonError, ParameterError
from gnomon.experiments.allowed_parameters import check_allowed
from gnomon.experiments.estimators import estimator_named
from gnomon.experiments.grid import SearchRange
from gnomon.experiments.halving import SuccessiveHalving

_PLANS = (
    "blocked",
    "bootstrap",
    "hold_out",
    "k_fold",
    "leave_groups_out",
    "leave_one_out",
    "repeated",
    "rolling",
)
# Python refuses to write integers of thousands of digits; seeds have up to 128 bits.
MAX_BITS = 256
_VALUES: dict[str, Callable[..., Any]] = {
    "SearchRange": SearchRange,
    "SuccessiveHalving": SuccessiveHalving,
    "make_pipeline": make_pipeline,
}


def evaluate(text: str) -> Any:
    """The value of an expression; ParameterError if it is not allowed.

    >>> evaluate("repeated(k_fold(5), times=2)")
    Repeated(plan=KFold(k=5, stratify=None, random_state=0), times=2, random_state=0)
    >>> evaluate("make_pipeline(sklearn.preprocessing.StandardScaler(), SVC(C=10))").steps[1][1]
    SVC(C=10)
    """
    try:
        value = _value(ast.parse(text.strip(), mode="eval").body)
        check_allowed(value)
        return value
    except (SyntaxError, _NotPlain, RecursionError, MemoryError):
        raise ParameterError(
            f"{text[:200]!r} is not a valid expression; write a call such as 'SVC(C=10)' or 'k_fold(5)', "
            "with literal values"
        ) from None
    except GnomonError as error:
        raise error.within(f'"{text[:200]}"') from None
    except Exception as error:  # Constructors of other packages may raise anything.
        raise ParameterError(f'"{text[:200]}": {error}') from None


class _NotPlain(Exception):
    """Something other than calls and literals."""


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Call):
        keywords = {str(each.arg): _value(each.value) for each in node.keywords if each.arg is not None}
        if len(keywords) < len(node.keywords):
            raise _NotPlain
        return _named(node.func)(*map(_value, node.args), **keywords)
    if isinstance(node, ast.List | ast.Tuple):
        kind = list if isinstance(node, ast.List) else tuple
        return kind(_value(each) for each in node.elts)
    if isinstance(node, ast.Dict):
        if any(key is None for key in node.keys):
            raise _NotPlain
        return {_value(key): _value(each) for key, each in zip(node.keys, node.values) if key is not None}
    if isinstance(node, ast.Name | ast.Attribute):
        return _named(node)()
    try:
        value = ast.literal_eval(node)
    except ValueError:
        raise _NotPlain from None
    if isinstance(value, int) and value.bit_length() > MAX_BITS:
        raise _NotPlain
    return value


def _named(node: ast.expr) -> Callable[..., Any]:
    """The callable of a name."""
    path = ast.unparse(node).removeprefix("gn.").removeprefix("gnomon.")
    if not path.isidentifier():
        if not all(part.isidentifier() for part in path.split(".")):
            raise _NotPlain
        return estimator_named(path)
    if path in _PLANS:
        plan: Callable[..., Any] = getattr(splits, path)
        return plan
    if path in _VALUES:
        return _VALUES[path]
    entries = registry.transformers if path in registry.transformers else registry.learners
    thing: Callable[..., Any] = entries[path].thing
    return thing
