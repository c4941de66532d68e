"""Networks in the Bayesian Interchange Format (BIF 0.15): read with care, written for others to read."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from gnomon.arrays import Array
from gnomon.errors import DataError
from gnomon.learners.networks.graph import Graph
from gnomon.learners.networks.network import BayesianNetwork

Token = tuple[str, int]

_PATTERN = re.compile(r'\s+|//[^\n]*|/\*.*?\*/|"[^"\n]*"|[{}()\[\]|;,]|[^\s{}()\[\]|;,"]+', re.DOTALL)
_PLAIN = re.compile(r"[A-Za-z_0-9][A-Za-z_0-9.+\-]*")
# Files carry few digits: a row this far from 1 is rounding and is put right; one further off is an error.
_ROUNDING = 1e-3


def read_bif(path: str | Path) -> BayesianNetwork:
    """The network in a BIF file; levels are text.

    >>> import tempfile
    >>> network = BayesianNetwork("[A][B|A]", {"A": 0.1, "B": {0: 0.2, 1: 0.7}})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bif(network, folder + "/small.bif")
    ...     again = read_bif(folder + "/small.bif")
    >>> again.graph.formula, again.levels["A"]
    ('[A][B|A]', ('0', '1'))
    """
    return parse_bif(Path(path).read_text(encoding="utf-8"), source=Path(path).name)


def write_bif(network: BayesianNetwork, path: str | Path) -> None:
    """Write a network as a BIF file; Fractions become decimals, and levels text. See `read_bif`."""
    Path(path).write_text(bif_text(network), encoding="utf-8")


def parse_bif(text: str, source: str = "the text") -> BayesianNetwork:
    """The network that a text in BIF describes.

    >>> parse_bif("variable A { type discrete [ 2 ] { no, yes }; } probability ( A ) { table 0.9, 0.1; }")
    BayesianNetwork('p(A)', 1 free parameters)
    """
    return _Reader(text, source).network()


def bif_text(network: BayesianNetwork) -> str:
    """A network as a text in BIF.

    >>> print(bif_text(BayesianNetwork("[A]", {"A": {"no": 0.9, "yes": 0.1}})))
    network unknown {
    }
    variable A {
      type discrete [ 2 ] { no, yes };
    }
    probability ( A ) {
      table 0.9, 0.1;
    }
    <BLANKLINE>
    """
    lines = ["network unknown {", "}"]
    for name in network.graph.nodes:
        levels = ", ".join(_word(level) for level in network.levels[name])
        lines.append(f"variable {_word(name)} {{")
        lines.append(f"  type discrete [ {len(network.levels[name])} ] {{ {levels} }};")
        lines.append("}")
    for name in network.graph.nodes:
        lines += _written_table(network, name)
    return "\n".join(lines) + "\n"


def _written_table(network: BayesianNetwork, name: str) -> Iterator[str]:
    parents, table = network.graph.parents_of(name), network.tables[name]
    given = " | " + ", ".join(map(_word, parents)) if parents else ""
    yield f"probability ( {_word(name)}{given} ) {{"
    states = itertools.product(*(network.levels[parent] for parent in parents))
    for state, row in zip(states, table.reshape(-1, table.shape[-1]), strict=True):
        head = f"({', '.join(map(_word, state))})" if parents else "table"
        yield f"  {head} {', '.join(repr(float(cell)) for cell in row)};"
    yield "}"


def _word(value: Any) -> str:
    text = str(value)
    if '"' in text or "\n" in text:
        raise DataError(f"the name {text!r} has a quotation mark or a line end, which BIF cannot hold")
    return text if _PLAIN.fullmatch(text) else f'"{text}"'


class _Reader:
    """A walk over the tokens of a file, each with its line."""

    def __init__(self, text: str, source: str) -> None:
        self.source = source
        self.levels: dict[str, tuple[str, ...]] = {}
        self.parents: dict[str, tuple[str, ...]] = {}
        self.tables: dict[str, Array] = {}
        self.tokens = list(self._cut(text))
        self.at = 0

    def network(self) -> BayesianNetwork:
        while self.at < len(self.tokens):
            word, line = self.take()
            if word == "network":
                self.skip_block()
            elif word == "variable":
                self.variable()
            elif word == "probability":
                self.probability()
            else:
                self.fail(f"{word!r} where network, variable or probability should stand", line)
        last = self.tokens[-1][1] if self.tokens else 1
        for name in self.levels:
            if name not in self.tables:
                self.fail(f"the variable {name!r} has no probability block", last)
        if not self.levels:
            self.fail("there is no variable", last)
        nodes = tuple(self.levels)
        parents = tuple(tuple(nodes.index(parent) for parent in self.parents[name]) for name in nodes)
        return BayesianNetwork(Graph(nodes, parents), self.tables, self.levels)

    def variable(self) -> None:
        name, line = self.name()
        if name in self.levels:
            self.fail(f"the variable {name!r} is there twice", line)
        self.expect("{")
        while self.peek() != "}":
            if self.peek() == "type":
                self.levels[name] = self.type()
            else:
                self.skip_statement()
        self.expect("}")
        if name not in self.levels:
            self.fail(f"the variable {name!r} has no type", line)

    def type(self) -> tuple[str, ...]:
        line = self.take()[1]
        self.expect("discrete")
        self.expect("[")
        count = self.take()[0]
        self.expect("]")
        self.expect("{")
        levels = [self.name()[0] for _ in self.until("}")]
        self.expect(";")
        if count != str(len(levels)):
            self.fail(f"the type says [ {count} ] but lists {len(levels)} levels", line)
        if len(set(levels)) < len(levels):
            self.fail("a level is listed twice", line)
        return tuple(levels)

    def probability(self) -> None:
        self.expect("(")
        name, line = self.known()
        parents = []
        if self.peek() == "|":
            self.take()
        while self.peek() != ")":
            parents.append(self.known()[0])
        self.expect(")")
        if name in self.tables:
            self.fail(f"the probability of {name!r} is there twice", line)
        if len({name, *parents}) <= len(parents):
            self.fail(f"the probability of {name!r} names a variable twice", line)
        self.expect("{")
        self.parents[name] = tuple(parents)
        self.tables[name] = self.rows(name, parents, line)

    def rows(self, name: str, parents: Sequence[str], line: int) -> Array:
        shape = tuple(len(self.levels[each]) for each in (*parents, name))
        table = np.full(shape, np.nan)
        default: Array | None = None
        while self.peek() != "}":
            word, here = self.take()
            if word == "table":
                # The node's own level changes slowest in a whole table.
                cells = self.numbers(table.size, here).reshape(shape[-1:] + shape[:-1])
                table = np.moveaxis(cells, 0, -1)
            elif word == "default":
                default = self.numbers(shape[-1], here)
            elif word == "(":
                state = self.state(parents, here)
                if not np.isnan(table[state]).all():
                    self.fail(f"a row of the table of {name!r} is there twice", here)
                table[state] = self.numbers(shape[-1], here)
            elif word == "property":
                self.skip_statement()
            else:
                self.fail(f"{word!r} where a row of the table of {name!r} should stand", here)
        self.expect("}")
        return self.completed(name, table, default, line)

    def completed(self, name: str, table: Array, default: Array | None, line: int) -> Array:
        empty = np.asarray(np.isnan(table).any(axis=-1))
        if default is not None:
            table = np.where(empty[..., None], default, table)
        elif empty.any():
            self.fail(f"{int(empty.sum())} rows of the table of {name!r} are not given", line)
        total = table.sum(axis=-1, keepdims=True)
        if np.abs(total - 1).max() > _ROUNDING or table.min() < 0:
            worst = float(total.flat[int(np.abs(total - 1).argmax())])
            self.fail(f"a row of the table of {name!r} sums to {worst:g}, or has a number below 0", line)
        return np.asarray(np.where(np.abs(total - 1) > 1e-12, table / total, table))

    def state(self, parents: Sequence[str], line: int) -> tuple[int, ...]:
        words = [self.name()[0] for _ in self.until(")")]
        if len(words) != len(parents):
            self.fail(f"a row names {len(words)} levels for {len(parents)} parents", line)
        for parent, word in zip(parents, words, strict=True):
            if word not in self.levels[parent]:
                self.fail(f"{parent!r} has no level {word!r}; it has {self.levels[parent]}", line)
        return tuple(self.levels[p].index(word) for p, word in zip(parents, words, strict=True))

    def numbers(self, count: int, line: int) -> Array:
        words = [self.take() for _ in self.until(";")]
        found = []
        for word, here in words:
            try:
                found.append(float(word))
            except ValueError:
                self.fail(f"{word!r} is not a number", here)
        if len(found) != count or not np.isfinite(found).all():
            self.fail(f"{len(found)} numbers where {count} should stand, all of them finite", line)
        return np.array(found)

    def until(self, end: str) -> Iterator[None]:
        """Turn by turn until the end mark, which is taken."""
        while self.peek() != end:
            yield
        self.take()

    def known(self) -> Token:
        name, line = self.name()
        if name not in self.levels:
            self.fail(f"the variable {name!r} has not been declared", line)
        return name, line

    def name(self) -> Token:
        word, line = self.take()
        if len(word) == 1 and word in "{}()[]|;,":
            self.fail(f"{word!r} where a name should stand", line)
        return word.strip('"'), line

    def expect(self, wanted: str) -> None:
        word, line = self.take()
        if word != wanted:
            self.fail(f"{word!r} where {wanted!r} should stand", line)

    def skip_block(self) -> None:
        while self.take()[0] != "{":
            pass
        while self.take()[0] != "}":
            pass

    def skip_statement(self) -> None:
        while self.take()[0] != ";":
            pass

    def peek(self) -> str:
        if self.at >= len(self.tokens):
            self.fail("the file ends too early", self.tokens[-1][1] if self.tokens else 1)
        return self.tokens[self.at][0]

    def take(self) -> Token:
        self.peek()
        self.at += 1
        return self.tokens[self.at - 1]

    def fail(self, problem: str, line: int) -> NoReturn:
        raise DataError(f"{self.source}, line {line}: {problem}; correct the file there")

    def _cut(self, text: str) -> Iterator[Token]:
        """Words and marks with their lines; commas part words and say nothing else."""
        end, line = 0, 1
        while end < len(text):
            found = _PATTERN.match(text, end)
            if found is None:
                self.fail(f"{text[end : end + 10]!r} cannot be read (a quotation mark left open?)", line)
            word = found[0]
            if not (word.isspace() or word == "," or word.startswith(("//", "/*"))):
                yield word, line
            line += word.count("\n")
            end = found.end()
