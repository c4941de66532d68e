"""Features in an ONNX graph: a numeric matrix, or separate columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gnomon.data.table import Header
from gnomon.errors import ParameterError
from gnomon.models.onnx.graph import Graph

DOUBLE, INT64 = 11, 7


@dataclass(frozen=True)
class Part:
    """One column: a tensor (rows, 1) of doubles, or of strings, where an empty string is a missing value.

    levels: levels of a text column, in order. read_as: replacement of strings by a previous step (None: a
    missing value). unseen_as: replacement of all other strings.
    """

    name: str
    tensor: str
    is_text: bool = False
    kind: str = "quantitative"
    levels: tuple[Any, ...] = ()
    read_as: Mapping[str, str | None] | None = None
    unseen_as: str | None = None


@dataclass(frozen=True)
class Features:
    """The columns, in order; `whole` is their matrix if all are numeric and it exists already.

    >>> Features.of_matrix("X", ["a", "b"]).names
    ('a', 'b')
    """

    names: tuple[str, ...]
    whole: str | None = None
    parts: tuple[Part, ...] = ()

    @classmethod
    def of_matrix(cls, tensor: str, names: Sequence[str]) -> Features:
        """Columns of one matrix."""
        return cls(tuple(names), tensor)

    @classmethod
    def of_parts(cls, parts: Sequence[Part]) -> Features:
        """Separate columns."""
        return cls(tuple(part.name for part in parts), None, tuple(parts))

    @classmethod
    def of_columns(cls, headers: Sequence[Header]) -> Features:
        """Columns that are separate inputs of the graph, by name."""
        kinds = [(each, each.kind != "quantitative") for each in headers]
        return cls.of_parts(
            [Part(each.name, each.name, is_text, each.kind, each.levels) for each, is_text in kinds]
        )

    def with_numeric_booleans(self, graph: Graph) -> Features:
        """Convert Boolean columns to 0 and 1, as in a data frame."""
        return Features.of_parts(
            [
                Part(part.name, ordinal_codes(graph, part)) if part.kind == "boolean" else part
                for part in self.parts
            ]
        )

    def matrix(self, graph: Graph) -> str:
        """All columns as one matrix of doubles."""
        if self.whole is not None:
            return self.whole
        text = [part.name for part in self.parts if part.is_text]
        if text:
            raise ParameterError(
                f"column {text[0]!r} is passed to the learner as text, which has no ONNX conversion; encode "
                "it (OneHotEncoder) before the learner"
            )
        return concatenated(graph, [part.tensor for part in self.parts])

    def part(self, graph: Graph, index: int) -> Part:
        """One column."""
        if self.whole is None:
            return self.parts[index]
        return Part(self.names[index], graph.add("Gather", self.whole, graph.integers(index), axis=1))

    def subset(self, graph: Graph, columns: Sequence[int]) -> Features:
        """Select columns."""
        if self.whole is None:
            return Features.of_parts([self.parts[column] for column in columns])
        names = [self.names[column] for column in columns]
        return Features.of_matrix(graph.add("Gather", self.whole, graph.integers(*columns), axis=1), names)


@dataclass(frozen=True)
class Rows:
    """Rows in the form that a learner with categorical support accepts.

    matrix: (rows, columns), double. codes: for categorical columns, by index: (rows, 1), int64: the code of
    each value, followed by one code for missing and one for unseen values.
    """

    matrix: str
    codes: Mapping[int, str] = field(default_factory=dict)


def rows_for(graph: Graph, model: Any, features: Features) -> Rows:
    """The features in the form that a fitted learner accepts, with categories as codes of its levels."""
    categories = getattr(model, "categories_", None)
    if categories is None:
        return Rows(features.matrix(graph))
    columns, codes_of = [], {}
    for index, levels in enumerate(categories.levels):
        part = features.part(graph, index)
        if levels is None:
            columns.append(_as_number(graph, part))
            continue
        codes_of[index] = _learner_codes(
            graph, part, [str(level) if part.is_text else level for level in levels]
        )
        columns.append(graph.add("Cast", codes_of[index], to=DOUBLE))
    return Rows(concatenated(graph, columns), codes_of)


def concatenated(graph: Graph, tensors: Sequence[str]) -> str:
    """Concatenate matrices by columns.

    >>> concatenated(Graph(), ["X"])
    'X'
    """
    return tensors[0] if len(tensors) == 1 else graph.add("Concat", *tensors, axis=1)


def joined(graph: Graph, blocks: Sequence[tuple[str, Sequence[str]]]) -> Features:
    """Concatenate matrices: each a tensor, and the names of its columns."""
    names = [name for _, each in blocks for name in each]
    return Features.of_matrix(concatenated(graph, [tensor for tensor, each in blocks if len(each)]), names)


def codes(
    graph: Graph, part: Part, levels: Sequence[Any], numbers: Sequence[int] | None = None, new: int = -1
) -> str:
    """(rows, 1), int64: the code of each value among levels, or its element of `numbers`; else `new`."""
    numbers = list(range(len(levels))) if numbers is None else list(numbers)
    if part.is_text:
        keys = ["" if _is_missing(level) else str(level) for level in levels]
        return graph.add(
            "LabelEncoder",
            part.tensor,
            domain="ai.onnx.ml",
            keys_strings=keys,
            values_int64s=numbers,
            default_int64=new,
        )
    # The matching level adds the difference of its code to that of unseen values.
    hits = graph.add("Equal", part.tensor, graph.doubles([float(level) for level in levels]))
    weights = np.array(numbers, dtype=np.float64)[:, None] - new
    return graph.add(
        "Cast", graph.affine(graph.add("Cast", hits, to=DOUBLE), weights, [float(new)]), to=INT64
    )


def indicators(graph: Graph, code: str, selected: Sequence[int]) -> str:
    """(rows, selected), double: one-hot encoding of a code (rows, 1)."""
    equal = graph.add("Equal", code, graph.integers(*selected))
    return graph.add("Cast", equal, to=DOUBLE)


def ordinal_codes(graph: Graph, part: Part) -> str:
    """(rows, 1), double: the ordinal code of text, NaN for others."""
    code = graph.add("Cast", codes(graph, part, part.levels), to=DOUBLE)
    is_known = graph.add("GreaterOrEqual", code, graph.doubles(0.0))
    return graph.add("Where", is_known, code, graph.doubles(np.nan))


def _as_number(graph: Graph, part: Part) -> str:
    if part.is_text and part.kind == "categorical":
        raise ParameterError(f"column {part.name!r} is text, but the learner needs numbers; encode it first")
    return ordinal_codes(graph, part) if part.is_text else part.tensor


def _learner_codes(graph: Graph, part: Part, levels: list[Any]) -> str:
    """Codes of the learner's levels, after the replacements of a previous step."""
    missing, new = len(levels), len(levels) + 1
    if not part.is_text:
        code = codes(graph, part, levels, new=new)
        return graph.add("Where", graph.add("IsNaN", part.tensor), graph.integers(missing), code)
    code_of: dict[str | None, int] = {**{level: number for number, level in enumerate(levels)}, None: missing}
    levels_of: dict[str, str | None] = {**{level: level for level in levels}, "": None}
    levels_of = levels_of if part.read_as is None else dict(part.read_as)
    numbers = [code_of.get(level, new) for level in levels_of.values()]
    others = new if part.unseen_as is None else code_of.get(part.unseen_as, new)
    return codes(graph, part, list(levels_of), numbers, new=others)


def _is_missing(level: Any) -> bool:
    return level is None or (isinstance(level, float) and np.isnan(level))
