import inspect
from math import inf

import numpy as np
import pytest

from gnomon.check import (
    a_function,
    between,
    check_parameters,
    flag,
    free,
    one_of,
    one_of_or,
    rules,
)
from gnomon.errors import ParameterError
from gnomon.sharing.learner import Learner


class Sample(Learner):
    """A learner for these tests.

    Examples
    --------
    >>> 1
    1
    """

    price: float = between(0, inf, open=True, default=1.0, kw_only=False, help="price of errors")
    size: int | None = between(1, 10, whole=True, optional=True, default=None, help="how many")
    rule: str = one_of("a", "b", default="a", help="which rule")
    metric: object = one_of_or(a_function, "near", default="near", help="distance")
    loud: bool = flag(default=False, help="whether to speak")
    anything: object = free(default=None, help="whatever")
    radius: float = between(0, inf, infinite=True, default=inf, help="radius")
    share: float = between(0, 1, default=0.5, help="share")


@pytest.mark.parametrize(
    "wrong",
    [
        {"price": 0.0},
        {"price": "1"},
        {"price": True},
        {"price": float("nan")},
        {"size": 0},
        {"size": 2.0},
        {"size": 11},
        {"rule": "c"},
        {"rule": None},
        {"metric": "far"},
        {"loud": 1},
        {"price": None},
        {"price": inf},
        {"radius": -1.0},
        {"radius": -inf},
        {"radius": float("nan")},
        {"share": -1e-9},
        {"share": 1.0001},
        {"share": np.True_},
        {"rule": np.str_("a")},
        {"metric": 1},
    ],
)
def test_a_value_out_of_range_is_refused_by_name_and_value(wrong):
    (name, value), *_ = wrong.items()
    with pytest.raises(ParameterError, match=f"Sample\\({name}=.*\\): {name} must be") as refusal:
        check_parameters(Sample(**wrong))
    assert repr(value) in str(refusal.value)


@pytest.mark.parametrize(
    "right",
    [
        {},
        {"price": 3},
        {"size": 10},
        {"size": None},
        {"metric": max},
        {"metric": "near"},
        {"anything": object()},
        {"price": 1e-300},
        {"size": 1},
        {"size": np.int64(5)},
        {"radius": inf},
        {"radius": 0},
        {"share": 0},
        {"share": 1.0},
        {"share": np.float32(0.5)},
        {"rule": "b"},
        {"loud": np.True_},
    ],
)
def test_a_value_in_range_is_allowed(right):
    check_parameters(Sample(**right))


def test_the_first_parameter_may_be_given_by_position_and_the_others_by_name_only():
    kinds = {name: p.kind for name, p in inspect.signature(Sample).parameters.items()}
    assert kinds.pop("price") is inspect.Parameter.POSITIONAL_OR_KEYWORD
    assert set(kinds.values()) == {inspect.Parameter.KEYWORD_ONLY}
    assert Sample(2.5).price == 2.5


def test_the_docstring_lists_each_parameter_with_its_range_before_the_examples():
    text = Sample.__doc__
    assert "price : float, default=1.0\n    price of errors; a number above 0." in text
    assert "size : int or None, default=None\n    how many; an integer from 1 to 10, or None." in text
    assert text.index("Parameters\n----------") < text.index("anything :") < text.index("Examples\n--------")


def test_declarations_can_be_read_back():
    assert list(rules(Sample)) == ["price", "size", "rule", "metric", "loud", "anything", "radius", "share"]
    assert rules(Sample)["rule"].grid == ("a", "b")
