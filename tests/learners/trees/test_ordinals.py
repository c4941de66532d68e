import numpy as np
import pandas as pd
import pytest

import gnomon as gn
from gnomon.learners.trees.classifier import DecisionTreeClassifier
from gnomon.sharing.train import train_each


def sizes(values, ordered=True):
    return pd.DataFrame(
        {"size": pd.Categorical(values, ["small", "medium", "large", "huge"], ordered=ordered)}
    )


ROWS = ["small", "medium", "large", "huge"] * 5
Y = np.array([1, 0, 0, 1] * 5)


def test_ordered_categories_are_cut_in_their_order():
    model = DecisionTreeClassifier(max_depth=1).fit(sizes(ROWS), Y)
    assert str(model.rules()[0]) == "if size <= small then 1"
    whole = DecisionTreeClassifier().fit(sizes(ROWS), Y)
    assert (whole.predict(sizes(ROWS)) == Y).all()
    assert whole.get_depth() == 2


def test_without_an_order_two_groups_are_enough():
    model = DecisionTreeClassifier().fit(sizes(ROWS, ordered=False), Y)
    assert model.get_depth() == 1


@pytest.mark.parametrize("ordered", [False, True])
def test_the_order_of_new_rows_is_that_of_the_training_rows(ordered):
    model = DecisionTreeClassifier().fit(sizes(ROWS), Y)
    other = pd.DataFrame({"size": pd.Categorical(["huge", "small"], ["huge", "small"], ordered=ordered)})
    assert model.predict(other).tolist() == [1, 1]
    assert model.predict(pd.DataFrame({"size": ["medium"]})).tolist() == [0]
    assert len(model.predict(pd.DataFrame({"size": ["never seen"]}))) == 1


def test_a_task_with_an_ordinal_column_is_cut_in_its_order():
    task = gn.Task(sizes(ROWS), np.where(Y == 1, "yes", "no"))
    for trained in train_each(DecisionTreeClassifier(), task, gn.k_fold(2, random_state=0).split(task)):
        assert (trained.learner.predict(trained.examples) == task.y[trained.held_out]).all()
        assert trained.learner.tree_.level_begin[-1] == 0
