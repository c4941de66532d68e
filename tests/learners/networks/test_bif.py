import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.errors import DataError
from gnomon.learners.networks.bif import bif_text, parse_bif, read_bif, write_bif
from gnomon.learners.networks.examples import asia, monty_hall, random_network
from gnomon.learners.networks.graph import DirectedGraph
from gnomon.learners.networks.network import BayesianNetwork
from tests.learners.networks.pgmpy_peer import BIFReader

SMALL = """
// a comment
network "dog problem" { property author nobody; }
variable light-on { type discrete [ 2 ] { yes, no }; property position = (1, 2); }
variable "family out" { /* two
lines */ type discrete [2] { "a b", c }; }
probability ( "family out" ) { table 0.15 0.85; }
probability ( light-on | "family out" ) { table 0.6 0.05 0.4 0.95; }
"""


def test_a_written_network_reads_back_to_the_last_bit(tmp_path):
    for network in (random_network(20, 25, random_state=0), asia(), monty_hall()):
        write_bif(network, tmp_path / "net.bif")
        again = read_bif(tmp_path / "net.bif")
        assert again.graph == network.graph
        for name in network.graph.nodes:
            np.testing.assert_array_equal(again.tables[name], network.tables[name].astype(float))
            assert again.levels[name] == tuple(map(str, network.levels[name]))


def test_pgmpy_reads_what_is_written(tmp_path):
    network = random_network(15, 20, random_state=1)
    write_bif(network, tmp_path / "net.bif")
    peer = BIFReader(str(tmp_path / "net.bif")).get_model()
    assert set(peer.edges()) == set(network.graph.edges)
    for name in network.graph.nodes:
        table = peer.get_cpds(name)
        assert [*table.variables[1:]] == list(network.graph.parents_of(name))
        np.testing.assert_allclose(np.moveaxis(table.values, 0, -1), network.tables[name], atol=1e-15)


def test_comments_properties_quotes_and_whole_tables_are_read():
    network = parse_bif(SMALL)
    assert network.levels["family out"] == ("a b", "c")
    np.testing.assert_allclose(network.tables["light-on"], [[0.6, 0.4], [0.05, 0.95]])
    assert parse_bif(bif_text(network)).levels == network.levels


def test_default_rows_fill_those_not_given():
    text = SMALL.replace("table 0.6 0.05 0.4 0.95;", "default 0.5, 0.5; (c) 0.1, 0.9;")
    np.testing.assert_allclose(parse_bif(text).tables["light-on"], [[0.5, 0.5], [0.1, 0.9]])


def test_rows_with_few_digits_are_put_right():
    network = parse_bif(SMALL.replace("0.15 0.85", "0.3333 0.6666"))
    assert network.tables["family out"].sum() == pytest.approx(1.0, abs=1e-15)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("0.15 0.85;", "0.15 0.8;", "line 7: a row of the table of 'family out' sums to 0.95"),
        ("0.15 0.85;", "0.15;", "line 7: 1 numbers where 2 finite numbers were expected"),
        ("0.15 0.85;", "0.15 x;", "line 7: 'x' is not a number"),
        ("0.15 0.85;", "0.15 nan;", "2 finite numbers were expected"),
        (
            "0.15 0.85;",
            "1.15 -0.15;",
            "line 7: the table of 'family out' has -0.15, which is not a probability",
        ),
        ("[ 2 ]", "[ 3 ]", r"line 4: the type declares \[ 3 \] but lists 2 levels"),
        ("{ yes, no }", "{ yes, yes }", "line 4: a level is listed twice"),
        ('| "family out" )', "| family-out )", "line 8: the variable 'family-out' has not been declared"),
        ('( "family out" )', "( light-on )", "line 8: the probability of 'light-on' is defined twice"),
        ('| "family out" )', "| light-on )", "line 8: .*names a variable twice"),
        (
            "table 0.6 0.05 0.4 0.95;",
            "(c) 0.1, 0.9;",
            "line 8: 1 rows of the table of 'light-on' are missing",
        ),
        ("table 0.6 0.05 0.4 0.95;", "(d) 0.1, 0.9;", "line 8: 'family out' has no level 'd'"),
        ("table 0.6 0.05 0.4 0.95;", "(c, c) 0.1, 0.9;", "names 2 levels for 1 parents"),
        ("table 0.6 0.05 0.4 0.95;", "(c) 0.1, 0.9; (c) 0.1, 0.9;", "line 8: a row .* is defined twice"),
        ("table 0.6 0.05 0.4 0.95; }", "table 0.6 0.05", "line 8: the file ends too early"),
        ("variable light-on", "variables light-on", "line 4: 'variables' where"),
        ("discrete [2]", "real [2]", "line 6: 'real' where 'discrete' was expected"),
        ('"dog problem"', '"dog problem', "line 3: .*unclosed quotation mark"),
        ('probability ( "family out" ) { table 0.15 0.85; }', "", "'family out' has no probability block"),
    ],
)
def test_a_bad_file_gives_one_error_with_its_line(old, new, message):
    assert old in SMALL
    with pytest.raises(DataError, match=message):
        parse_bif(SMALL.replace(old, new))


