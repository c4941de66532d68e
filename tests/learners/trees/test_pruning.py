from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.stats import binom

from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.learners.trees.pruning import collapse_alphas, pessimistic, pruning_path, reduced_error
from gnomon.learners.trees.tree import Tree


def grown(seed, n_rows=40):
    random = np.random.default_rng(seed)
    X, y = random.normal(size=(n_rows, 2)), random.integers(3, size=n_rows)
    return DecisionTreeClassifier(max_depth=4).fit(X, y).tree_


def all_subtrees(tree, node=0):
    """Every way to close nodes: sets of leaves."""
    if tree.is_leaf[node]:
        return [{node}]
    left, right = (all_subtrees(tree, child) for child in tree.children(node))
    return [{node}] + [a | b for a in left for b in right]


@settings(max_examples=15)
@given(st.integers(0, 9999), st.floats(0.0005, 0.1))
def test_no_subtree_has_a_lower_cost_complexity(seed, alpha):
    tree = grown(seed, 14)
    risk = tree.impurity * tree.weight / tree.weight[0]
    pruned = tree.cut(collapse_alphas(tree) <= alpha)
    result = (pruned.impurity * pruned.weight)[pruned.is_leaf].sum() / pruned.weight[
        0
    ] + alpha * pruned.n_leaves
    best = min(sum(risk[leaf] for leaf in leaves) + alpha * len(leaves) for leaves in all_subtrees(tree))
    assert result == pytest.approx(best)


@settings(max_examples=15)
@given(st.integers(0, 9999))
def test_the_path_has_the_size_and_impurity_of_each_subtree(seed):
    tree = grown(seed)
    path = pruning_path(tree)
    prices = collapse_alphas(tree)
    assert (np.diff(path.ccp_alphas) > 0).all()
    for alpha, impurity, n_leaves in zip(path.ccp_alphas, path.impurities, path.n_leaves, strict=True):
        subtree = tree.cut(prices <= alpha)
        assert subtree.n_leaves == n_leaves
        assert (subtree.impurity * subtree.weight)[subtree.is_leaf].sum() / tree.weight[0] == pytest.approx(
            impurity
        )
    assert str(path).startswith(f"{len(path.ccp_alphas)} subtrees")


@settings(max_examples=15)
@given(st.integers(0, 9999))
def test_reduced_error_pruning_minimizes_the_loss(seed):
    tree = grown(seed, 14)
    random = np.random.default_rng(seed)
    own = random.integers(0, 6, size=len(tree)).astype(float)
    pruned = tree.cut(reduced_error(tree, own, np.zeros(len(tree))))
    best = min(sum(own[leaf] for leaf in leaves) for leaves in all_subtrees(tree))
    stays = np.flatnonzero(~tree.hidden(reduced_error(tree, own, np.zeros(len(tree)))))
    leaves = stays[pruned.is_leaf]
    assert own[leaves].sum() == best


def test_quinlans_example_of_pessimistic_pruning():
    # Quinlan (1993), ch. 4: leaves of 6, 9 and 1 rows without errors are expected to err 3.273 times, the
    # node in their stead, with 1 error in 16 rows, 2.512 times: it is closed.
    value = np.array([[15.0, 1.0], [6.0, 0.0], [9.0, 0.0], [0.0, 1.0]])
    tree = Tree.grown(
        value,
        feature=np.array([0, -1, -1, -1], np.int32),
        n_children=np.array([3, 0, 0, 0], np.int32),
        first_child=np.array([1, 0, 0, 0], np.int32),
        parent=np.array([-1, 0, 0, 0], np.int32),
        depth=np.array([0, 1, 1, 1], np.int32),
    )
    assert pessimistic(tree, 0.25).tolist() == [True, False, False, False]
    assert not pessimistic(tree, 0.9999)[0]


@pytest.mark.parametrize("confidence", [0.05, 0.25, 0.5])
def test_a_stump_is_closed_where_the_binomial_bounds_of_its_leaves_are_not_lower(confidence):
    def bound(errors, n_rows):
        """The rate at which so few errors or fewer have the probability `confidence`, times the rows."""
        return n_rows * brentq(lambda rate: binom.cdf(errors, n_rows, rate) - confidence, 0, 1)

    closed = []
    for left, left_errors, right, right_errors in product((4, 9), (0, 1, 2), (5, 12), (0, 1, 2)):
        right_hits = right - right_errors
        value = np.array(
            [
                [left - left_errors + right_errors, left_errors + right_hits],
                [left - left_errors, left_errors],
                [right_errors, right_hits],
            ]
        )
        tree = Tree.grown(
            value.astype(float),
            feature=np.array([0, -1, -1], np.int32),
            n_children=np.array([2, 0, 0], np.int32),
            first_child=np.array([1, 0, 0], np.int32),
            parent=np.array([-1, 0, 0], np.int32),
            depth=np.array([0, 1, 1], np.int32),
        )
        of_root, *of_leaves = (bound(row.min(), row.sum()) for row in value)
        closed.append(of_root <= sum(of_leaves))
        assert pessimistic(tree, confidence)[0] == closed[-1]
    assert 0 < sum(closed) < len(closed)
