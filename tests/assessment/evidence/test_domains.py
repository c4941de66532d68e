from dataclasses import replace

from gnomon.assessment.evidence.cells import stored
from gnomon.assessment.evidence.domains import DOMAINS, within


def test_a_domain_leaves_out_what_it_says_it_does():
    rare = [cell for cell in stored() if cell.method == "wilson" and cell.design == "hold-out"]
    inside = within("wilson", rare)
    assert all(cell.n * cell.truth >= 5 for cell in inside)
    assert {cell.n * cell.truth < 5 for cell in rare if cell not in inside} == {True}
    few = [cell for cell in stored() if cell.method == "delong" and cell.n * cell.prevalence < 20]
    assert few
    assert within("delong", few) == []


def test_tests_have_no_part_in_a_domain():
    cell = within("delong", stored())[0]
    assert within("delong", [replace(cell, kind="power")]) == []


def test_every_domain_is_put_in_words_of_one_line():
    assert all(domain.words and "\n" not in domain.words for domain in DOMAINS.values())
