"""Validation of XGBoost's JSON format, as XGBoost does not check node indices."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from gnomon.arrays import Integers
from gnomon.errors import DataError


def check_xg_boost(content: bytes, n_columns: int) -> None:
    """Raise DataError if a tree has invalid children, a cycle, or an invalid feature index.

    n_columns: declared number of features.

    >>> check_xg_boost(b"{}", 1)
    Traceback (most recent call last):
    gnomon.errors.DataError: its XGBoost model is corrupt ('learner')
    """
    try:
        learner = json.loads(content)["learner"]
        fields = learner["learner_model_param"]
        _require(int(fields["num_feature"]) == n_columns, "its columns")
        booster = learner["gradient_booster"]
        n_outputs = max(int(fields["num_class"]), 1) * max(int(fields.get("num_target", 1)), 1)
        if booster["name"] == "gblinear":
            _require(len(booster["model"]["weights"]) == (n_columns + 1) * n_outputs, "its weights")
        else:
            _check_trees(booster.get("gbtree", booster)["model"], n_columns, n_outputs)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
        raise DataError(f"its XGBoost model is corrupt ({error})") from None


def _check_trees(model: dict[str, Any], n_columns: int, n_outputs: int) -> None:
    trees, owner = model["trees"], _integers(model["tree_info"])
    _require(len(owner) == len(trees) == int(model["gbtree_model_param"]["num_trees"]), "its trees")
    _require(bool(((owner >= 0) & (owner < n_outputs)).all()), "a tree has an invalid class")
    ends = _integers(model.get("iteration_indptr", []))
    is_sound = len(ends) == 0 or (
        ends[0] == 0 and ends[-1] == len(trees) and bool((np.diff(ends) >= 0).all())
    )
    _require(is_sound, "its boosting rounds")
    for tree in trees:
        _check_tree(tree, n_columns)


def _check_tree(tree: dict[str, Any], n_columns: int) -> None:
    left, right = _integers(tree["left_children"]), _integers(tree["right_children"])
    split, kind = _integers(tree["split_indices"]), _integers(tree["split_type"])
    n_nodes = int(tree["tree_param"]["num_nodes"])
    lengths = {
        len(left),
        len(right),
        len(split),
        len(kind),
        len(tree["split_conditions"]),
        len(tree["default_left"]),
    }
    _require(lengths == {n_nodes} and n_nodes >= 1, "a tree's nodes")
    _require(int(tree["tree_param"].get("size_leaf_vector", 1)) <= 1, "a tree of several outputs")
    is_leaf = left == -1
    _require(np.array_equal(is_leaf, right == -1), "a tree's leaves")
    inner = np.concatenate([left[~is_leaf], right[~is_leaf]])
    # Every node has at most one parent, and the root has none, so there is no cycle.
    is_tree = bool(((inner > 0) & (inner < n_nodes)).all()) and len(np.unique(inner)) == len(inner)
    _require(is_tree, "a node has an invalid child")
    _require(bool(((split >= 0) & (split < n_columns)).all()), "a node has an invalid feature index")
    _check_levels(tree, n_nodes, np.flatnonzero((kind == 1) & ~is_leaf))


def _check_levels(tree: dict[str, Any], n_nodes: int, used: Integers) -> None:
    """The level sets of categorical splits."""
    nodes, levels = _integers(tree["categories_nodes"]), _integers(tree["categories"])
    starts, sizes = _integers(tree["categories_segments"]), _integers(tree["categories_sizes"])
    _require(len(nodes) == len(starts) == len(sizes) and np.array_equal(nodes, used), "its level sets")
    within = (starts >= 0) & (sizes >= 0) & (starts + sizes <= len(levels))
    _require(bool(within.all()) and bool(((levels >= 0) & (levels < 2**24)).all()), "its level sets")


def _integers(values: Any) -> Integers:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iub":
        raise ValueError(f"{str(values)[:40]} instead of integers")
    return array.astype(np.int64).ravel()


def _require(is_sound: Any, what: str) -> None:
    if not is_sound:
        raise ValueError(what)
