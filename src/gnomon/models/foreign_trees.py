"""Validation of scikit-learn's trees in a model file, as it does not check node indices."""

import json
from typing import Any

import numpy as np

from gnomon.errors import DataError
from gnomon.models.schema import nodes
from gnomon.models.stored_arrays import read_array


def check_trees(schema: dict[str, Any], entries: dict[str, bytes]) -> None:
    """Raise DataError if a tree has an invalid child, feature index or depth.

    >>> check_trees({"__loader__": "ListNode", "content": []}, {})
    """
    for _, owner in nodes(schema):
        if owner["__loader__"] == "TreeNode":
            _check_tree(owner, entries)


def _check_tree(node: dict[str, Any], entries: dict[str, bytes]) -> None:
    try:
        state = node["content"]["content"]
        table = read_array(entries[state["nodes"]["file"]])
        index = np.arange(len(table))
        left, right, feature = table["left_child"], table["right_child"], table["feature"]
        is_inner = left != -1
        is_child = [(child > index) & (child < len(table)) for child in (left, right)]
        is_feature = (feature >= 0) & (feature < _n_columns(node))
        _, n_classes, n_outputs = node["__reduce__"]["args"]["content"]
        is_whole = len(read_array(entries[n_classes["file"]])) == _number(n_outputs)
        is_valid = len(table) > 0 and _number(state["node_count"]) == len(table) and is_whole
        is_valid = is_valid and bool((~is_inner | (is_child[0] & is_child[1] & is_feature)).all())
        is_valid = is_valid and 0 <= _depth(left, right) <= _number(state["max_depth"]) <= len(table)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise DataError(f"a tree in it is corrupt ({error})") from None
    if not is_valid:
        raise DataError("a tree in it is corrupt: a node has an invalid child, feature index or depth")


def _depth(left: Any, right: Any) -> int:
    """The depth of a tree whose children come after their parents; -1 if a node has two parents."""
    children = np.concatenate([left, right])[np.concatenate([left, right]) != -1]
    if len(np.unique(children)) != len(children):
        return -1
    depth, level = 0, np.array([0])
    while True:
        level = np.concatenate([left[level], right[level]])
        level = level[level != -1]
        if not len(level):
            return depth
        depth += 1


def _n_columns(node: dict[str, Any]) -> int:
    return _number(node["__reduce__"]["args"]["content"][0])


def _number(node: dict[str, Any]) -> int:
    value = json.loads(node["content"])
    if not isinstance(value, int):
        raise DataError(f"a tree in it is corrupt: {str(value)[:40]!r} instead of an integer")
    return value
