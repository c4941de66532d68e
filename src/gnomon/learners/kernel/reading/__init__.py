"""Inspection of fitted support vector machines, and their training step by step; start from `decision`."""
