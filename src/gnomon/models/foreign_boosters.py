"""Validation of LightGBM, XGBoost and CatBoost models in a model file, before the library loads them.

The library must be installed, the digest correct, and the nodes of every tree valid. CatBoost validates its
binary format itself.
"""

import json
from collections.abc import Callable
from typing import Any

from gnomon.errors import DataError
from gnomon.models.light_gbm_text import check_light_gbm
from gnomon.models.schema import nodes
from gnomon.models.stored_arrays import read_array
from gnomon.models.xg_boost_json import check_xg_boost
from gnomon.sharing.foreign import LIBRARIES, Adapted, document_digest

_CHECKS: dict[str, Callable[[bytes, int], None]] = {"lightgbm": check_light_gbm, "xgboost": check_xg_boost}


def check_boosters(schema: dict[str, Any], entries: dict[str, bytes]) -> None:
    """Raise DataError if a model in the file is of an unknown class, corrupt, or of a missing library.

    >>> check_boosters({"__loader__": "ListNode", "content": []}, {})
    """
    for _, owner in nodes(schema):
        if owner["__loader__"] == "ObjectNode" and owner.get("__class__") == Adapted.__name__:
            try:
                _check(owner["content"]["content"], entries)
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                if isinstance(error, DataError):
                    raise
                raise DataError(f"a model of another library in it is corrupt ({error})") from None


def _check(state: dict[str, Any], entries: dict[str, bytes]) -> None:
    path = str(json.loads(state["_of"]["content"]))
    package, _, name = path.partition(".")
    library = next((each for each in LIBRARIES if each.package == package and name in each.classes), None)
    if library is None:
        raise DataError(f"it contains a model of the unknown class {path[:80]!r}")
    library.loaded()
    if "document_" not in state:
        return
    content = read_array(entries[state["document_"]["file"]]).tobytes()
    if document_digest(content) != json.loads(state["digest_"]["content"]):
        raise DataError("a model of another library in it was modified (wrong digest); get a fresh copy")
    if content and package in _CHECKS:
        _CHECKS[package](content, int(json.loads(state["n_features_in_"]["content"])))
