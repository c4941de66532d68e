"""Counts of people are those of natural frequencies."""

import gnomon as gn


def test_counts_are_the_textbook_s():
    test = gn.probability.bayes_table({"ill": "0.028", "well": "0.972"}, {"ill": "0.95", "well": "0.01"})
    display = gn.plotting.FrequencyTreeDisplay(test)
    assert display.frame().equals(gn.probability.natural_frequencies(test, 10_000))
    assert display.frame().loc["ill"].tolist() == [266.0, 14.0, 280.0]
    assert display.frame().loc["well"].tolist() == [97.2, 9622.8, 9720.0]
    assert "0.732" in display.alt()


def test_it_says_how_many_of_those_with_the_evidence():
    assert gn.plotting.FrequencyTreeDisplay.example().alt() == (
        "Natural frequency tree of 10,000 people. 266 of 363.2 with positive are ill: 0.732."
    )
