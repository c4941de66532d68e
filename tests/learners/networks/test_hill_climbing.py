import numpy as np
import pandas as pd
import pytest

from gnomon import threads
from gnomon.errors import DataError, NumericsWarning, ParameterError
from gnomon.learners.networks.family_scores import SCORES, FamilyScores
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.hill_climbing import hill_climbing
from tests.learners.networks.all_graphs import all_graphs, one_move_away

NAMES = ("x0", "x1", "x2", "x3")
GRAPHS = list(all_graphs(NAMES))


def dependent_rows(seed, n=60, d=4):
    """Each column copies an earlier one three times out of four, or is drawn anew."""
    random = np.random.default_rng(seed)
    rows = random.integers(3, size=(n, d))
    for column in range(1, d):
        copies = random.random(n) < 0.75
        rows[copies, column] = rows[copies, random.integers(column)]
    return rows


def test_there_are_543_graphs_on_four_nodes():
    assert len(GRAPHS) == 543


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("tabu", [0, 10])
def test_no_single_move_betters_the_result(score, tabu):
    for seed in range(3):
        scores = FamilyScores(dependent_rows(seed), score=score)
        result = hill_climbing(scores, tabu=tabu)
        assert result.converged
        assert result.score == pytest.approx(scores.graph(result.graph), rel=1e-12)
        best_near = max(scores.graph(other) for other in one_move_away(result.graph, GRAPHS))
        assert best_near <= result.score + 1e-8


def test_with_tabu_and_restarts_it_finds_the_best_of_all_graphs():
    for seed in range(8):
        scores = FamilyScores(dependent_rows(seed))
        result = hill_climbing(scores, restarts=3, random_state=0)
        assert result.score == pytest.approx(max(map(scores.graph, GRAPHS)), abs=1e-8)


def test_it_is_never_worse_than_its_start_or_than_a_plain_climb():
    for seed in range(6):
        scores = FamilyScores(dependent_rows(seed, d=8))
        plain = hill_climbing(scores, tabu=0)
        longer = hill_climbing(scores, start=plain.graph, tabu=5, restarts=2, random_state=seed)
        assert longer.score >= plain.score
        assert plain.score >= scores.graph(DirectedGraph.of_edges((), nodes=scores.names))


def test_a_start_may_be_a_formula_or_edges():
    rows = dependent_rows(0)
    begin = DirectedGraph.of_edges([("x3", "x0")], nodes=NAMES)
    for start in (begin, "[x3][x0|x3]", [("x3", "x0")]):
        assert hill_climbing(rows, start=start, tabu=0) == hill_climbing(rows, start=begin, tabu=0)


def test_the_history_adds_up_and_rises_without_tabu():
    result = hill_climbing(dependent_rows(1, d=6), tabu=0)
    frame = result.frame()
    empty = hill_climbing(dependent_rows(1, d=6), max_parents=0).score
    np.testing.assert_allclose(empty + frame.gain.cumsum(), frame.score)
    assert (frame.gain > 0).all()
    assert frame.score.iloc[-1] == pytest.approx(result.score)
    assert set(frame.operation) <= {"add", "delete", "reverse"}


def test_the_history_of_a_long_search_ends_at_the_best_graph():
    result = hill_climbing(dependent_rows(1, d=6), tabu=8, restarts=2, random_state=0)
    frame = result.frame()
    np.testing.assert_allclose(frame.score.diff()[1:], frame.gain[1:], atol=1e-9)
    assert frame.score.max() == pytest.approx(result.score)
    assert frame.score.iloc[-1] == pytest.approx(result.score)
    assert frame.operation.iloc[-1] == "return"


def test_required_and_forbidden_edges_and_the_most_parents_hold():
    rows = dependent_rows(2, n=200, d=7)
    free = hill_climbing(rows)
    required, forbidden = [("x6", "x0")], [free.graph.edges[0], free.graph.edges[1]]
    result = hill_climbing(
        rows, required=required, forbidden=forbidden, max_parents=2, restarts=2, random_state=1
    )
    assert set(required) <= set(result.graph.edges)
    assert not set(forbidden) & set(result.graph.edges)
    assert max(map(len, result.graph.parents)) <= 2


