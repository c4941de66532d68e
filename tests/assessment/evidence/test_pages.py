from itertools import pairwise

from gnomon.assessment.evidence import page, stored
from gnomon.assessment.evidence.domains import DOMAINS, NOT_SIMULATED
from gnomon.assessment.evidence.remarks import REMARKS, remarks


def test_the_page_names_every_method_with_its_rate():
    text = page()
    for cell in stored():
        assert f"| {cell.method} | {cell.measure} |" in text
    for method in (*DOMAINS, *NOT_SIMULATED):
        assert f"| {method} |" in text


def test_the_page_says_in_words_where_the_textbook_falls_short():
    text = page()
    for words in (
        "z over 5 independent scores",
        "t over 10 folds",
        "the majority class",
        "best of 8",
    ):
        assert words in text
    assert "## Undercoverage" in text


def test_every_remark_has_cells_to_bear_it_out():
    assert len(remarks(stored())) == len(REMARKS)


def test_every_table_has_as_many_columns_in_each_line():
    lines = page().splitlines()
    for before, line in pairwise(lines):
        if before.startswith("|") and line.startswith("|"):
            assert before.count("|") == line.count("|")


def test_intervals_far_below_their_level_are_listed_worst_first():
    text = page().split("## Undercoverage")[1].split("##")[0]
    lines = [line.split("|") for line in text.splitlines() if line.endswith("|")][2:]
    rates = [float(line[6].removesuffix(" % ")) for line in lines]
    assert len(rates) > 5
    assert rates == sorted(rates)
    assert rates[-1] < 93
