"""ONNX conversion of preprocessing steps: imputation, scaling, encoding, feature selection."""

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
from gnomon.models.onnx.features import DOUBLE, Features, Part, codes, indicators, joined, ordinal_codes
from gnomon.models.onnx.graph import Graph
from gnomon.models.onnx.learners import learner_outputs


def transformed(graph: Graph, step: Any, features: Features) -> Features:
    """The features after a fitted preprocessing step; ParameterError if it has no ONNX conversion.

    >>> transformed(Graph(), "passthrough", Features.of_matrix("X", ["a"])).names
    ('a',)
    """
    if step is None or (isinstance(step, str) and step == "passthrough"):
        return features
    for kind, write in _STEPS.items():
        if type(step) is kind:
            return write(graph, step, features)
    if hasattr(step, "get_support"):
        return features.subset(graph, [int(column) for column in np.flatnonzero(step.get_support())])
    known = ", ".join(kind.__name__ for kind in _STEPS)
    raise ParameterError(f"the step {type(step).__name__} has no ONNX conversion; supported: {known}")


def encoded_features(graph: Graph, features: Features, headers: tuple[Header, ...]) -> Features:
    """Columns encoded like `Table.encoded`: ordinal codes, and one-hot encoding of categories."""
    blocks = []
    for header, part in zip(headers, features.parts, strict=True):
        names = encoded_names(header.name, header.kind, header.levels)
        blocks.append((_encoded(graph, header, part), names))
    return joined(graph, blocks)


def _encoded(graph: Graph, header: Header, part: Part) -> str:
    if header.kind == "quantitative":
        return part.tensor
    code = codes(graph, part, header.levels)
    if header.kind == "categorical" and len(header.levels) != 2:
        return indicators(graph, code, range(len(header.levels)))
    return graph.add("Cast", code, to=DOUBLE)


def _pipeline(graph: Graph, step: Any, features: Features) -> Features:
    for _, each in step.steps:
        features = transformed(graph, each, features)
    return features


def _by_column(graph: Graph, step: Any, features: Features) -> Features:
    blocks = []
    for name, each, _ in step.transformers_:
        columns = step._transformer_to_input_indices.get(name, [])
        if (isinstance(each, str) and each == "drop") or len(columns) == 0:
            continue
        block = transformed(graph, each, features.subset(graph, list(columns)))
        blocks.append((block.matrix(graph), block.names))
    return joined(graph, blocks)


def _imputed(graph: Graph, step: Any, features: Features) -> Features:
    if not (isinstance(step.missing_values, float) and np.isnan(step.missing_values)):
        raise ParameterError(
            f"SimpleImputer(missing_values={step.missing_values!r}) has no ONNX conversion; supported: NaN"
        )
    X = features.matrix(graph)
    columns = np.flatnonzero([not _is_nan(value) for value in step.statistics_])
    missing = graph.add("IsNaN", X)
    filled = graph.add("Where", missing, graph.doubles(np.array(step.statistics_, dtype=np.float64)), X)
    blocks = [
        (
            graph.add("Gather", filled, graph.integers(*columns), axis=1),
            [features.names[column] for column in columns],
        )
    ]
    if step.add_indicator and len(marked := step.indicator_.features_):
        flags = graph.add("Cast", graph.add("Gather", missing, graph.integers(*marked), axis=1), to=DOUBLE)
        blocks.append((flags, [f"{features.names[column]} missing" for column in marked]))
    return joined(graph, blocks)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float | np.floating) and bool(np.isnan(value))


def _standardized(graph: Graph, step: Any, features: Features) -> Features:
    width = len(features.names)
    center = step.mean_ if step.with_mean and step.mean_ is not None else np.zeros(width)
    return _scaled(graph, features, center, np.ones(width) if step.scale_ is None else step.scale_)


def _robust(graph: Graph, step: Any, features: Features) -> Features:
    width = len(features.names)
    center = np.zeros(width) if step.center_ is None else step.center_
    return _scaled(graph, features, center, np.ones(width) if step.scale_ is None else step.scale_)


def _to_range(graph: Graph, step: Any, features: Features) -> Features:
    if step.clip:
        raise ParameterError("MinMaxScaler(clip=True) has no ONNX conversion; supported: clip=False")
    return _scaled(graph, features, -step.min_ / step.scale_, 1.0 / step.scale_)


def _scaled(graph: Graph, features: Features, center: Any, unit: Any) -> Features:
    """(X - center) / unit, column by column."""
    centered = graph.add("Sub", features.matrix(graph), graph.doubles(center))
    return Features.of_matrix(graph.add("Div", centered, graph.doubles(unit)), features.names)


def _mapped(graph: Graph, step: Any, features: Features) -> Features:
    """Apply a NumPy function; None passes the columns through."""
    if step.func is None:
        return features
    if step.func not in _FUNCTIONS:
        name = getattr(step.func, "__name__", "a function")
        raise ParameterError(
            f"FunctionTransformer({name}) has no ONNX conversion; supported: log, exp, sqrt and abs"
        )
    return Features.of_matrix(graph.add(_FUNCTIONS[step.func], features.matrix(graph)), features.names)


