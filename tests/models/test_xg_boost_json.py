"""Documents of XGBoost whose indices lead outside are refused."""

import copy
import json

import pytest

from gnomon.errors import DataError
from gnomon.models.xg_boost_json import check_xg_boost

# Node 0 splits column 0 by its levels into leaf 1 and node 2, which splits column 1 into leaves 3 and 4.
TREE = {
    "left_children": [1, -1, 3, -1, -1],
    "right_children": [2, -1, 4, -1, -1],
    "split_indices": [0, 0, 1, 0, 0],
    "split_type": [1, 0, 0, 0, 0],
    "split_conditions": [0.0, 0.1, 1.5, 0.2, 0.3],
    "default_left": [0, 0, 1, 0, 0],
    "tree_param": {"num_nodes": "5", "size_leaf_vector": "1"},
    "categories_nodes": [0],
    "categories": [1, 2**24 - 1],
    "categories_segments": [0],
    "categories_sizes": [2],
}


def document(n_trees=2, **model):
    trees = {
        "trees": [copy.deepcopy(TREE) for _ in range(n_trees)],
        "tree_info": [0] * n_trees,
        "gbtree_model_param": {"num_trees": str(n_trees)},
        "iteration_indptr": list(range(n_trees + 1)),
    }
    return {
        "learner": {
            "learner_model_param": {"num_feature": "2", "num_class": "0", "num_target": "1"},
            "gradient_booster": {"name": "gbtree", "model": trees | model},
        }
    }


def check(content, n_columns=2):
    check_xg_boost(json.dumps(content).encode(), n_columns)


def with_fields(content, **fields):
    content["learner"]["learner_model_param"] |= fields
    return content


def linear(n_weights, **fields):
    booster = {"name": "gblinear", "model": {"weights": [0.5] * n_weights}}
    declared = {"num_feature": "2", "num_class": "0"} | fields
    return {"learner": {"learner_model_param": declared, "gradient_booster": booster}}


def test_sound_models_pass():
    check(document())
    check(document(0))
    check(document(iteration_indptr=[]))
    check(with_fields(document(3, tree_info=[0, 1, 2], iteration_indptr=[0, 3]), num_class="3"))
    check(with_fields(document(tree_info=[0, 1]), num_target="2"))
    dart = document()
    dart["learner"]["gradient_booster"] = {"name": "dart", "gbtree": dart["learner"]["gradient_booster"]}
    check(dart)


@pytest.mark.parametrize(
    ("n_weights", "fields"),
    [(3, {}), (9, {"num_class": "3"}), (6, {"num_target": "2"}), (3, {"num_class": "1"})],
)
def test_a_linear_model_has_a_weight_of_each_column_and_an_intercept_for_each_output(n_weights, fields):
    check(linear(n_weights, **fields))
    for wrong in (n_weights - 1, n_weights + 1):
        with pytest.raises(DataError, match="its weights"):
            check(linear(wrong, **fields))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"tree_info": [0]}, "its trees"),
        ({"gbtree_model_param": {"num_trees": "1"}}, "its trees"),
        ({"tree_info": [0, 1]}, "an invalid class"),
        ({"tree_info": [0, -1]}, "an invalid class"),
        ({"iteration_indptr": [1, 1, 2]}, "its boosting rounds"),
        ({"iteration_indptr": [0, 1, 3]}, "its boosting rounds"),
        ({"iteration_indptr": [0, 2, 1, 2]}, "its boosting rounds"),
        ({"tree_info": [0.5, 0]}, "instead of integers"),
    ],
)
def test_trees_that_do_not_fit_the_model_are_refused(change, says):
    with pytest.raises(DataError, match=f"its XGBoost model is corrupt .*{says}"):
        check(document(**change))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"left_children": [1, -1, 3, -1]}, "a tree's nodes"),
        ({"split_conditions": [0.0]}, "a tree's nodes"),
        ({"default_left": []}, "a tree's nodes"),
        ({"split_type": [1, 0, 0, 0]}, "a tree's nodes"),
        ({"tree_param": {"num_nodes": "4"}}, "a tree's nodes"),
        ({"tree_param": {"num_nodes": "5", "size_leaf_vector": "2"}}, "a tree of several outputs"),
        ({"right_children": [2, -1, -1, -1, -1]}, "a tree's leaves"),
        ({"left_children": [0, -1, 3, -1, -1]}, "an invalid child"),  # the root
        ({"left_children": [1, -1, 5, -1, -1]}, "an invalid child"),
        ({"left_children": [1, -1, 1, -1, -1]}, "an invalid child"),  # of two parents
        ({"left_children": [-2, -1, 3, -1, -1]}, "an invalid child"),
        ({"split_indices": [0, 0, 2, 0, 0]}, "an invalid feature index"),
        ({"split_indices": [-1, 0, 1, 0, 0]}, "an invalid feature index"),
        ({"categories_nodes": []}, "its level sets"),
        ({"categories_nodes": [2]}, "its level sets"),
        ({"split_type": [1, 0, 1, 0, 0]}, "its level sets"),
        ({"categories_segments": [-1]}, "its level sets"),
        ({"categories_segments": [1]}, "its level sets"),
        ({"categories_sizes": [-1]}, "its level sets"),
        ({"categories_sizes": [3]}, "its level sets"),
        ({"categories": [1, 2**24]}, "its level sets"),
        ({"categories": [-1, 2]}, "its level sets"),
        ({"categories": ["a", "b"]}, "instead of integers"),
    ],
)
def test_a_tree_that_leads_outside_is_refused(change, says):
    content = document()
    content["learner"]["gradient_booster"]["model"]["trees"][1] |= change
    with pytest.raises(DataError, match=f"its XGBoost model is corrupt .*{says}"):
        check(content)


def test_a_split_type_of_a_leaf_does_not_count():
    content = document()
    content["learner"]["gradient_booster"]["model"]["trees"][1]["split_type"] = [1, 1, 0, 0, 0]
    check(content)


def test_other_columns_and_what_is_no_model_are_refused():
    with pytest.raises(DataError, match="its columns"):
        check(document(), n_columns=3)
    for content in ({}, [], {"learner": None}, {"learner": {}}):
        with pytest.raises(DataError, match="its XGBoost model is corrupt"):
            check(content)
    with pytest.raises(DataError, match="corrupt"):
        check_xg_boost(b"no JSON", 2)
