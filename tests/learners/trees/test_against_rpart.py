"""Trees that the documentation of R's package rpart prints (Therneau & Atkinson; help page of `rpart`).

The data are rpart's `kyphosis`: 81 children after an operation (Chambers & Hastie 1992): whether a deformity
is present or absent, age in months, number of vertebrae, and the first of them.
"""

import re

import numpy as np
import pandas as pd
import pytest

from gnomon.learners.trees.classifier import DecisionTreeClassifier

TABLE = """
a71/3/5 a158/3/14 p128/4/5 a2/5/1 a1/4/15 a1/2/16 a61/2/17 a37/3/16 a113/2/16 p59/6/12 p82/5/14
a148/3/16 a18/5/2 a1/4/12 a168/3/18 a1/3/16 a78/6/15 a175/5/13 a80/5/16 a27/4/9 a22/2/16 p105/6/5
p96/3/12 a131/2/3 p15/7/2 a9/5/13 a8/3/6 a100/3/14 a4/3/16 a151/2/16 a31/3/16 a125/2/11 a130/5/13
a112/3/16 a140/5/11 a93/3/16 a1/3/9 p52/5/6 a20/6/9 p91/5/12 p73/5/1 a35/3/13 a143/9/3 a61/4/1
a97/3/16 p139/3/10 a136/4/15 a131/5/13 p121/3/3 a177/2/14 a68/5/10 a9/2/17 p139/10/6 a2/2/17
a140/4/15 a72/5/15 a2/3/13 p120/5/8 a51/7/9 a102/3/13 p130/4/1 p114/7/8 a81/4/1 a118/3/16 a118/4/16
a17/4/10 a195/2/17 a159/4/13 a18/4/11 a15/5/16 a158/5/14 a127/4/12 a87/4/16 a206/4/10 a11/3/15
a178/4/15 p157/3/13 a26/7/13 a120/2/13 p42/7/6 a36/4/13
"""
CHILDREN = re.findall(r"(\w)(\d+)/(\d+)/(\d+)", TABLE)
KYPHOSIS = pd.DataFrame(
    [[float(part) for part in child[1:]] for child in CHILDREN], columns=["Age", "Number", "Start"]
)
PRESENT = np.array(["present" if child[0] == "p" else "absent" for child in CHILDREN])
# rpart's minsplit and minbucket.
LIMITS = {"min_samples_split": 20, "min_samples_leaf": 7}


def test_the_tree_of_the_help_page():
    model = DecisionTreeClassifier(**LIMITS).fit(KYPHOSIS, PRESENT)
    assert model.text().splitlines() == [
        "if Start > 8.5 then",
        "    if Start > 14.5 then absent",
        "    else",
        "        if Age > 55 then",
        "            if Age > 111 then absent",
        "            else present",
        "            endif",
        "        else absent",
        "        endif",
        "    endif",
        "else present",
        "endif",
    ]
    counts = {rule.weight: rule for rule in model.rules()}
    assert sorted(counts) == [7, 12, 14, 19, 29]
    ends = model.predict_proba(KYPHOSIS)[:, 1]
    assert sorted(set(ends.round(7))) == [0.0, 0.1428571, 0.5714286, 0.5789474]


def test_the_tree_with_priors_and_information():
    prior = {"absent": 0.65 / (64 / 81), "present": 0.35 / (17 / 81)}
    model = DecisionTreeClassifier(criterion="entropy", class_weight=prior, **LIMITS).fit(KYPHOSIS, PRESENT)
    tree = model.tree_
    below, above = tree.children(0)
    assert (tree.feature[0], tree.threshold[0]) == (2, 12.5)
    assert (tree.feature[below], tree.threshold[below]) == (0, 34.5)
    young, old = tree.children(below)
    assert tree.n_rows[[above, below, young, old]].tolist() == [46, 35, 10, 25]
    proportions = tree.value / tree.weight[:, None]
    assert proportions[0] == pytest.approx([0.65, 0.35])
    assert proportions[above] == pytest.approx([0.91563089, 0.08436911], abs=1e-8)
    assert proportions[below] == pytest.approx([0.39676840, 0.60323160], abs=1e-8)
    assert proportions[young] == pytest.approx([0.81616742, 0.18383258], abs=1e-8)
    assert proportions[old] == pytest.approx([0.27932897, 0.72067103], abs=1e-8)


def test_the_tree_of_one_split():
    model = DecisionTreeClassifier(max_leaf_nodes=2, **LIMITS).fit(KYPHOSIS, PRESENT)
    assert [str(rule) for rule in model.rules()] == [
        "if Start <= 8.5 then present",
        "if Start > 8.5 then absent",
    ]
    assert model.predict_proba(KYPHOSIS)[:, 1].max() == pytest.approx(0.57894737)
    assert model.predict_proba(KYPHOSIS)[:, 1].min() == pytest.approx(0.09677419)
