import numpy as np
from sklearn.pipeline import Pipeline

import gnomon as gn
from gnomon.features.automatic.default_preparation import preparation_notes, prepared


def raw(n=60):
    random = np.random.default_rng(0)
    age = random.normal(50, 10, n)
    age[::7] = np.nan
    return gn.Task(
        {
            "nr": [f"p{place}" for place in range(n)],
            "age": age,
            "town": random.choice(["Ulm", "Bonn"], n),
            "same": np.ones(n),
        },
        random.choice(["a", "b"], n),
        kinds={"nr": "categorical"},
    )


def test_what_is_done_is_said_and_each_learner_gets_what_it_needs(recwarn):
    learners = {"SVC": gn.SVC(), "RandomForestClassifier": gn.RandomForestClassifier()}
    found, notes = prepared(learners, raw())
    said = " ".join(notes)
    assert "Left out: nr" in said
    assert "same (" in said
    assert "median" in said
    assert "one scale for SVC." in said
    assert isinstance(found["SVC"], Pipeline)


def test_a_table_that_needs_nothing_leaves_the_learner_bare():
    learner = gn.GaussianNB()
    found, notes = prepared({"GaussianNB": learner}, gn.load("iris"))
    assert found["GaussianNB"] is learner
    assert notes == []
