"""Reading and writing Bayesian networks in the Bayesian Interchange Format (BIF 0.15)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gnomon.atomic_file import write_atomically
from gnomon.data.files.bytes import check_regular
from gnomon.errors import DataError
from gnomon.learners.networks.bif_reader import BifReader
from gnomon.learners.networks.network import BayesianNetwork

_PLAIN = re.compile(r"[A-Za-z_0-9][A-Za-z_0-9.+\-]*")


def read_bif(path: str | Path) -> BayesianNetwork:
    """Read a Bayesian network from a BIF file; levels are text.

    >>> import tempfile
    >>> network = BayesianNetwork("[A][B|A]", {"A": 0.1, "B": {0: 0.2, 1: 0.7}})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bif(network, folder + "/small.bif")
    ...     again = read_bif(folder + "/small.bif")
    >>> again.graph.formula, again.levels["A"]
    ('[A][B|A]', ('0', '1'))
    """
    try:
        check_regular(Path(path))
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}; pass the path of a BIF file") from None
    except UnicodeDecodeError:
        raise DataError(f"{path} is not text in UTF-8; save the BIF file in UTF-8") from None
    return parse_bif(text, source=Path(path).name)


def write_bif(network: BayesianNetwork, path: str | Path) -> None:
    """Write a Bayesian network as a BIF file; Fractions become decimals, levels text. See `read_bif`.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_bif(BayesianNetwork("[A]", {"A": 0.1}), folder + "/one.bif")
    ...     Path(folder, "one.bif").read_text(encoding="utf-8").splitlines()[0]
    'network unknown {'
    """
    write_atomically(path, bif_text(network), "the network")


def parse_bif(text: str, source: str = "the text") -> BayesianNetwork:
    """Parse a Bayesian network from text in BIF.

    >>> parse_bif("variable A { type discrete [ 2 ] { no, yes }; } probability ( A ) { table 0.9, 0.1; }")
    BayesianNetwork('p(A)', 1 free parameters)
    """
    return BifReader(text, source).network()


def bif_text(network: BayesianNetwork) -> str:
    """Format a Bayesian network as text in BIF.

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
        levels = ", ".join(_level_words(name, network.levels[name]))
        lines.append(f"variable {_word(name)} {{")
        lines.append(f"  type discrete [ {len(network.levels[name])} ] {{ {levels} }};")
        lines.append("}")
    for name in network.graph.nodes:
        lines += _table_lines(network, name)
    return "\n".join(lines) + "\n"


def _table_lines(network: BayesianNetwork, name: str) -> Iterator[str]:
    parents, table = network.graph.parents_of(name), network.tables[name]
    condition = " | " + ", ".join(map(_word, parents)) if parents else ""
    yield f"probability ( {_word(name)}{condition} ) {{"
    states = itertools.product(*(network.levels[parent] for parent in parents))
    for state, row in zip(states, table.reshape(-1, table.shape[-1]), strict=True):
        head = f"({', '.join(map(_word, state))})" if parents else "table"
        yield f"  {head} {', '.join(repr(float(cell)) for cell in row)};"
    yield "}"


def _level_words(name: str, levels: Sequence[Any]) -> list[str]:
    """The levels as text; they must be distinct for the file to be read again."""
    words = [_word(level) for level in levels]
    if len(set(words)) < len(words):
        raise DataError(f"two levels of {name!r} are the same as text: {tuple(levels)}; rename one of them")
    return words


def _word(value: Any) -> str:
    text = str(value)
    if '"' in text or "\n" in text or "\r" in text:
        raise DataError(
            f"the name {text!r} has a quotation mark or a line break, which BIF does not allow; rename it"
        )
    return text if _PLAIN.fullmatch(text) else f'"{text}"'
