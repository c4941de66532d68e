"""Learners of other libraries (LightGBM, XGBoost, CatBoost) made to behave as every other one here.

`adapted` is the place to start. A library is imported only if a learner of it is there already, or if a model
file that names it is opened.
"""

from gnomon.sharing.foreign.adapted import (
    LIBRARIES,
    Adapted,
    adapted,
    as_given,
    copy_of,
    document_digest,
    libraries_in,
    library_of,
)
from gnomon.sharing.foreign.library import Library

__all__ = [
    "LIBRARIES",
    "Adapted",
    "Library",
    "adapted",
    "as_given",
    "copy_of",
    "document_digest",
    "libraries_in",
    "library_of",
]