@pytest.mark.parametrize("text", ["", "network x {", "variable", "variable A {", "probability ("])
def test_a_file_cut_short_is_refused(text):
    with pytest.raises(DataError, match="line 1: "):
        parse_bif(text)


def test_a_cycle_in_a_file_is_named():
    text = (
        "variable A { type discrete [1] { a }; } variable B { type discrete [1] { b }; }"
        "probability ( A | B ) { (b) 1.0; } probability ( B | A ) { (a) 1.0; }"
    )
    with pytest.raises(DataError, match=r"form a cycle: A -> B -> A|form a cycle: B -> A -> B"):
        parse_bif(text)


def test_a_name_that_the_format_cannot_hold_is_refused():
    with pytest.raises(DataError, match="quotation mark"):
        bif_text(BayesianNetwork("[A]", {"A": {'say "no"': 0.5, "yes": 0.5}}))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_damaged_file_gives_a_network_or_one_clear_error(data):
    text = SMALL
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 12))
        text = text[:at] + data.draw(st.text('{}()[]|;,". \n01eaÄ-', max_size=3)) + text[at + cut :]
    try:
        network = parse_bif(text)
    except DataError:
        return
    for table in network.tables.values():
        np.testing.assert_allclose(table.sum(axis=-1), 1.0, atol=1e-6)


def test_what_is_no_file_of_text_is_refused(tmp_path):
    (tmp_path / "bytes.bif").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="not text in UTF-8"):
        read_bif(tmp_path / "bytes.bif")
    with pytest.raises(DataError, match="No such file"):
        read_bif(tmp_path / "none.bif")


def test_levels_that_are_one_as_text_are_not_written():
    with pytest.raises(DataError, match="two levels of 'A' are the same as text"):
        bif_text(BayesianNetwork("[A]", {"A": {1: 0.3, "1": 0.7}}))


ODD = [
    "a b",
    "größe",
    "x,y",
    "a|b",
    "(p)",
    "{q}",
    "a;b",
    "//c",
    "/*d*/",
    "table",
    "default",
    "1",
    "-1.5",
    " ",
]


@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_read_back(name, tmp_path):
    graph = DirectedGraph((name, "B"), ((), (0,)))
    network = BayesianNetwork(graph, {name: {name: 0.3, "other": 0.7}, "B": {name: 0.2, "other": 0.6}})
    write_bif(network, tmp_path / "odd.bif")
    again = read_bif(tmp_path / "odd.bif")
    assert again.graph == graph
    assert again.levels[name] == (name, "other")
    assert again.tables["B"].tolist() == network.tables["B"].tolist()


def test_a_table_too_large_to_hold_is_refused():
    names = [f"v{i}" for i in range(40)]
    text = "".join(f"variable {name} {{ type discrete [ 2 ] {{ n, y }}; }}\n" for name in names)
    text += f"probability ( v0 | {', '.join(names[1:])} ) {{ default 0.5, 0.5; }}"
    with pytest.raises(DataError, match=r"line 41: the table of 'v0' has 1\.1e\+12 entries"):
        parse_bif(text)
