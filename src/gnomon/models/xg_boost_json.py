"""XGBoost's JSON in a model file: it follows the numbers of nodes without looking, so we look first."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from gnomon.arrays import Integers
from gnomon.errors import DataError


def check_xg_boost(content: bytes, n_columns: int) -> None:
    """Raise DataError if a node of a tree leads out of it, in a circle, or reads what is not there.

    n_columns: what the model says to take.

    >>> check_xg_boost(b"{}", 1)
    Traceback (most recent call last):
    gnomon.errors.DataError: its XGBoost model is damaged ('learner')
    """
    try:
        learner = json.loads(content)["learner"]
        facts = learner["learner_model_param"]
        _demand(int(facts["num_feature"]) == n_columns, "its columns")
        booster = learner["gradient_booster"]
        n_outputs = max(int(facts["num_class"]), 1) * max(int(facts.get("num_target", 1)), 1)
        if booster["name"] == "gblinear":
            _demand(len(booster["model"]["weights"]) == (n_columns + 1) * n_outputs, "its weights")
        else:
            _check_trees(booster.get("gbtree", booster)["model"], n_columns, n_outputs)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError, RecursionError) as error:
        raise DataError(f"its XGBoost model is damaged ({error})") from None


def _check_trees(model: dict[str, Any], n_columns: int, n_outputs: int) -> None:
    trees, owner = model["trees"], _whole(model["tree_info"])
    _demand(len(owner) == len(trees) == int(model["gbtree_model_param"]["num_trees"]), "its trees")
    _demand(bool(((owner >= 0) & (owner < n_outputs)).all()), "a tree is of no class")
    ends = _whole(model.get("iteration_indptr", []))
    is_sound = len(ends) == 0 or (
        ends[0] == 0 and ends[-1] == len(trees) and bool((np.diff(ends) >= 0).all())
    )
    _demand(is_sound, "its rounds")
    for tree in trees:
        _check_tree(tree, n_columns)


def _check_tree(tree: dict[str, Any], n_columns: int) -> None:
    left, right = _whole(tree["left_children"]), _whole(tree["right_children"])
    split, kind = _whole(tree["split_indices"]), _whole(tree["split_type"])
    n_nodes = int(tree["tree_param"]["num_nodes"])
    lengths = {
        len(left),
        len(right),
        len(split),
        len(kind),
        len(tree["split_conditions"]),
        len(tree["default_left"]),
    }
    _demand(lengths == {n_nodes} and n_nodes >= 1, "a tree's nodes")
    _demand(int(tree["tree_param"].get("size_leaf_vector", 1)) <= 1, "a tree of several outputs")
    is_leaf = left == -1
    _demand(np.array_equal(is_leaf, right == -1), "a tree's leaves")
    inner = np.concatenate([left[~is_leaf], right[~is_leaf]])
    # Every node is the child of one at most, and the root of none: so there is no circle on the way down.
    is_tree = bool(((inner > 0) & (inner < n_nodes)).all()) and len(np.unique(inner)) == len(inner)
    _demand(is_tree, "a node leads out of its tree")
    _demand(bool(((split >= 0) & (split < n_columns)).all()), "a node reads a column that is not there")
    _check_levels(tree, n_nodes, np.flatnonzero((kind == 1) & ~is_leaf))


def _check_levels(tree: dict[str, Any], n_nodes: int, used: Integers) -> None:
    """The sets of levels that splits on categories send to the right."""
    nodes, levels = _whole(tree["categories_nodes"]), _whole(tree["categories"])
    starts, sizes = _whole(tree["categories_segments"]), _whole(tree["categories_sizes"])
    _demand(len(nodes) == len(starts) == len(sizes) and np.array_equal(nodes, used), "its sets of levels")
    within = (starts >= 0) & (sizes >= 0) & (starts + sizes <= len(levels))
    _demand(bool(within.all()) and bool(((levels >= 0) & (levels < 2**24)).all()), "its sets of levels")


def _whole(values: Any) -> Integers:
    found = np.asarray(values)
    if found.size and found.dtype.kind not in "iub":
        raise ValueError(f"{str(values)[:40]} where whole numbers should stand")
    return found.astype(np.int64).ravel()


def _demand(is_sound: Any, what: str) -> None:
    if not is_sound:
        raise ValueError(what)
