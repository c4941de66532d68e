"""Validation of LightGBM's text format, as LightGBM does not check node indices."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.arrays import Array, Integers
from gnomon.errors import DataError

_CATEGORICAL = 1  # a bit of decision_type


def check_light_gbm(content: bytes, n_columns: int) -> None:
    """Raise DataError if a node of a tree has an invalid child, or an invalid feature index.

    n_columns: declared number of features.

    >>> check_light_gbm(b"tree\\nnum_class=1\\nnum_tree_per_iteration=1\\nmax_feature_idx=0\\n\\n"
    ...                 b"Tree=0\\nnum_leaves=1\\nnum_cat=0\\nleaf_value=0.5\\n\\nend of trees\\n", 1)
    """
    try:
        head, *trees = content.decode().partition("end of trees")[0].split("\nTree=")
        fields = _pairs(head)
        _check_head(fields, len(trees), n_columns)
        for tree in trees:
            _check_tree(_pairs(tree), n_columns)
    except (KeyError, ValueError, IndexError, UnicodeDecodeError) as error:
        raise DataError(f"its LightGBM model is corrupt ({error})") from None


def _check_head(fields: dict[str, str], n_trees: int, n_columns: int) -> None:
    n_classes = int(fields["num_class"])
    words = dict(word.split(":", 1) for word in fields.get("objective", "").split() if ":" in word)
    per_round = int(fields["num_tree_per_iteration"])
    is_whole = n_classes == per_round and n_trees % max(per_round, 1) == 0
    _require(is_whole and int(words.get("num_class", n_classes)) == n_classes >= 1, "its classes")
    _require(int(fields["max_feature_idx"]) + 1 == n_columns, "its columns")


def _check_tree(fields: dict[str, str], n_columns: int) -> None:
    n_leaves, n_levels = int(fields["num_leaves"]), int(fields["num_cat"])
    _require(n_leaves >= 1 and len(_numbers(fields, "leaf_value")) == n_leaves, "a tree's leaves")
    if n_leaves == 1:
        return
    index = np.arange(n_leaves - 1)
    for name in ("left_child", "right_child"):
        child = _whole(fields, name)
        _require(len(child) == len(index), "a tree's nodes")
        is_inner = child >= 0
        is_valid = np.where(is_inner, (child > index) & (child < n_leaves - 1), ~child < n_leaves)
        _require(bool(is_valid.all()), "a node has an invalid child")
    split, kind, threshold = (
        _whole(fields, "split_feature"),
        _whole(fields, "decision_type"),
        _numbers(fields, "threshold"),
    )
    _require({len(split), len(kind), len(threshold)} == {len(index)}, "a tree's nodes")
    _require(bool(((split >= 0) & (split < n_columns)).all()), "a node has an invalid feature index")
    _check_levels(fields, n_levels, threshold[(kind & _CATEGORICAL) > 0])
    _check_linear(fields, n_leaves, n_columns)


def _check_levels(fields: dict[str, str], n_sets: int, used: Array) -> None:
    """The level sets of categorical splits."""
    _require(n_sets >= 0 and bool(((used >= 0) & (used < n_sets)).all()), "a split has an invalid level set")
    if n_sets:
        ends, bits = _whole(fields, "cat_boundaries"), fields["cat_threshold"].split()
        is_sound = len(ends) == n_sets + 1 and ends[0] == 0 and bool((np.diff(ends) >= 0).all())
        _require(is_sound and int(ends[-1]) <= len(bits), "its level sets")


def _check_linear(fields: dict[str, str], n_leaves: int, n_columns: int) -> None:
    """The linear models in the leaves, if any."""
    if fields.get("is_linear", "0") == "0":
        return
    counts, columns = _whole(fields, "num_features"), _whole(fields, "leaf_features")
    sizes = {len(counts), len(_numbers(fields, "leaf_const"))}
    is_whole = sizes == {n_leaves} and bool((counts >= 0).all()) and int(counts.sum()) == len(columns)
    _require(is_whole and len(_numbers(fields, "leaf_coeff")) == len(columns), "its linear leaves")
    _require(bool(((columns >= 0) & (columns < n_columns)).all()), "a leaf has an invalid feature index")


def _pairs(text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for line in text.splitlines():
        name, equals, value = line.partition("=")
        if equals and pairs.setdefault(name, value) != value:
            raise ValueError(f"{name} has two values")
    return pairs


def _whole(fields: dict[str, str], name: str) -> Integers:
    return np.array(fields[name].split(), dtype=np.int64)


def _numbers(fields: dict[str, str], name: str) -> Array:
    return np.array(fields[name].split(), dtype=np.float64)


def _require(is_sound: Any, what: str) -> None:
    if not is_sound:
        raise ValueError(what)
