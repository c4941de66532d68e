"""Classifiers of two classes made into ones of many: one against the rest, one against one, output codes."""