def test_weights_are_repetitions():
    random = np.random.default_rng(4)
    rows, times = dependent_rows(4, n=150, d=6), random.integers(0, 3, size=150)
    weighted = hill_climbing(rows, sample_weight=times)
    repeated = hill_climbing(np.repeat(rows, times, axis=0))
    assert weighted.graph == repeated.graph
    assert weighted.score == pytest.approx(repeated.score)


def test_threads_and_runs_change_nothing():
    rows = dependent_rows(5, n=30_000, d=15)
    with threads.limited(1):
        one = hill_climbing(rows, restarts=1, random_state=3)
    with threads.limited(3):
        assert hill_climbing(rows, restarts=1, random_state=3) == one


def test_it_recovers_a_collider():
    random = np.random.default_rng(0)
    a, b = random.integers(2, size=(2, 2000))
    c = (a | b) ^ (random.random(2000) < 0.05)
    result = hill_climbing({"a": a, "b": b, "c": c.astype(int)})
    assert set(result.graph.edges) == {("a", "c"), ("b", "c")}


def test_independent_columns_get_no_edge():
    assert hill_climbing(np.random.default_rng(0).integers(3, size=(3000, 5))).graph.edges == ()


def test_one_column_and_constant_columns_are_graphs_too():
    assert hill_climbing({"A": [0, 1, 1]}).graph.nodes == ("A",)
    assert hill_climbing({"A": [0, 0, 0], "B": [0, 1, 1]}).graph.edges == ()


def test_missing_values_are_left_out_family_by_family():
    rows = dependent_rows(3, n=400).astype(float)
    rows[np.random.default_rng(0).random(rows.shape) < 0.05] = np.nan
    scores = FamilyScores(rows)
    result = hill_climbing(scores)
    assert result.score == pytest.approx(scores.graph(result.graph))
    assert result.graph.edges


def test_a_climb_cut_short_says_so():
    with pytest.warns(NumericsWarning, match="max_iter=1"):
        result = hill_climbing(dependent_rows(0), max_iter=1)
    assert not result.converged
    assert "stopped" in str(result)


def test_a_walk_past_the_top_that_is_cut_short_has_converged():
    whole = hill_climbing(dependent_rows(0), tabu=0)
    cut = hill_climbing(dependent_rows(0), tabu=50, max_iter=whole.n_iter + 1)
    assert cut.converged
    assert cut.score >= whole.score


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"tabu": -1}, ParameterError, "tabu=-1"),
        ({"restarts": 1.5}, ParameterError, "restarts"),
        ({"restarts": 1, "shakes": -2}, ParameterError, "shakes=-2"),
        ({"max_parents": -1}, ParameterError, "max_parents=-1"),
        ({"required": [("x0", "x1"), ("x1", "x0")]}, DataError, "x0"),
        ({"required": [("x0", "x1")], "forbidden": [("x0", "x1")]}, DataError, "both required and forbidden"),
        ({"required": [("x0", "x2"), ("x1", "x2")], "max_parents": 1}, ParameterError, "'x2' are required"),
        ({"forbidden": [("x0", "y")]}, DataError, "no column 'y'"),
        ({"start": DirectedGraph.of_formula("[a]")}, DataError, "start has the nodes"),
        (
            {"start": DirectedGraph.of_edges([("x0", "x1")], nodes=NAMES), "max_parents": 0},
            DataError,
            "max_parents=0",
        ),
        (
            {"start": DirectedGraph.of_edges([("x0", "x1")], nodes=NAMES), "forbidden": [("x0", "x1")]},
            DataError,
            "forbidden edge",
        ),
    ],
)
def test_bad_options_are_refused(options, error, message):
    with pytest.raises(error, match=message):
        hill_climbing(dependent_rows(0), **options)


@pytest.mark.parametrize("missing", [0.5, 0.9, 0.99, 1.0])
def test_a_column_that_is_mostly_missing_makes_no_edges(missing):
    random = np.random.default_rng(1)
    rows = pd.DataFrame(random.integers(2, size=(300, 4)), columns=list("abcd")).astype(float)
    rows.loc[random.random(300) < missing, "d"] = np.nan
    assert len(hill_climbing(rows, levels={"d": [0, 1]}).graph.edges) <= 1
