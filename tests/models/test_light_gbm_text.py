"""Texts of LightGBM whose indices lead outside are refused."""

import pytest

from gnomon.errors import DataError
from gnomon.models.light_gbm_text import check_light_gbm

HEAD = {"num_class": "1", "num_tree_per_iteration": "1", "max_feature_idx": "1", "objective": "regression"}
# Node 0 splits column 0 into leaf 0 and node 1, which splits column 1 into leaves 1 and 2.
TREE = {
    "num_leaves": "3",
    "num_cat": "0",
    "split_feature": "0 1",
    "threshold": "0.5 1.5",
    "decision_type": "2 2",
    "left_child": "-1 -2",
    "right_child": "1 -3",
    "leaf_value": "0.1 0.2 0.3",
}
LEVELS = {
    "num_cat": "2",
    "decision_type": "1 3",
    "threshold": "0 1",
    "cat_boundaries": "0 1 2",
    "cat_threshold": "5 6",
}
LINEAR = {
    "is_linear": "1",
    "leaf_const": "0 0 0",
    "num_features": "1 0 2",
    "leaf_features": "0 0 1",
    "leaf_coeff": "1 1 1",
}
LEAF = {"num_leaves": "1", "num_cat": "0", "leaf_value": "0.5"}


def lines(fields):
    return "".join(f"{name}={value}\n" for name, value in fields.items())


def check(tree, head=HEAD, n_trees=1, n_columns=2):
    trees = "".join(f"\nTree={number}\n{lines(tree)}" for number in range(n_trees))
    check_light_gbm(f"tree\n{lines(head)}{trees}\nend of trees\n".encode(), n_columns)


@pytest.mark.parametrize(
    ("tree", "head", "n_trees"),
    [
        (TREE, HEAD, 1),
        (TREE, HEAD, 3),
        (LEAF, HEAD, 1),
        (TREE | LEVELS, HEAD, 1),
        (TREE | LINEAR, HEAD, 1),
        (TREE | {"is_linear": "0"}, HEAD, 1),
        (
            TREE,
            HEAD | {"num_class": "3", "num_tree_per_iteration": "3", "objective": "multiclass num_class:3"},
            6,
        ),
    ],
)
def test_sound_trees_pass(tree, head, n_trees):
    check(tree, head, n_trees)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"num_leaves": "0"}, "a tree's leaves"),
        ({"leaf_value": "0.1 0.2"}, "a tree's leaves"),
        ({"left_child": "-1"}, "a tree's nodes"),
        ({"right_child": "0 -3"}, "an invalid child"),  # itself
        ({"right_child": "1 0"}, "an invalid child"),  # back
        ({"right_child": "2 -3"}, "an invalid child"),
        ({"right_child": "1 -4"}, "an invalid child"),
        ({"split_feature": "0 2"}, "an invalid feature index"),
        ({"split_feature": "-1 1"}, "an invalid feature index"),
        ({"split_feature": "0"}, "a tree's nodes"),
        ({"threshold": "0.5"}, "a tree's nodes"),
        ({"decision_type": "2 2 2"}, "a tree's nodes"),
        ({"num_cat": "-1"}, "an invalid level set"),
        ({"decision_type": "1 2", "threshold": "0 1.5"}, "an invalid level set"),  # there is none
        (LEVELS | {"threshold": "0 2"}, "an invalid level set"),
        (LEVELS | {"threshold": "-1 1"}, "an invalid level set"),
        (LEVELS | {"cat_boundaries": "0 1"}, "its level sets"),
        (LEVELS | {"cat_boundaries": "1 1 2"}, "its level sets"),
        (LEVELS | {"cat_boundaries": "0 2 1"}, "its level sets"),
        (LEVELS | {"cat_boundaries": "0 1 3"}, "its level sets"),
        (LINEAR | {"num_features": "1 2"}, "its linear leaves"),
        (LINEAR | {"leaf_const": "0 0"}, "its linear leaves"),
        (LINEAR | {"num_features": "4 -1 0"}, "its linear leaves"),
        (LINEAR | {"num_features": "1 0 1"}, "its linear leaves"),
        (LINEAR | {"leaf_coeff": "1 1"}, "its linear leaves"),
        (LINEAR | {"leaf_features": "0 0 2"}, "a leaf has an invalid feature index"),
        (LINEAR | {"leaf_features": "0 -1 1"}, "a leaf has an invalid feature index"),
        ({"threshold": "0.5 x"}, "could not convert"),
    ],
)
def test_a_tree_that_leads_outside_is_refused(change, says):
    with pytest.raises(DataError, match=f"its LightGBM model is corrupt .*{says}"):
        check(TREE | change)


@pytest.mark.parametrize(
    ("change", "n_trees", "n_columns", "says"),
    [
        ({"num_class": "2"}, 1, 2, "its classes"),
        ({"num_class": "0", "num_tree_per_iteration": "0"}, 0, 2, "its classes"),
        ({"num_class": "2", "num_tree_per_iteration": "2"}, 3, 2, "its classes"),
        ({"objective": "multiclass num_class:3"}, 1, 2, "its classes"),
        ({"max_feature_idx": "2"}, 1, 2, "its columns"),
        ({}, 1, 3, "its columns"),
        ({"num_class": "one"}, 1, 2, "invalid literal"),
    ],
)
def test_a_head_that_does_not_fit_is_refused(change, n_trees, n_columns, says):
    with pytest.raises(DataError, match=says):
        check(LEAF, HEAD | change, n_trees, n_columns)


def test_a_field_with_two_values_or_without_one_is_refused():
    check_light_gbm(f"tree\n{lines(HEAD)}num_class=1\n\nTree=0\n{lines(LEAF)}\nend of trees\n".encode(), 2)
    with pytest.raises(DataError, match="num_class has two values"):
        check_light_gbm(
            f"tree\n{lines(HEAD)}num_class=2\n\nTree=0\n{lines(LEAF)}\nend of trees\n".encode(), 2
        )
    with pytest.raises(DataError, match="num_leaves"):
        check({})
    with pytest.raises(DataError, match="corrupt"):
        check_light_gbm(b"\xff", 2)
