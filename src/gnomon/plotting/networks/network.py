"""The graph of a Bayesian network in layers, with conditional probability tables (CPTs)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from gnomon.errors import ParameterError
from gnomon.learners.networks.factorization import Factorization
from gnomon.learners.networks.graph import DirectedGraph, graph_of
from gnomon.plotting.display import Display
from gnomon.plotting.labels import shown
from gnomon.registry import displays

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MAX_NODES, MAX_PARENT_STATES = 60, 8


class NetworkDisplay(Display):
    """Directed acyclic graph of a Bayesian network, parents above children, with conditional probabilities.

    graph: a graph, a formula such as "[rain][wet|rain]", or edges. tables: the lines of the conditional
    probability table (CPT) of each node, or None.

    Examples
    --------
    >>> import gnomon as gn
    >>> gn.plotting.NetworkDisplay("[spam][a|spam][b|spam]").frame()[["node", "layer"]].values.tolist()
    [['spam', 0], ['a', 1], ['b', 1]]
    """

    def __init__(self, graph: Any, tables: dict[str, list[str]] | None = None) -> None:
        self.graph: DirectedGraph = graph_of(graph)
        if not 0 < len(self.graph.nodes) <= MAX_NODES:
            raise ParameterError(f"{len(self.graph.nodes)} nodes: this figure draws 1 to {MAX_NODES}")
        self.tables = tables or {}
        self.layer, self.position = _layout(self.graph)
        lines = [1 + max(len(self.tables.get(self.graph.nodes[n], ())) for n in row) for row in self._rows()]
        lines_of_tables = [line for table in self.tables.values() for line in table]
        letters = max(len(line) for line in [*map(shown, self.graph.nodes), *lines_of_tables])
        column_width = 0.5 + 0.058 * min(letters, 60)
        widest = max(len(row) for row in self._rows())
        # Every layer is as high as its highest table.
        self.tops = np.concatenate([[0.0], -np.cumsum([0.55 + 0.155 * count for count in lines])])
        self.size = (max(3.2, column_width * widest), max(2.0, -float(self.tops[-1]) + 0.2))  # type: ignore[misc]

    @classmethod
    def from_network(cls, network: Factorization, *, tables: bool = True) -> Self:
        """Plot a `BayesianNetwork`; tables: whether to print the CPTs that have few parent configurations."""
        words = {name: _table_words(network, name) for name in network.graph.nodes} if tables else None
        return cls(network.graph, words)

    @classmethod
    def example(cls) -> Self:
        """The burglary and earthquake alarm network."""
        from gnomon.learners.networks.examples import burglary

        return cls.from_network(burglary())

    def frame(self) -> pd.DataFrame:
        """One row per node: its parents, layer and horizontal position."""
        import pandas as pd

        graph = self.graph
        return pd.DataFrame(
            {
                "node": graph.nodes,
                "parents": [", ".join(graph.parents_of(name)) for name in graph.nodes],
                "layer": self.layer,
                "position": self.position,
            }
        )

    def draw(self, ax: Axes) -> None:
        """Nodes first, so that arrows end at their outlines."""
        boxes = [self._node(ax, number) for number in range(len(self.graph.nodes))]
        for child, parents in enumerate(self.graph.parents):
            for parent in parents:
                ax.annotate(
                    "",
                    self._at(child),
                    self._at(parent),
                    arrowprops={
                        "arrowstyle": "-|>",
                        "color": self.theme.soft,
                        "patchA": boxes[parent].get_bbox_patch(),
                        "patchB": boxes[child].get_bbox_patch(),
                        "shrinkA": 1,
                        "shrinkB": 1,
                    },
                    zorder=1,
                )
        half = (max(len(row) for row in self._rows()) - 1) / 2 + 0.55
        ax.set(xlim=(-half, half), ylim=(float(self.tops[-1]) - 0.05, 0.12))
        ax.axis("off")

    def alt(self) -> str:
        """The size of the graph and its factorization."""
        size = f"{len(self.graph.nodes)} nodes and {len(self.graph.edges)} edges"
        return f"A Bayesian network of {size}: {shown(self.graph.formula, 300)}."

    def _at(self, node: int) -> tuple[float, float]:
        layer = int(self.layer[node])
        return float(self.position[node]), float(self.tops[layer] + self.tops[layer + 1]) / 2

    def _node(self, ax: Axes, node: int) -> Any:
        name = self.graph.nodes[node]
        lines = [shown(name, 20), *self.tables.get(name, ())]
        box = {
            "boxstyle": "round,pad=0.4",
            "facecolor": self.theme.wash,
            "edgecolor": self.theme.color(0),
            "linewidth": 1.2,
        }
        return ax.text(
            *self._at(node),
            "\n".join(lines),
            ha="center",
            va="center",
            fontsize=7.5,
            bbox=box,
            zorder=2,
            linespacing=1.3,
        )

    def _rows(self) -> list[Any]:
        return [np.flatnonzero(self.layer == layer) for layer in range(int(self.layer.max()) + 1)]


def _layout(graph: DirectedGraph) -> tuple[Any, Any]:
    """Layered layout: nodes below their parents, ordered in a layer by the mean position of their parents."""
    n = len(graph.nodes)
    layer = np.zeros(n, dtype=int)
    for node in graph.order:
        layer[node] = 1 + max((layer[parent] for parent in graph.parents[node]), default=-1)
    position = np.zeros(n)
    for depth in range(int(layer.max()) + 1):
        row = np.flatnonzero(layer == depth)
        mean_of_parents = [
            float(np.mean([position[p] for p in graph.parents[node]])) if graph.parents[node] else 0.0
            for node in row
        ]
        order = row[np.argsort(mean_of_parents, kind="stable")]
        position[order] = np.arange(len(order)) - (len(order) - 1) / 2
    return layer, position


def _table_words(network: Factorization, name: str) -> list[str]:
    """One line per parent configuration: the probability of each level, or of the last if there are two."""
    table = network.frame(name)
    levels, parents = network.levels[name], network.graph.parents_of(name)
    rows = table["probability"].to_numpy().astype(float).reshape(-1, len(levels))
    if len(rows) > MAX_PARENT_STATES:
        return [f"({len(rows)} parent configurations)"]
    configurations = table[list(parents)].to_numpy()[:: len(levels)] if parents else np.empty((1, 0))
    short = [_shortest(parent, network.graph.nodes) for parent in parents]
    target = shown(levels[-1], 6) if len(levels) == 2 else "·"
    words = []
    for configuration, row in zip(configurations, rows):
        condition = ", ".join(f"{one}={shown(value, 5)}" for one, value in zip(short, configuration))
        text = f"{row[-1]:.3g}" if len(levels) == 2 else " ".join(f"{each:.2g}" for each in row[:5])
        words.append(f"P({target}{' | ' if condition else ''}{condition}) = {text}")
    return words


def _shortest(name: str, names: Sequence[str]) -> str:
    """The shortest prefix of a name that no other name starts with."""
    others = [other for other in names if other != name]
    for length in range(1, len(name)):
        if not any(other.startswith(name[:length]) for other in others):
            return shown(name[:length], 8)
    return shown(name, 8)


displays.add("NetworkDisplay", NetworkDisplay, "a Bayesian network with its conditional probability tables")
