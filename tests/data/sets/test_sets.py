"""Every data set loads, has the size it claims, says where it comes from, and holds the printed figures."""

import re
from typing import get_args

import numpy as np
import pytest

from gnomon.data.sets import TableName, load
from gnomon.data.table import Table
from gnomon.data.task import Task
from gnomon.errors import NameUnknown
from gnomon.registry import sets


@pytest.mark.parametrize("name", list(sets))
def test_a_set_is_what_its_facts_say(name):
    facts = sets[name].facts
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    thing = load(name)
    assert isinstance(thing, Task if facts["task"] else Table)
    table = thing.table if isinstance(thing, Task) else thing
    has_target = isinstance(thing, Task) and thing.y is not None
    assert (table.n_rows, table.n_columns + has_target) == (facts["rows"], facts["columns"])
    assert len(facts["source"]) > 10
    assert sets[name].title
    if isinstance(thing, Task):
        assert thing.name == name


def test_digits_are_classes_of_whole_numbers_and_flowers_of_names():
    assert load("digits").classes.tolist() == list(range(10))
    assert load("iris").classes.tolist() == ["setosa", "versicolor", "virginica"]


def test_underscores_in_a_name_stand_for_hyphens():
    assert load("play_tennis").fingerprint == load("play-tennis").fingerprint


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(NameUnknown, match="did you mean 'play-tennis'"):
        load("play-tenis")
    assert load("breast_cancer").name == "breast-cancer"


def test_classes_and_positive_are_those_of_the_literature():
    assert load("play-tennis").positive == "Yes"
    assert load("mail-counts").positive == "+"
    assert load("breast-cancer").positive == "malignant"
    assert load("iris-components").positive == "versicolor"
    assert load("iris").classes.tolist() == ["setosa", "versicolor", "virginica"]


def test_doctor_means_and_deviations():
    X = load("doctor").encoded
    np.testing.assert_allclose(X.mean(axis=0), [171.4, 86.4, 143.8, 44.2, 6.7])
    np.testing.assert_allclose(
        X.std(axis=0, ddof=1), [17.7989, 15.3232, 27.4718, 11.7558, 1.70880], atol=5e-5
    )


def test_olympic_lines():
    men, women = load("olympic-men"), load("olympic-women")
    np.testing.assert_allclose(np.polyfit(men.X.ravel(), men.y, 1), [-0.01333089, 36.416456], rtol=1e-6)
    np.testing.assert_allclose(np.polyfit(women.X.ravel(), women.y, 1), [-0.01507181, 40.924155], rtol=1e-6)


def test_mail_counts_and_bits_follow_from_the_words():
    words = load("mail-words").column("tokens").labels
    counts = [[text.split().count(letter) for letter in "abc"] for text in words]
    np.testing.assert_array_equal(load("mail-counts").encoded, counts)
    np.testing.assert_array_equal(load("mail-bits").encoded, np.array(counts) > 0)


def test_newsgroup_confusions_have_the_printed_sums():
    matrix = load("confusion-newsgroups").numbers
    assert (matrix.sum(), np.trace(matrix)) == (7506, 5888)
    assert matrix.sum(axis=1)[[0, 18, 19]].tolist() == [318, 311, 251]


def test_fold_tables_have_the_printed_means():
    table = load("folds-logistic-stump")
    np.testing.assert_allclose(table.column("logistic").values.mean(), 13.92)
    np.testing.assert_allclose(table.column("stump").values.std(ddof=1), 0.48270, atol=5e-6)
    assert load("folds-full-bayes").column("mistakes").values.sum() == 35


def test_film_preferences_are_the_product_of_their_factors():
    people, films = load("films-people").numbers, load("films-genres").numbers
    np.testing.assert_array_equal(people * [1, 2, 1] @ films, load("films").numbers)


def test_uci_iris_differs_in_two_rows():
    differs = (load("iris").encoded != load("iris-uci").encoded).any(axis=1)
    assert np.flatnonzero(differs).tolist() == [34, 37]


def test_iris_components_give_the_printed_estimates():
    task, held_out = load("iris-components"), load("iris-held-out").column("naive bayes").values == 1
    train = task.rows(~held_out)
    positive = train.y == "versicolor"
    assert (positive.sum(), (~positive).sum()) == (40, 80)
    np.testing.assert_allclose(train.X[positive].mean(axis=0), [-0.6406, -0.2036], atol=1e-4)
    np.testing.assert_allclose(train.X[positive].var(axis=0), [0.2881, 0.1803], atol=1e-4)
    np.testing.assert_allclose(train.X[~positive].mean(axis=0), [0.2696, 0.1403], atol=1e-4)
    np.testing.assert_allclose(train.X[~positive].var(axis=0), [6.1402, 0.2058], atol=1e-4)


def test_sepals_of_iris_carry_two_labels_at_ten_points():
    task = load("iris-sepals")
    labels = {}
    for point, label in zip(map(tuple, task.X), task.y):
        labels.setdefault(point, set()).add(label)
    assert sum(len(found) > 1 for found in labels.values()) == 10


def test_a_type_checker_knows_which_names_load_tables():
    assert set(get_args(TableName)) == {name for name in sets if isinstance(load(name), Table)}
