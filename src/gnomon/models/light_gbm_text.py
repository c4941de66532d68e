"""LightGBM's text in a model file: it follows the numbers of nodes without looking, so we look first."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.errors import DataError

_CATEGORICAL = 1  # a bit of decision_type


def check_light_gbm(content: bytes, n_columns: int) -> None:
    """Raise DataError if a node of a tree leads out of it, or reads what is not there.

    n_columns: what the model says to take.

    >>> check_light_gbm(b"tree\\nnum_class=1\\nnum_tree_per_iteration=1\\nmax_feature_idx=0\\n\\n"
    ...                 b"Tree=0\\nnum_leaves=1\\nnum_cat=0\\nleaf_value=0.5\\n\\nend of trees\\n", 1)
    """
    try:
        head, *trees = content.decode().partition("end of trees")[0].split("\nTree=")
        facts = _pairs(head)
        _check_head(facts, len(trees), n_columns)
        for tree in trees:
            _check_tree(_pairs(tree), n_columns)
    except (KeyError, ValueError, IndexError, UnicodeDecodeError) as error:
        raise DataError(f"its LightGBM model is damaged ({error})") from None


def _check_head(facts: dict[str, str], n_trees: int, n_columns: int) -> None:
    n_classes = int(facts["num_class"])
    words = dict(word.split(":", 1) for word in facts.get("objective", "").split() if ":" in word)
    per_round = int(facts["num_tree_per_iteration"])
    is_whole = n_classes == per_round and n_trees % max(per_round, 1) == 0
    _demand(is_whole and int(words.get("num_class", n_classes)) == n_classes >= 1, "its classes")
    _demand(int(facts["max_feature_idx"]) + 1 == n_columns, "its columns")


def _check_tree(facts: dict[str, str], n_columns: int) -> None:
    n_leaves, n_levels = int(facts["num_leaves"]), int(facts["num_cat"])
    _demand(n_leaves >= 1 and len(_numbers(facts, "leaf_value")) == n_leaves, "a tree's leaves")
    if n_leaves == 1:
        return
    place = np.arange(n_leaves - 1)
    for name in ("left_child", "right_child"):
        child = _whole(facts, name)
        _demand(len(child) == len(place), "a tree's nodes")
        is_inner = child >= 0
        leads = np.where(is_inner, (child > place) & (child < n_leaves - 1), ~child < n_leaves)
        _demand(bool(leads.all()), "a node leads out of its tree")
    split, kind, threshold = (
        _whole(facts, "split_feature"),
        _whole(facts, "decision_type"),
        _numbers(facts, "threshold"),
    )
    _demand({len(split), len(kind), len(threshold)} == {len(place)}, "a tree's nodes")
    _demand(bool(((split >= 0) & (split < n_columns)).all()), "a node reads a column that is not there")
    _check_levels(facts, n_levels, threshold[(kind & _CATEGORICAL) > 0])
    _check_linear(facts, n_leaves, n_columns)


def _check_levels(facts: dict[str, str], n_sets: int, used: Array) -> None:
    """The sets of levels that splits on categories send to the left."""
    _demand(n_sets >= 0 and bool(((used >= 0) & (used < n_sets)).all()), "a split names no set of levels")
    if n_sets:
        ends, bits = _whole(facts, "cat_boundaries"), facts["cat_threshold"].split()
        is_sound = len(ends) == n_sets + 1 and ends[0] == 0 and bool((np.diff(ends) >= 0).all())
        _demand(is_sound and int(ends[-1]) <= len(bits), "its sets of levels")


def _check_linear(facts: dict[str, str], n_leaves: int, n_columns: int) -> None:
    """The linear models in the leaves, where there are any."""
    if facts.get("is_linear", "0") == "0":
        return
    counts, columns = _whole(facts, "num_features"), _whole(facts, "leaf_features")
    sizes = {len(counts), len(_numbers(facts, "leaf_const"))}
    is_whole = sizes == {n_leaves} and bool((counts >= 0).all()) and int(counts.sum()) == len(columns)
    _demand(is_whole and len(_numbers(facts, "leaf_coeff")) == len(columns), "its linear leaves")
    _demand(bool(((columns >= 0) & (columns < n_columns)).all()), "a leaf reads a column that is not there")


def _pairs(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals and found.setdefault(name, value) != value:
            raise ValueError(f"{name} is said twice")
    return found


def _whole(facts: dict[str, str], name: str) -> Integers:
    return np.array(facts[name].split(), dtype=np.int64)


def _numbers(facts: dict[str, str], name: str) -> Array:
    return np.array(facts[name].split(), dtype=np.float64)


def _demand(is_sound: Any, what: str) -> None:
    if not is_sound:
        raise ValueError(what)
