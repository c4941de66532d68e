"""Neural networks: the graph of layers and units."""
