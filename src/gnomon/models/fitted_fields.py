"""Declared shapes and types of fitted attributes, and their validation.

A field is text such as "f planes columns | f columns": alternatives of a kind and the names of dimensions.
Dimensions of the same name have the same length in all fields of an estimator. The kinds:

f   floating-point numbers, all finite         F   floating-point numbers, also NaN and infinite
i   integers                                   b   Booleans
l   labels: numbers, Booleans or text          L + kind   a list with one such array per element
x   any plain value, which prediction does not use as an index
E   a list of estimators                       e   an estimator
none   None                                    ?   the attribute may be absent
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from gnomon.errors import DataError

Dimensions = dict[str, int]

_KINDS = {"f": "f", "F": "f", "i": "iu", "b": "b", "l": "biufUS"}


def check_fields(
    owner: str, attributes: Mapping[str, Any], fields: Mapping[str, str], known: Dimensions
) -> None:
    """Raise DataError unless the attributes have the declared kinds and shapes; known: lengths by dimension.

    >>> check_fields("Ridge", {"coef_": np.ones(3)}, {"coef_": "f columns"}, {"columns": 4})
    Traceback (most recent call last):
        ...
    gnomon.errors.DataError: Ridge.coef_ is corrupt: 'f columns' expected, with columns = 4
    """
    for name, field in fields.items():
        if name not in attributes:
            if not field.endswith("?"):
                raise DataError(f"{owner}.{name} is missing")
            continue
        if not _fits_any(attributes[name], field, known):
            lengths = ", ".join(f"{key} = {value}" for key, value in known.items() if key in field.split())
            raise DataError(
                f"{owner}.{name} is corrupt: {field.rstrip('? ')!r} expected"
                + (f", with {lengths}" if lengths else "")
            )


def is_required(field: str) -> bool:
    """Whether a fitted estimator always has an attribute.

    >>> is_required("f columns"), is_required("f columns ?")
    (True, False)
    """
    return not field.endswith("?")


def _fits_any(value: Any, field: str, known: Dimensions) -> bool:
    """Whether a value fits an alternative; the lengths of one that it fits only in part stay unknown."""
    for alternative in field.rstrip("?").split("|"):
        lengths = dict(known)
        if _fits(value, alternative.split(), lengths):
            known |= lengths
            return True
    return False


def _fits(value: Any, tokens: list[str], known: Dimensions) -> bool:
    """Whether a value fits one alternative; if so, the lengths of new dimensions become known."""
    kind, names = tokens[0], tokens[1:]
    if kind == "none":
        return value is None
    if kind == "x":
        return True
    if kind == "e":
        return hasattr(value, "get_params")
    if kind == "E":
        is_list = isinstance(value, list | tuple) and all(hasattr(each, "get_params") for each in value)
        return is_list and _has_shape((len(value),), names, known)
    if kind.startswith("L"):
        is_list = isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim > 0)
        return (
            is_list
            and _has_shape((len(value),), names[:1], known)
            and all(_is_array(each, kind[1:], names[1:], known) for each in value)
        )
    return _is_array(value, kind, names, known)


def _is_array(value: Any, kind: str, names: list[str], known: Dimensions) -> bool:
    if not names:
        return _is_scalar(value, kind)
    if type(value) is not np.ndarray or not value.dtype.isnative:
        return False
    if kind == "l" and value.dtype == object:
        has_type = all(isinstance(each, str | bool | int | float | np.generic) for each in value.flat)
    else:
        has_type = value.dtype.kind in _KINDS[kind] and value.dtype.itemsize != 2
    return (
        has_type and (kind != "f" or bool(np.isfinite(value).all())) and _has_shape(value.shape, names, known)
    )


def _is_scalar(value: Any, kind: str) -> bool:
    array = np.asarray(value) if isinstance(value, bool | int | float | np.generic | np.ndarray) else None
    if array is None or array.ndim or array.dtype.kind not in ("iuf" if kind in "fF" else _KINDS[kind]):
        return False
    return kind != "f" or bool(np.isfinite(array))


def _has_shape(shape: tuple[int, ...], names: list[str], known: Dimensions) -> bool:
    if len(shape) != len(names):
        return False
    named = {name: length for name, length in zip(names, shape) if name != "*"}
    wanted = [int(name) if name.isdigit() else known.get(name, length) for name, length in named.items()]
    if wanted != list(named.values()) or any(
        shape[k] != named[name] for k, name in enumerate(names) if name != "*"
    ):
        return False
    known.update({name: length for name, length in named.items() if not name.isdigit()})
    return True
