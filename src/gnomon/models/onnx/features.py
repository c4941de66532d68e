"""The features on their way through an ONNX graph: one matrix of numbers, or columns one by one."""

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
    """One column: a tensor (rows, 1) of doubles, or of words, in which an empty word is a missing value.

    levels: of words, in order. read_as: what a step before made of some words (None: a missing value).
    new_word: what it made of all words that are not among these.
    """

    name: str
    tensor: str
    is_words: bool = False
    kind: str = "quantitative"
    levels: tuple[Any, ...] = ()
    read_as: Mapping[str, str | None] | None = None
    new_word: str | None = None


@dataclass(frozen=True)
class Features:
    """The columns, in order; `whole` is the matrix of them if all are numbers and it is there already.

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
        """Columns one by one."""
        return cls(tuple(part.name for part in parts), None, tuple(parts))

    @classmethod
    def of_columns(cls, headers: Sequence[Header]) -> Features:
        """Columns that are inputs of the graph, each under its own name."""
        kinds = [(each, each.kind != "quantitative") for each in headers]
        return cls.of_parts(
            [Part(each.name, each.name, is_words, each.kind, each.levels) for each, is_words in kinds]
        )

    def with_truth(self, graph: Graph) -> Features:
        """The same with Boolean columns as 0 and 1, as a data frame has them."""
        return Features.of_parts(
            [
                Part(part.name, number_of_words(graph, part)) if part.kind == "boolean" else part
                for part in self.parts
            ]
        )

    def matrix(self, graph: Graph) -> str:
        """All columns as one matrix of doubles."""
        if self.whole is not None:
            return self.whole
        words = [part.name for part in self.parts if part.is_words]
        if words:
            raise ParameterError(
                f"column {words[0]!r} reaches the learner as words, which has no form in ONNX here; encode "
                "it (OneHotEncoder) before the learner"
            )
        return side_by_side(graph, [part.tensor for part in self.parts])

    def part(self, graph: Graph, place: int) -> Part:
        """One column."""
        if self.whole is None:
            return self.parts[place]
        return Part(self.names[place], graph.add("Gather", self.whole, graph.whole(place), axis=1))

    def some(self, graph: Graph, places: Sequence[int]) -> Features:
        """Some columns."""
        if self.whole is None:
            return Features.of_parts([self.parts[place] for place in places])
        names = [self.names[place] for place in places]
        return Features.of_matrix(graph.add("Gather", self.whole, graph.whole(*places), axis=1), names)


@dataclass(frozen=True)
class Rows:
    """Rows as a learner of categories reads them.

    matrix: (rows, columns), double. codes: of columns that are categories, by place: (rows, 1), whole: the
    place of each value among the learner's levels, then one number for missing and one for new values.
    """

    matrix: str
    codes: Mapping[int, str] = field(default_factory=dict)


def rows_for(graph: Graph, model: Any, features: Features) -> Rows:
    """The features as a fitted learner reads them, categories as codes of its own levels."""
    categories = getattr(model, "categories_", None)
    if categories is None:
        return Rows(features.matrix(graph))
    columns, found = [], {}
    for place, levels in enumerate(categories.levels):
        part = features.part(graph, place)
        if levels is None:
            columns.append(_as_number(graph, part))
            continue
        found[place] = _learner_codes(
            graph, part, [str(level) if part.is_words else level for level in levels]
        )
        columns.append(graph.add("Cast", found[place], to=DOUBLE))
    return Rows(side_by_side(graph, columns), found)


def side_by_side(graph: Graph, tensors: Sequence[str]) -> str:
    """Matrices beside each other.

    >>> side_by_side(Graph(), ["X"])
    'X'
    """
    return tensors[0] if len(tensors) == 1 else graph.add("Concat", *tensors, axis=1)


def joined(graph: Graph, blocks: Sequence[tuple[str, Sequence[str]]]) -> Features:
    """Matrices side by side: each a tensor, and the names of its columns."""
    names = [name for _, each in blocks for name in each]
    return Features.of_matrix(side_by_side(graph, [tensor for tensor, each in blocks if len(each)]), names)


def codes(
    graph: Graph, part: Part, levels: Sequence[Any], numbers: Sequence[int] | None = None, new: int = -1
) -> str:
    """(rows, 1), whole: the place of each value among levels, or the number given for it; `new` else."""
    numbers = list(range(len(levels))) if numbers is None else list(numbers)
    if part.is_words:
        words = ["" if _is_missing(level) else str(level) for level in levels]
        return graph.add(
            "LabelEncoder",
            part.tensor,
            domain="ai.onnx.ml",
            keys_strings=words,
            values_int64s=numbers,
            default_int64=new,
        )
    # A level that equals the value adds how far its number is from that of new values.
    hits = graph.add("Equal", part.tensor, graph.numbers([float(level) for level in levels]))
    weights = np.array(numbers, dtype=np.float64)[:, None] - new
    return graph.add(
        "Cast", graph.affine(graph.add("Cast", hits, to=DOUBLE), weights, [float(new)]), to=INT64
    )


def indicators(graph: Graph, place: str, wanted: Sequence[int]) -> str:
    """(rows, wanted), double: 1 where a code (rows, 1) is the one wanted."""
    equal = graph.add("Equal", place, graph.whole(*wanted))
    return graph.add("Cast", equal, to=DOUBLE)


def number_of_words(graph: Graph, part: Part) -> str:
    """(rows, 1), double: the place of a word among its levels, NaN for others."""
    code = graph.add("Cast", codes(graph, part, part.levels), to=DOUBLE)
    is_known = graph.add("GreaterOrEqual", code, graph.numbers(0.0))
    return graph.add("Where", is_known, code, graph.numbers(np.nan))


def _as_number(graph: Graph, part: Part) -> str:
    if part.is_words and part.kind == "categorical":
        raise ParameterError(
            f"column {part.name!r} holds words where the learner reads numbers; encode it first"
        )
    return number_of_words(graph, part) if part.is_words else part.tensor


def _learner_codes(graph: Graph, part: Part, levels: list[Any]) -> str:
    """Codes of the learner's levels: what a step before made of the words is taken into account."""
    gap, new = len(levels), len(levels) + 1
    if not part.is_words:
        code = codes(graph, part, levels, new=new)
        return graph.add("Where", graph.add("IsNaN", part.tensor), graph.whole(gap), code)
    place: dict[str | None, int] = {**{level: number for number, level in enumerate(levels)}, None: gap}
    words: dict[str, str | None] = {**{level: level for level in levels}, "": None}
    words = words if part.read_as is None else dict(part.read_as)
    numbers = [place.get(word, new) for word in words.values()]
    others = new if part.new_word is None else place.get(part.new_word, new)
    return codes(graph, part, list(words), numbers, new=others)


def _is_missing(level: Any) -> bool:
    return level is None or (isinstance(level, float) and np.isnan(level))
