"""Figures of neural networks: the graph of layers and units."""
