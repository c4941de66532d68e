"""The learners, one file each, in folders by family. Each registers itself on its last line.

To write one, copy the nearest, and see CONTRIBUTING.
"""
