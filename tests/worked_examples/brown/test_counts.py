"""Probabilities of table 8.1 from the counts that learners share: ten people."""

import pytest

import gnomon as gn
from gnomon.learners.bayes.categorical import CategoricalNB
from gnomon.sharing.counts import Counts
from gnomon.sharing.labels import Labels


@pytest.fixture(scope="module")
def counts():
    """Counts of the levels of tall and of bloodtype, by gender."""
    people = gn.load("people")
    codes = people.select(["tall", "bloodtype"]).codes
    return Counts.of(Labels.of(people.column("gender").labels), codes)


def test_joint_and_conditional_shares_from_counts(counts):
    """Brown 2018, section 8.1.3 Joint Probabilities; section 8.1.4 Conditional Probabilities."""
    assert counts.classes.tolist() == ["F", "M"]
    assert counts.weight.tolist() == [6, 4]
    tall, blood = counts.tables[0][1], counts.tables[1][0]
    assert tall.tolist() == [2, 2]
    assert blood.tolist() == [2, 1]
    assert (blood / counts.weight.sum()).tolist() == [0.2, 0.1]
    assert blood[1] / counts.weight[1] == 1 / 4
    assert blood[1] / blood.sum() == pytest.approx(1 / 3)
    assert tall[0] / counts.weight[0] == pytest.approx(1 / 3)
    assert tall[0] / tall.sum() == 0.5


def test_naive_bayes_with_one_feature_is_bayes_rule():
    """Brown 2018, section 8.1.4 Conditional Probabilities; section 8.2.1 Deriving the Theorem."""
    people = gn.load("people").to_pandas()
    by_blood = CategoricalNB(alpha=0).fit(people[["bloodtype"]], people["gender"])
    type_a = people[["bloodtype"]][people["bloodtype"] == "A"].iloc[:1]
    assert by_blood.predict_proba(type_a)[0, 1] == pytest.approx(1 / 3)
    assert by_blood.joint(type_a)[0, 1] == pytest.approx(1 / 10)
    by_gender = CategoricalNB(alpha=0).fit(people[["gender"]], people["tall"])
    man = people[["gender"]][people["gender"] == "M"].iloc[:1]
    assert by_gender.predict_proba(man)[0].tolist() == pytest.approx([0.5, 0.5])
