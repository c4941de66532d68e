"""Models of LightGBM, XGBoost and CatBoost in a model file: of which library, and whether it is installed."""

import json
from typing import Any

from gnomon.errors import DataError
from gnomon.models.schema import nodes
from gnomon.sharing.foreign import LIBRARIES, Adapted


def check_boosters(schema: dict[str, Any]) -> None:
    """Raise DataError if a model in the file is of an unknown class, or its library is not installed.

    >>> check_boosters({"__loader__": "ListNode", "content": []})
    """
    for _, owner in nodes(schema):
        if owner["__loader__"] == "ObjectNode" and owner.get("__class__") == Adapted.__name__:
            _check(owner)


def _check(owner: dict[str, Any]) -> None:
    try:
        path = json.loads(owner["content"]["content"]["_of"]["content"])
    except (KeyError, TypeError, ValueError) as error:
        raise DataError(f"a model of another library in it is damaged ({error})") from None
    package, _, name = str(path).partition(".")
    library = next((each for each in LIBRARIES if each.package == package and name in each.classes), None)
    if library is None:
        raise DataError(f"it holds a model of {str(path)[:80]!r}, which is none of those that are known")
    library.loaded()
