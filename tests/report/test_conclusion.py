from gnomon.assessment.intervals import Estimate
from gnomon.assessment.measures.facts import find_measure
from gnomon.experiments.results import Standing
from gnomon.report.conclusion import headline, verdicts


def standing(learner, value, verdict):
    return Standing(
        learner, Estimate(value, value - 0.031, value + 0.031, 0.95, "corrected t", ""), None, verdict, 1.0
    )


def test_a_clear_winner_is_called_best():
    standings = [standing("A", 0.9, "best"), standing("B", 0.5, "worse")]
    assert headline(standings, "accuracy") == (
        "A is best of 2 learners: accuracy 0.900 (95\u00a0% interval 0.869 to 0.931)."
    )
    assert verdicts(standings) == "B is worse."


def test_a_first_place_that_is_not_sure_is_not_called_best():
    standings = [standing("A", 0.9, "best"), standing("B", 0.89, "undecided"), standing("C", 0.5, "worse")]
    assert headline(standings, "accuracy").startswith("A comes first of 3 learners")
    assert verdicts(standings) == "B does not differ significantly from it; C is worse."


def test_verdicts_group_learners():
    standings = [standing("A", 0.9, "best"), *(standing(name, 0.9, "practically equal") for name in "BCD")]
    assert verdicts(standings) == "B, C and D are practically equal to it."


def test_an_unbeaten_baseline_is_pointed_out():
    standings = [standing("A", 0.51, "best"), standing("Baseline", 0.5, "undecided")]
    assert "Take care: Baseline ignores the features" in verdicts(standings, ["Baseline"])
    beaten = [standing("A", 0.9, "best"), standing("Baseline", 0.5, "worse")]
    assert "Take care" not in verdicts(beaten, ["Baseline"])


def test_one_learner_alone_is_not_ranked():
    assert headline([standing("A", 0.9, "best")], "accuracy").startswith("A has accuracy 0.900")
    assert verdicts([standing("A", 0.9, "best")]) == ""


def test_hundreds_of_learners_are_counted_rather_than_named():
    standings = [standing("A", 0.9, "best"), *(standing(f"B{n}", 0.9, "undecided") for n in range(100))]
    told = verdicts(standings)
    assert told.endswith("B13, B14 and 85 more do not differ significantly from it.")


def test_an_error_that_is_nothing_beside_a_guess_is_doubted():
    perfect = [standing("A", 0.001, "best"), standing("Baseline", 170.0, "worse")]
    assert "almost too good" in verdicts(perfect, ["Baseline"])
    good = [standing("A", 1.0, "best"), standing("Baseline", 170.0, "worse")]
    assert "too good" not in verdicts(good, ["Baseline"])


def test_the_relative_error_names_the_best_learner():
    standings = [standing("Ridge", 6.0, "best"), standing("BaselineRegressor", 10.0, "worse")]
    text = verdicts(standings, ["BaselineRegressor"], find_measure("root_mean_squared_error"))
    assert "The error of Ridge is 40\u00a0% below that of BaselineRegressor." in text
