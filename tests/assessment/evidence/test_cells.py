from dataclasses import fields
from math import sqrt

import pytest

from gnomon.assessment.evidence.cells import STORED, Cell, frame, read, stored, write
from gnomon.assessment.evidence.grid import studies


def test_the_stored_cells_are_read_as_they_were_written():
    assert write(stored()) == STORED.read_text(encoding="utf-8")
    assert read(write(stored()[:3])) == stored()[:3]


def test_the_table_has_a_line_a_cell_and_a_column_a_fact():
    table = frame()
    assert table.shape == (len(stored()), len(fields(Cell)))
    assert table["rate"].tolist() == [cell.rate for cell in stored()]


def test_values_keep_their_types():
    for each in fields(Cell):
        assert {type(getattr(cell, each.name)) for cell in stored()} == {each.type}


def test_every_method_of_every_study_has_its_cell_and_there_are_no_others():
    of_cells = {(cell.method, cell.key) for cell in stored()}
    assert len(of_cells) == len(stored())
    expected = sorted(
        (study.facts.kind, method, study.facts.design, study.facts.n, study.facts.learner, study.facts.world)
        for study in studies()
        for method in study.methods
    )
    result = sorted(
        (cell.kind, cell.method, cell.design, cell.n, cell.learner, cell.world) for cell in stored()
    )
    assert result == expected


def test_every_cell_is_well_formed():
    for cell in stored():
        assert 0 <= cell.rate <= 1
        assert cell.simulations >= 100
        assert 0 <= cell.refused <= cell.simulations / 10
        assert cell.error <= sqrt(0.25 / (cell.simulations - cell.refused)) + 1e-4
        assert cell.width >= 0
        assert cell.kind == "coverage" or cell.width == cell.truth == 0
        assert cell.nominal == pytest.approx(0.95 if cell.kind == "coverage" else 0.05)
        assert cell.target in ("this model", "expected", "difference")
