"""scikit-learn's trees in a model file: it follows their node numbers without looking, so we look first."""

import json
from typing import Any

import numpy as np

from gnomon.errors import DataError
from gnomon.models.schema import nodes
from gnomon.models.stored_arrays import read_array

_OWNERS = ("sklearn.tree.", "sklearn.ensemble.")


def check_trees(schema: dict[str, Any], entries: dict[str, bytes]) -> None:
    """Raise DataError if a node of a tree leads out of the tree, or asks for a column that is not there.

    >>> check_trees({"__loader__": "ListNode", "content": []}, {})
    """
    for _, owner in nodes(schema):
        if owner["__loader__"] == "TreeNode":
            _check_tree(owner, entries)
        elif owner["__loader__"] == "ObjectNode" and str(owner.get("__module__")).startswith(_OWNERS):
            _check_width(owner)


def _check_width(owner: dict[str, Any]) -> None:
    """The trees of one model may not ask for more columns than the model takes."""
    attributes = owner.get("content", {}).get("content", {})
    if "n_features_in_" not in attributes:
        return
    n_columns = _number(attributes["n_features_in_"])
    for _, node in nodes(owner):
        if node["__loader__"] == "TreeNode" and _n_columns(node) > n_columns:
            raise DataError(f"a tree in it asks for {_n_columns(node)} columns, its model takes {n_columns}")


def _check_tree(node: dict[str, Any], entries: dict[str, bytes]) -> None:
    try:
        state = node["content"]["content"]
        table = read_array(entries[state["nodes"]["file"]])
        places = np.arange(len(table))
        left, right, feature = table["left_child"], table["right_child"], table["feature"]
        is_inner = left != -1
        leads = [(child > places) & (child < len(table)) for child in (left, right)]
        asks = (feature >= 0) & (feature < _n_columns(node))
        _, n_classes, n_outputs = node["__reduce__"]["args"]["content"]
        is_whole = len(read_array(entries[n_classes["file"]])) == _number(n_outputs)
        sound = len(table) > 0 and _number(state["node_count"]) == len(table) and is_whole
        sound = sound and bool((~is_inner | (leads[0] & leads[1] & asks)).all())
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise DataError(f"a tree in it is damaged ({error})") from None
    if not sound:
        raise DataError(
            "a tree in it is damaged: a node leads out of it, or asks for a column that is not there"
        )


def _n_columns(node: dict[str, Any]) -> int:
    return _number(node["__reduce__"]["args"]["content"][0])


def _number(node: dict[str, Any]) -> int:
    value = json.loads(node["content"])
    if not isinstance(value, int):
        raise DataError(f"a tree in it is damaged: {str(value)[:40]!r} stands where a whole number should")
    return value
