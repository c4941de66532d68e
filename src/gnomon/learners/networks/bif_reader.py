"""Parser of the Bayesian Interchange Format (BIF 0.15); errors name the line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import prod
from typing import NoReturn

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError
from gnomon.learners.networks.factors import MAX_ENTRIES
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.network import BayesianNetwork

Token = tuple[str, int]

_PATTERN = re.compile(r'\s+|//[^\n]*|/\*.*?\*/|"[^"\n]*"|[{}()\[\]|;,]|[^\s{}()\[\]|;,"]+', re.DOTALL)
# Files have few digits: a row sum this close to 1 is normalized; one further off is an error.
_ROUNDING = 1e-3


class BifReader:
    """Parser over the tokens of a BIF text, each with its line; source: name of the text in errors.

    >>> text = "variable A { type discrete [ 2 ] { no, yes }; } probability ( A ) { table 0.9, 0.1; }"
    >>> BifReader(text, "small.bif").network()
    BayesianNetwork('p(A)', 1 free parameters)
    """

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.levels: dict[str, tuple[str, ...]] = {}
        self.parents: dict[str, tuple[str, ...]] = {}
        self.tables: dict[str, Array] = {}
        self.tokens = list(self._tokenize(text))
        self.position = 0

    def network(self) -> BayesianNetwork:
        """Parse the whole text into a network."""
        while self.position < len(self.tokens):
            word, line = self._take()
            if word == "network":
                self._skip_block()
            elif word == "variable":
                self._variable()
            elif word == "probability":
                self._probability()
            else:
                self._fail(f"{word!r} where network, variable or probability was expected", line)
        last = self.tokens[-1][1] if self.tokens else 1
        for name in self.levels:
            if name not in self.tables:
                self._fail(f"the variable {name!r} has no probability block", last)
        if not self.levels:
            self._fail("the text defines no variable", last)
        nodes = tuple(self.levels)
        parents = tuple(tuple(nodes.index(parent) for parent in self.parents[name]) for name in nodes)
        return BayesianNetwork(DirectedGraph(nodes, parents), self.tables, self.levels)

    def _variable(self) -> None:
        name, line = self._name()
        if name in self.levels:
            self._fail(f"the variable {name!r} is defined twice", line)
        self._expect("{")
        while self._peek() != "}":
            if self._peek() == "type":
                self.levels[name] = self._type()
            else:
                self._skip_statement()
        self._expect("}")
        if name not in self.levels:
            self._fail(f"the variable {name!r} has no type", line)

    def _type(self) -> tuple[str, ...]:
        line = self._take()[1]
        self._expect("discrete")
        self._expect("[")
        count = self._take()[0]
        self._expect("]")
        self._expect("{")
        levels = [self._name()[0] for _ in self._until("}")]
        self._expect(";")
        if count != str(len(levels)):
            self._fail(f"the type declares [ {count} ] but lists {len(levels)} levels", line)
        if len(set(levels)) < len(levels):
            self._fail("a level is listed twice", line)
        return tuple(levels)

    def _probability(self) -> None:
        self._expect("(")
        name, line = self._declared_name()
        parents = []
        if self._peek() == "|":
            self._take()
        while self._peek() != ")":
            parents.append(self._declared_name()[0])
        self._expect(")")
        if name in self.tables:
            self._fail(f"the probability of {name!r} is defined twice", line)
        if len({name, *parents}) <= len(parents):
            self._fail(f"the probability of {name!r} names a variable twice", line)
        self._expect("{")
        self.parents[name] = tuple(parents)
        self.tables[name] = self._rows(name, parents, line)

    def _rows(self, name: str, parents: Sequence[str], line: int) -> Array:
        shape = tuple(len(self.levels[each]) for each in (*parents, name))
        if prod(shape) > MAX_ENTRIES:
            self._fail(f"the table of {name!r} has {prod(shape):.1e} entries, too many for memory", line)
        table = np.full(shape, np.nan)
        default: Array | None = None
        while self._peek() != "}":
            word, row_line = self._take()
            if word == "table":
                # The node's own level changes slowest in a whole table.
                cells = self._numbers(table.size, row_line).reshape(shape[-1:] + shape[:-1])
                table = np.moveaxis(cells, 0, -1)
            elif word == "default":
                default = self._numbers(shape[-1], row_line)
            elif word == "(":
                state = self._state(parents, row_line)
                if not np.isnan(table[state]).all():
                    self._fail(f"a row of the table of {name!r} is defined twice", row_line)
                table[state] = self._numbers(shape[-1], row_line)
            elif word == "property":
                self._skip_statement()
            else:
                self._fail(f"{word!r} where a row of the table of {name!r} was expected", row_line)
        self._expect("}")
        return self._normalized(name, table, default, line)

    def _normalized(self, name: str, table: Array, default: Array | None, line: int) -> Array:
        empty = np.asarray(np.isnan(table).any(axis=-1))
        if default is not None:
            table = np.where(empty[..., None], default, table)
        elif empty.any():
            self._fail(f"{int(empty.sum())} rows of the table of {name!r} are missing", line)
        total = table.sum(axis=-1, keepdims=True)
        if table.min() < 0:
            self._fail(f"the table of {name!r} has {table.min():g}, which is not a probability", line)
        if np.abs(total - 1).max() > _ROUNDING:
            worst = float(total.flat[int(np.abs(total - 1).argmax())])
            self._fail(f"a row of the table of {name!r} sums to {worst:g}, not to 1", line)
        return np.asarray(np.where(np.abs(total - 1) > 1e-12, table / total, table))

    def _state(self, parents: Sequence[str], line: int) -> tuple[int, ...]:
        words = [self._name()[0] for _ in self._until(")")]
        if len(words) != len(parents):
            self._fail(f"a row names {len(words)} levels for {len(parents)} parents", line)
        for parent, word in zip(parents, words, strict=True):
            if word not in self.levels[parent]:
                self._fail(f"{parent!r} has no level {word!r}; it has {self.levels[parent]}", line)
        return tuple(self.levels[p].index(word) for p, word in zip(parents, words, strict=True))

    def _numbers(self, count: int, line: int) -> Array:
        words = [self._take() for _ in self._until(";")]
        numbers = []
        for word, row_line in words:
            try:
                numbers.append(float(word))
            except ValueError:
                self._fail(f"{word!r} is not a number", row_line)
        if len(numbers) != count or not np.isfinite(numbers).all():
            self._fail(f"{len(numbers)} numbers where {count} finite numbers were expected", line)
        return np.array(numbers)

    def _until(self, end: str) -> Iterator[None]:
        """Iterate until the end token, which is consumed."""
        while self._peek() != end:
            yield
        self._take()

    def _declared_name(self) -> Token:
        name, line = self._name()
        if name not in self.levels:
            self._fail(f"the variable {name!r} has not been declared", line)
        return name, line

    def _name(self) -> Token:
        word, line = self._take()
        if len(word) == 1 and word in "{}()[]|;,":
            self._fail(f"{word!r} where a name was expected", line)
        return word.strip('"'), line

    def _expect(self, expected: str) -> None:
        word, line = self._take()
        if word != expected:
            self._fail(f"{word!r} where {expected!r} was expected", line)

    def _skip_block(self) -> None:
        while self._take()[0] != "{":
            pass
        while self._take()[0] != "}":
            pass

    def _skip_statement(self) -> None:
        while self._take()[0] != ";":
            pass

    def _peek(self) -> str:
        if self.position >= len(self.tokens):
            self._fail("the file ends too early", self.tokens[-1][1] if self.tokens else 1)
        return self.tokens[self.position][0]

    def _take(self) -> Token:
        self._peek()
        self.position += 1
        return self.tokens[self.position - 1]

    def _fail(self, problem: str, line: int) -> NoReturn:
        raise DataError(f"{self.source}, line {line}: {problem}; correct the file")

    def _tokenize(self, text: str) -> Iterator[Token]:
        """Tokens with their lines; commas only separate words."""
        end, line = 0, 1
        while end < len(text):
            match = _PATTERN.match(text, end)
            if match is None:
                self._fail(f"{text[end : end + 10]!r} cannot be parsed (an unclosed quotation mark?)", line)
            word = match[0]
            if not (word.isspace() or word == "," or word.startswith(("//", "/*"))):
                yield word, line
            line += word.count("\n")
            end = match.end()