def _one_hot(graph: Graph, step: Any, features: Features) -> Features:
    blocks = []
    names = list(step.get_feature_names_out(list(features.names)))
    for index, levels in enumerate(step.categories_):
        merged = (
            step._default_to_infrequent_mappings[index]
            if getattr(step, "_infrequent_enabled", False)
            else None
        )
        numbers = range(len(levels)) if merged is None else [int(each) for each in merged]
        code = codes(graph, features.part(graph, index), list(levels), list(numbers))
        selected = list(range(max(numbers) + 1))
        if merged is not None and step.handle_unknown in ("infrequent_if_exist", "warn"):
            code = _unknown_as(graph, code, selected[-1])
        if step.drop_idx_ is not None and step.drop_idx_[index] is not None:
            selected.remove(int(numbers[int(step.drop_idx_[index])]))
        blocks.append((indicators(graph, code, selected), [names.pop(0) for _ in selected]))
    return joined(graph, blocks)


def _unknown_as(graph: Graph, code: str, number: int) -> str:
    is_known = graph.add("GreaterOrEqual", code, graph.integers(0))
    return graph.add("Where", is_known, code, graph.integers(number))


def _ordinal(graph: Graph, step: Any, features: Features) -> Features:
    if step.handle_unknown != "error" and step.unknown_value != -1:
        raise ParameterError("OrdinalEncoder has an ONNX conversion only for unknown_value=-1")
    blocks = []
    for index, levels in enumerate(step.categories_):
        code = codes(graph, features.part(graph, index), list(levels))
        blocks.append((graph.add("Cast", code, to=DOUBLE), [features.names[index]]))
    return joined(graph, blocks)


def _projected(graph: Graph, step: Any, features: Features) -> Features:
    scores = learner_outputs(graph, step, features)["features"]
    return Features.of_matrix(scores, [f"pca{index}" for index in range(len(step.components_))])


def _prepared(graph: Graph, step: Any, features: Features) -> Features:
    """Columns of `gn.preprocessing.prepared_estimator`: imputed, encoded, scaled; no dates or free text."""
    if not step.encode and "category" in step.kinds_:
        return _with_categories(graph, step, features)
    blocks = [
        (_prepared_column(graph, step, number, features.part(graph, place)), step._output_names(number))
        for number, place in enumerate(step.places_)
    ]
    prepared = joined(graph, [block for block in blocks if block[1]])
    return _scaled(graph, prepared, step.centers_, step.units_) if step.scale else prepared


def _with_categories(graph: Graph, step: Any, features: Features) -> Features:
    parts: list[Part] = []
    for number, place in enumerate(step.places_):
        part = features.part(graph, place)
        if step.kinds_[number] == "category":
            parts.append(_category(part, step.levels_[number], is_filled=step.fill))
            continue
        block = Features.of_matrix(_prepared_column(graph, step, number, part), step._output_names(number))
        first = len(parts)
        if step.scale:
            width = slice(first, first + len(block.names))
            block = _scaled(graph, block, step.centers_[width], step.units_[width])
        parts += [block.part(graph, column) for column in range(len(block.names))]
    return Features.of_parts(parts)


def _category(part: Part, levels: Any, *, is_filled: bool) -> Part:
    """A category that is not encoded: unseen levels become one level, and so do missing values if imputed."""
    levels_read = list(as_typed(np.array([]), "category", levels, is_filled).categories)
    read_as = {**{str(level): str(level) for level in levels}, "": levels_read[-1] if is_filled else None}
    return replace(part, read_as=read_as, unseen_as=levels_read[-2])


def _prepared_column(graph: Graph, step: Any, number: int, part: Part) -> str:
    kind, name = step.kinds_[number], step.columns_[number]
    if kind == "date":
        raise ParameterError(f"column {name!r} is a date, which has no ONNX conversion; drop it")
    if kind == "text":
        raise ParameterError(f"column {name!r} is free text, which has no ONNX conversion; drop it")
    if kind == "category":
        return _indicated(graph, step, number, part)
    values = ordinal_codes(graph, part) if part.is_text else part.tensor
    missing = graph.add("IsNaN", values)
    filled = graph.add("Where", missing, graph.doubles(step.fills_[number]), values) if step.fill else values
    if not step._is_marked(number):
        return filled
    return graph.add("Concat", filled, graph.add("Cast", missing, to=DOUBLE), axis=1)


def _indicated(graph: Graph, step: Any, number: int, part: Part) -> str:
    """The encoded columns of a category: a look-up of the step's output for each code."""
    levels = step.levels_[number]
    # By code; then of a missing value, which is an empty string, then of an unseen level.
    rows = step._block(number, np.array([*range(len(levels)), np.nan, len(levels)]))
    code = codes(graph, part, [*levels, ""], new=len(levels) + 1)
    return graph.add("Gather", graph.doubles(rows), graph.flat(code), axis=0)


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
