"""Tables of a forest: the nodes of a tree, the votes of the trees, the error by number of trees."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from gnomon.arrays import Floats
from gnomon.errors import DataError
from gnomon.learners.ensembles.forest import Forest


def tree_table(forest: Forest, number: int = 0) -> Any:
    """The nodes of one tree of a random forest as a table: split, children, weight and prediction.

    A row with a value at or below the threshold goes left. Nodes are numbered within the tree; a leaf has
    feature -1.

    >>> from gnomon import RandomForestClassifier
    >>> forest = RandomForestClassifier(1, bootstrap=False).fit([[1.0], [2.0], [5.0]], ["a", "a", "b"])
    >>> tree_table(forest)[["feature", "threshold", "left", "right", "weight"]].values.tolist()[0]
    [0.0, 3.5, 1.0, 2.0, 3.0]
    """
    import pandas as pd

    check_is_fitted(forest)
    trees = forest.trees_
    if not 0 <= number < len(trees):
        raise DataError(f"there is no tree {number}; the forest has trees 0 to {len(trees) - 1}")
    nodes = slice(int(trees.begin[number]), int(trees.begin[number + 1]))
    left, split = trees.nodes[nodes].astype(np.int64).T
    is_leaf = trees.is_leaf[nodes]
    feature = np.where(is_leaf, -1, split >> 14)
    at_category = ~is_leaf & (split >> 1 & 1).astype(bool)
    is_numeric = ~is_leaf & ~at_category
    threshold = np.full(len(left), np.nan)
    threshold[is_numeric] = forest.bins_.thresholds(feature[is_numeric], (split >> 2 & 4095)[is_numeric])
    table = {
        "feature": feature,
        "threshold": threshold,
        "is_categorical": at_category,
        "missing_left": ~is_leaf & (split & 1).astype(bool),
        "left": np.where(is_leaf, -1, left - nodes.start),
        "right": np.where(is_leaf, -1, left - nodes.start + 1),
        "weight": trees.weight[nodes],
    }
    values = np.where(is_leaf[:, None], trees.leaf_values()[nodes], np.nan)
    names = [f"proportion_{name}" for name in forest.classes_] if is_classifier(forest) else ["value"]
    return pd.DataFrame({**table, **dict(zip(names, values.T, strict=True))})


def vote_table(forest: Forest, X: Any) -> Any:
    """The prediction of each tree and of the forest for each row: columns row, tree, prediction, forest.

    >>> from gnomon import RandomForestClassifier
    >>> X = [[0.0], [1.0], [8.0], [9.0]]
    >>> vote_table(RandomForestClassifier(3).fit(X, ["a", "a", "b", "b"]), [[0.0]]).shape
    (3, 4)
    """
    import pandas as pd

    each, forest_prediction = forest.tree_predictions(X), forest.predict(X)
    n_rows, n_trees = each.shape
    return pd.DataFrame(
        {
            "row": np.repeat(np.arange(n_rows), n_trees),
            "tree": np.tile(np.arange(n_trees), n_rows),
            "prediction": each.ravel(),
            "forest": np.repeat(forest_prediction, n_trees),
        }
    )


def ensemble_size_table(model: Any, X: Any, y: Any) -> Any:
    """Error by ensemble size (number of trees or boosting rounds): error rate, or mean squared error.

    >>> from gnomon import RandomForestClassifier
    >>> X, y = [[0.0], [1.0], [8.0], [9.0]], ["a", "a", "b", "b"]
    >>> ensemble_size_table(RandomForestClassifier(20).fit(X, y), X, y).columns.tolist()
    ['n_trees', 'error']
    """
    import pandas as pd

    truth = np.asarray(y)
    is_classification = is_classifier(model)
    errors: list[Floats] = [
        np.mean(stage != truth) if is_classification else np.mean((stage - truth) ** 2)
        for stage in model.staged_predict(X)
    ]
    return pd.DataFrame({"n_trees": np.arange(1, len(errors) + 1), "error": errors})
