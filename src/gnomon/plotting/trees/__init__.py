"""Figures of trees: their drawing, their size, and what a split does to the classes."""
