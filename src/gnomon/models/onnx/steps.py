"""The steps before a learner, as ONNX operations: imputing, scaling, encoding, choosing columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MinMaxScaler,
    OneHotEncoder,
    OrdinalEncoder,
    RobustScaler,
    StandardScaler,
)

from gnomon.data.encode import encoded_names
from gnomon.data.table import Header
from gnomon.errors import ParameterError
from gnomon.features.automatic.column_encoding import as_typed
from gnomon.features.automatic.prepare_table import PrepareTable
from gnomon.learners.projections.pca import PCA
from gnomon.models.onnx.answers import answers_of
from gnomon.models.onnx.features import DOUBLE, Features, Part, codes, indicators, joined, number_of_words
from gnomon.models.onnx.graph import Graph


def passed(graph: Graph, step: Any, features: Features) -> Features:
    """The features that a fitted step makes of these; refused by name if it has no form in ONNX.

    >>> passed(Graph(), "passthrough", Features.of_matrix("X", ["a"])).names
    ('a',)
    """
    if step is None or (isinstance(step, str) and step == "passthrough"):
        return features
    for kind, write in _STEPS.items():
        if type(step) is kind:
            return write(graph, step, features)
    if hasattr(step, "get_support"):
        return features.some(graph, [int(place) for place in np.flatnonzero(step.get_support())])
    known = ", ".join(kind.__name__ for kind in _STEPS)
    raise ParameterError(f"the step {type(step).__name__} has no form in ONNX here; these have: {known}")


def numbers_of(graph: Graph, features: Features, headers: tuple[Header, ...]) -> Features:
    """Columns encoded as `Table.encoded` does: codes of ordinals and Booleans, indicators of categories."""
    blocks = []
    for header, part in zip(headers, features.parts, strict=True):
        names = encoded_names(header.name, header.kind, header.levels)
        blocks.append((_encoded(graph, header, part), names))
    return joined(graph, blocks)


def _encoded(graph: Graph, header: Header, part: Part) -> str:
    if header.kind == "quantitative":
        return part.tensor
    place = codes(graph, part, header.levels)
    if header.kind == "categorical" and len(header.levels) != 2:
        return indicators(graph, place, range(len(header.levels)))
    return graph.add("Cast", place, to=DOUBLE)


def _pipeline(graph: Graph, step: Any, features: Features) -> Features:
    for _, each in step.steps:
        features = passed(graph, each, features)
    return features


def _by_column(graph: Graph, step: Any, features: Features) -> Features:
    blocks = []
    for name, each, _ in step.transformers_:
        places = step._transformer_to_input_indices.get(name, [])
        if (isinstance(each, str) and each == "drop") or len(places) == 0:
            continue
        made = passed(graph, each, features.some(graph, list(places)))
        blocks.append((made.matrix(graph), made.names))
    return joined(graph, blocks)


def _imputed(graph: Graph, step: Any, features: Features) -> Features:
    if not (isinstance(step.missing_values, float) and np.isnan(step.missing_values)):
        raise ParameterError(
            f"SimpleImputer(missing_values={step.missing_values!r}) has no form in ONNX here; NaN has"
        )
    X = features.matrix(graph)
    kept = np.flatnonzero([not _is_gap(value) for value in step.statistics_])
    gaps = graph.add("IsNaN", X)
    filled = graph.add("Where", gaps, graph.numbers(np.array(step.statistics_, dtype=np.float64)), X)
    blocks = [
        (graph.add("Gather", filled, graph.whole(*kept), axis=1), [features.names[place] for place in kept])
    ]
    if step.add_indicator and len(marked := step.indicator_.features_):
        flags = graph.add("Cast", graph.add("Gather", gaps, graph.whole(*marked), axis=1), to=DOUBLE)
        blocks.append((flags, [f"{features.names[place]} missing" for place in marked]))
    return joined(graph, blocks)


def _is_gap(value: Any) -> bool:
    return isinstance(value, float | np.floating) and bool(np.isnan(value))


def _standardized(graph: Graph, step: Any, features: Features) -> Features:
    width = len(features.names)
    center = step.mean_ if step.with_mean and step.mean_ is not None else np.zeros(width)
    return _moved(graph, features, center, np.ones(width) if step.scale_ is None else step.scale_)


def _robust(graph: Graph, step: Any, features: Features) -> Features:
    width = len(features.names)
    center = np.zeros(width) if step.center_ is None else step.center_
    return _moved(graph, features, center, np.ones(width) if step.scale_ is None else step.scale_)


def _to_range(graph: Graph, step: Any, features: Features) -> Features:
    if step.clip:
        raise ParameterError("MinMaxScaler(clip=True) has no form in ONNX here; clip=False has")
    return _moved(graph, features, -step.min_ / step.scale_, 1.0 / step.scale_)


def _moved(graph: Graph, features: Features, center: Any, unit: Any) -> Features:
    """(X - center) / unit, column by column."""
    apart = graph.add("Sub", features.matrix(graph), graph.numbers(center))
    return Features.of_matrix(graph.add("Div", apart, graph.numbers(unit)), features.names)


def _mapped(graph: Graph, step: Any, features: Features) -> Features:
    """A function of numbers; none at all lets the columns pass."""
    if step.func is None:
        return features
    if step.func not in _FUNCTIONS:
        name = getattr(step.func, "__name__", "a function")
        raise ParameterError(
            f"FunctionTransformer({name}) has no form in ONNX here; log, exp, sqrt and abs have"
        )
    return Features.of_matrix(graph.add(_FUNCTIONS[step.func], features.matrix(graph)), features.names)


def _one_hot(graph: Graph, step: Any, features: Features) -> Features:
    blocks = []
    names = list(step.get_feature_names_out(list(features.names)))
    for place, levels in enumerate(step.categories_):
        merged = (
            step._default_to_infrequent_mappings[place]
            if getattr(step, "_infrequent_enabled", False)
            else None
        )
        numbers = range(len(levels)) if merged is None else [int(each) for each in merged]
        code = codes(graph, features.part(graph, place), list(levels), list(numbers))
        wanted = list(range(max(numbers) + 1))
        if merged is not None and step.handle_unknown in ("infrequent_if_exist", "warn"):
            code = _unknown_as(graph, code, wanted[-1])
        if step.drop_idx_ is not None and step.drop_idx_[place] is not None:
            wanted.remove(int(numbers[int(step.drop_idx_[place])]))
        blocks.append((indicators(graph, code, wanted), [names.pop(0) for _ in wanted]))
    return joined(graph, blocks)


def _unknown_as(graph: Graph, code: str, number: int) -> str:
    is_known = graph.add("GreaterOrEqual", code, graph.whole(0))
    return graph.add("Where", is_known, code, graph.whole(number))


def _ordinal(graph: Graph, step: Any, features: Features) -> Features:
    if step.handle_unknown != "error" and step.unknown_value != -1:
        raise ParameterError("OrdinalEncoder has a form in ONNX with unknown_value=-1 alone")
    blocks = []
    for place, levels in enumerate(step.categories_):
        code = codes(graph, features.part(graph, place), list(levels))
        blocks.append((graph.add("Cast", code, to=DOUBLE), [features.names[place]]))
    return joined(graph, blocks)


def _projected(graph: Graph, step: Any, features: Features) -> Features:
    made = answers_of(graph, step, features)["features"]
    return Features.of_matrix(made, [f"pca{place}" for place in range(len(step.components_))])


def _prepared(graph: Graph, step: Any, features: Features) -> Features:
    """Columns of `gn.preprocessing.prepared_estimator`: imputed, encoded, scaled; not dates, not text."""
    if not step.encode and "category" in step.kinds_:
        return _with_categories(graph, step, features)
    blocks = [
        (_prepared_column(graph, step, number, features.part(graph, place)), step._made(number))
        for number, place in enumerate(step.places_)
    ]
    made = joined(graph, [block for block in blocks if block[1]])
    return _moved(graph, made, step.centers_, step.units_) if step.scale else made


def _with_categories(graph: Graph, step: Any, features: Features) -> Features:
    parts: list[Part] = []
    for number, place in enumerate(step.places_):
        part = features.part(graph, place)
        if step.kinds_[number] == "category":
            parts.append(_kept_category(part, step.levels_[number], is_filled=step.fill))
            continue
        block = Features.of_matrix(_prepared_column(graph, step, number, part), step._made(number))
        first = len(parts)
        if step.scale:
            width = slice(first, first + len(block.names))
            block = _moved(graph, block, step.centers_[width], step.units_[width])
        parts += [block.part(graph, column) for column in range(len(block.names))]
    return Features.of_parts(parts)


def _kept_category(part: Part, levels: Any, *, is_filled: bool) -> Part:
    """A category that stays one: a new level is one more word, and so is a missing value if it is filled."""
    words = list(as_typed(np.array([]), "category", levels, is_filled).categories)
    read_as = {**{str(level): str(level) for level in levels}, "": words[-1] if is_filled else None}
    return replace(part, read_as=read_as, new_word=words[-2])


def _prepared_column(graph: Graph, step: Any, number: int, part: Part) -> str:
    kind, name = step.kinds_[number], step.columns_[number]
    if kind == "date":
        raise ParameterError(f"column {name!r} is a date, which has no form in ONNX here; leave it out")
    if kind == "text":
        raise ParameterError(f"column {name!r} is free text, which has no form in ONNX here; leave it out")
    if kind == "category":
        return _indicated(graph, step, number, part)
    values = number_of_words(graph, part) if part.is_words else part.tensor
    gaps = graph.add("IsNaN", values)
    filled = graph.add("Where", gaps, graph.numbers(step.fills_[number]), values) if step.fill else values
    if not step._is_marked(number):
        return filled
    return graph.add("Concat", filled, graph.add("Cast", gaps, to=DOUBLE), axis=1)


def _indicated(graph: Graph, step: Any, number: int, part: Part) -> str:
    """The columns of 0 and 1 that a category becomes: what the step makes of each code is looked up."""
    levels = step.levels_[number]
    # By code; then of a missing value, which is an empty word, then of a new one.
    made = step._block(number, np.array([*range(len(levels)), np.nan, len(levels)]))
    code = codes(graph, part, [*levels, ""], new=len(levels) + 1)
    return graph.add("Gather", graph.numbers(made), graph.flat(code), axis=0)


_FUNCTIONS = {np.log: "Log", np.exp: "Exp", np.sqrt: "Sqrt", np.abs: "Abs"}

_STEPS: dict[type, Callable[[Graph, Any, Features], Features]] = {
    Pipeline: _pipeline,
    ColumnTransformer: _by_column,
    SimpleImputer: _imputed,
    StandardScaler: _standardized,
    MinMaxScaler: _to_range,
    RobustScaler: _robust,
    FunctionTransformer: _mapped,
    OneHotEncoder: _one_hot,
    OrdinalEncoder: _ordinal,
    PCA: _projected,
    PrepareTable: _prepared,
}
