"""pgmpy, whose import warns of its own future, and a network in its form."""

import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pgmpy.factors.discrete import TabularCPD
    from pgmpy.inference import VariableElimination
    from pgmpy.models import DiscreteBayesianNetwork
    from pgmpy.readwrite import BIFReader

__all__ = ["BIFReader", "VariableElimination", "pgmpy_network"]


def pgmpy_network(network):
    peer = DiscreteBayesianNetwork()
    peer.add_nodes_from(network.graph.nodes)
    peer.add_edges_from(network.graph.edges)
    for name in network.graph.nodes:
        table = network.tables[name]
        values = table.reshape(-1, table.shape[-1]).T
        parents, sizes = list(network.graph.parents_of(name)), list(table.shape[:-1])
        peer.add_cpds(TabularCPD(name, table.shape[-1], values, parents or None, sizes or None))
    return peer
