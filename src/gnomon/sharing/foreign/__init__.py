"""Adapters for learners of LightGBM, XGBoost and CatBoost.

Start with `adapted`. A library is imported only if one of its learners is used, or if a model file that
requires it is loaded.
"""

from gnomon.sharing.foreign.adapted import (
    LIBRARIES,
    Adapted,
    adapted,
    document_digest,
    libraries_in,
    library_of,
    unfitted_copy,
    unwrapped,
)
from gnomon.sharing.foreign.library import Library

__all__ = [
    "LIBRARIES",
    "Adapted",
    "Library",
    "adapted",
    "document_digest",
    "libraries_in",
    "library_of",
    "unfitted_copy",
    "unwrapped",
]
