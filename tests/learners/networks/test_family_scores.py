from math import lgamma, log

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pgmpy.structure_score import AIC, BIC, K2, BDeu

from gnomon.data.table import Table
from gnomon.errors import DataError, ParameterError
from gnomon.learners.networks.family_scores import SCORES, FamilyScores
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.probability.shared_information import mutual_information

ROWS = pd.DataFrame(
    {"A": list("aabbbacb"), "B": list("xyxyyyxx"), "C": [0, 1, 1, 0, 1, 1, 0, 0], "D": [True, False] * 4}
)


def test_the_formulas_on_a_small_table():
    rows = pd.DataFrame({"B": list("xxxyyyyy"), "D": [1, 1, 1, 1, 0, 0, 0, 0]})
    fit = 3 * log(3 / 4) + log(1 / 4)
    expected = {
        "likelihood": fit,
        "aic": fit - 2,
        "bic": fit - log(8),
        "mdl": fit - log(8) - log(2),
        "k2": (lgamma(2) - lgamma(6) + lgamma(4) + lgamma(2)) + (lgamma(2) - lgamma(6) + lgamma(5)),
        "bdeu": (lgamma(1) - lgamma(5) + lgamma(3.5) + lgamma(1.5) - 2 * lgamma(0.5))
        + (lgamma(1) - lgamma(5) + lgamma(4.5) - lgamma(0.5)),
    }
    for score in SCORES:
        scores = FamilyScores(rows, score=score, equivalent_sample_size=2)
        assert scores.family("B", ["D"]) == pytest.approx(expected[score], abs=1e-12)


@pytest.mark.parametrize(
    ("score", "peer"), [("bic", BIC), ("aic", AIC), ("k2", K2), ("bdeu", lambda rows: BDeu(rows, 10))]
)
def test_scores_are_those_of_pgmpy(score, peer):
    scores, other = FamilyScores(ROWS, score=score), peer(ROWS)
    for child, parents in (("A", ()), ("A", ("B",)), ("B", ("A", "C")), ("C", ("D", "B", "A"))):
        assert scores.family(child, parents) == pytest.approx(other.local_score(child, parents), abs=1e-9)


@pytest.mark.parametrize("score", ["bic", "aic", "mdl", "bdeu", "likelihood"])
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 999))
def test_equivalent_graphs_score_the_same(score, seed):
    random = np.random.default_rng(seed)
    scores = FamilyScores(random.integers(3, size=(30, 3)), score=score)
    chain = DirectedGraph.of_formula("[x0][x1|x0][x2|x1]")
    fork = DirectedGraph.of_formula("[x0|x1][x1][x2|x1]")
    assert scores.graph(chain) == pytest.approx(scores.graph(fork), rel=1e-12)


@pytest.mark.parametrize("score", SCORES)
def test_weights_are_repetitions(score):
    random = np.random.default_rng(0)
    rows, times = random.integers(3, size=(40, 4)), random.integers(0, 4, size=40)
    levels = {f"x{j}": (0, 1, 2) for j in range(4)}
    weighted = FamilyScores(rows, score=score, sample_weight=times, levels=levels)
    repeated = FamilyScores(np.repeat(rows, times, axis=0), score=score, levels=levels)
    for parents in ((), ("x1",), ("x1", "x3")):
        assert weighted.family("x0", parents) == pytest.approx(repeated.family("x0", parents), rel=1e-12)


def test_kept_counts_do_not_change_a_score():
    rows = np.random.default_rng(1).integers(3, size=(50, 4))
    cached = FamilyScores(rows, score="mdl")
    cached.score_pairs()
    cached.adding(0, frozenset({2}), np.array([1, 3]))
    for parents in ((), ("x1",), ("x2",), ("x1", "x2"), ("x1", "x2", "x3")):
        fresh = FamilyScores(rows, score="mdl")
        assert cached.family("x0", parents) == pytest.approx(fresh.family("x0", parents), rel=1e-12)


def test_a_row_with_a_missing_value_is_left_out_of_its_families_alone():
    rows = pd.DataFrame(
        {"A": ["a", "b", None, "a", "b", "b"], "B": [0, 1, 1, 0, 0, 1], "C": [0, 0, 1, 1, 0, 1]}
    )
    scores, whole = FamilyScores(rows, score="likelihood"), FamilyScores(rows.dropna(), score="likelihood")
    assert scores.family("A", ["B"]) == pytest.approx(whole.family("A", ["B"]) * 6 / 5)
    assert scores.family("B", ["C"]) != pytest.approx(whole.family("B", ["C"]) * 6 / 5)


def test_scores_with_a_prior_refuse_missing_values():
    with pytest.raises(DataError, match=r"column 'A' has a missing value at row 1.*complete rows"):
        FamilyScores({"A": [0, None, 1], "B": [0, 1, 1]}, score="bdeu")


def test_information_is_that_of_the_formulas_in_probability():
    rows = np.random.default_rng(0).integers(3, size=(60, 3))
    result = FamilyScores(rows).information()
    for u, v in ((0, 1), (1, 2)):
        joint = np.zeros((3, 3))
        np.add.at(joint, (rows[:, u], rows[:, v]), 1)
        assert result[u, v] / log(2) == pytest.approx(mutual_information(joint), abs=1e-12)


def test_levels_that_no_row_has_count_as_parameters():
    rows = {"A": [0, 1, 0, 1], "B": [0, 1, 1, 1]}
    three = FamilyScores(rows, score="aic", levels={"A": [0, 1, 2]})
    assert FamilyScores(rows, score="aic").family("A") - three.family("A") == pytest.approx(1)


@pytest.mark.parametrize("data", [ROWS, Table.of(ROWS), ROWS.to_dict("list"), ROWS.to_dict("records")])
def test_tables_of_any_kind_are_read(data):
    assert FamilyScores(data).family("A", ["B"]) == pytest.approx(FamilyScores(ROWS).family("A", ["B"]))


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: FamilyScores(ROWS, score="bde"), ParameterError, "score='bde'"),
        (lambda: FamilyScores(ROWS, score="bdeu", equivalent_sample_size=0), ParameterError, "above 0"),
        (lambda: FamilyScores(ROWS[:0]), DataError, "no observed value"),
        (lambda: FamilyScores([1, 2]), DataError, "shape"),
        (lambda: FamilyScores(pd.DataFrame([[0, 1]], columns=["A", "A"])), DataError, "two columns"),
        (lambda: FamilyScores(ROWS).family("E"), DataError, "no column 'E'"),
        (lambda: FamilyScores(ROWS, sample_weight=[0] * 8), DataError, "sample_weight"),
    ],
)
def test_bad_input_is_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()
