"""Alterations of files: of bytes, of text, of JSON and TOML documents, of arrays, archives and databases.

Each takes the contents of a file and a random generator, and returns other contents; it may raise any
exception for contents that are not of its form.
"""

from collections.abc import Callable
from random import Random

Mutation = Callable[[bytes, Random], bytes]
