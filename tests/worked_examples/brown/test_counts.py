"""Probabilities by counting, from the notes' table of ten people."""

import pytest

import gnomon as gn
from gnomon.sharing.counts import Counts
from gnomon.sharing.labels import Labels


def share(condition, given=None):
    """The share of people, or of those given, who meet a condition."""
    people = gn.load("people").to_pandas()
    chosen = people if given is None else people[given(people)]
    return float(condition(chosen).mean())


def male(people):
    return people.gender == "M"


def female(people):
    return people.gender == "F"


def tall(people):
    return people.tall.astype(bool)


def blood(kind):
    return lambda people: people.bloodtype == kind


def test_joint_and_conditional_shares():
    """Brown 2018, section 8.1.3 Joint Probabilities."""
    assert share(lambda p: male(p) & tall(p)) == 0.2
    assert share(lambda p: female(p) & blood("A")(p)) == 0.2
    assert share(blood("A"), given=male) == 1 / 4
    assert share(male, given=blood("A")) == pytest.approx(1 / 3)


def test_the_same_shares_come_from_the_counts_that_learners_share():
    """Brown 2018, section 8.1.3 Joint Probabilities."""
    people = gn.load("people")
    codes = people.select(["tall", "bloodtype"]).codes
    counts = Counts.of(Labels.of(people.column("gender").labels), codes)
    assert counts.classes.tolist() == ["F", "M"]
    assert counts.weight.tolist() == [6, 4]
    men = counts.tables[1][:, 1]
    assert men[people.levels("bloodtype").index("A")] / men.sum() == 1 / 4


def test_self_tests_on_the_same_table():
    """Brown 2018, section 8.1.3 Joint Probabilities."""
    assert share(tall) == 0.4
    assert share(blood("O")) == 0.3
    assert share(female) == 0.6
    assert share(lambda p: female(p) & tall(p)) == 0.2
    assert share(tall, given=female) == pytest.approx(1 / 3)
    assert share(female, given=tall) == 0.5


def test_product_rule_and_bayes_rule():
    """Brown 2018, section 8.1.4 Conditional Probabilities; section 8.2.1 Deriving the Theorem."""
    both = share(lambda p: male(p) & blood("A")(p))
    assert both == pytest.approx(share(male, given=blood("A")) * share(blood("A")))
    assert both == pytest.approx(share(blood("A"), given=male) * share(male))
    assert share(tall, given=male) == pytest.approx(share(male, given=tall) * share(tall) / share(male))
