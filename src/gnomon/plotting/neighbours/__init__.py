"""Nearest neighbours: a query and its neighbours, distances, and the regions that k gives."""
