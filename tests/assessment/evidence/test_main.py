from dataclasses import replace

import pytest

from gnomon.assessment.evidence import __main__ as program
from gnomon.assessment.evidence.cells import read, write
from gnomon.assessment.evidence.grid import studies
from gnomon.assessment.evidence.simulate import simulate

FEW = [replace(study, simulations=500) for study in studies()[:2]]


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A grid of two small studies, and a place of its own to store them."""
    monkeypatch.setattr(program, "studies", lambda: FEW)
    monkeypatch.setattr(program, "STORED", tmp_path / "cells.csv")
    return tmp_path / "cells.csv"


def test_a_full_run_stores_every_cell(small, capsys):
    assert program.main(["--workers", "1"]) == 0
    expected = [cell for cells in simulate(FEW) for cell in cells]
    assert read(small.read_text()) == tuple(sorted(expected, key=lambda cell: cell.key))
    assert "8 cells in cells.csv" in capsys.readouterr().out


def test_a_run_of_some_studies_keeps_the_others(small):
    program.main(["--workers", "1"])
    before = read(small.read_text())
    small.write_text(write(replace(cell, rate=0.5) for cell in before))
    program.main(["--workers", "1", "--only", "n = 10,"])
    after = read(small.read_text())
    assert [cell for cell in after if cell.n == 10] == [cell for cell in before if cell.n == 10]
    assert {cell.rate for cell in after if cell.n == 5} == {0.5}


def test_a_quick_run_stores_nothing_and_tells_of_cells_that_are_off(small, capsys):
    program.main(["--workers", "1"])
    text = small.read_text()
    assert program.main(["--quick", "--workers", "1"]) == 0
    assert small.read_text() == text
    small.write_text(write(replace(cell, rate=0.2) for cell in read(text)))
    assert program.main(["--quick", "--workers", "1"]) == 1
    assert "8 cells differ" in capsys.readouterr().out


def test_a_quick_run_tells_of_cells_that_are_missing(small):
    program.main(["--workers", "1"])
    small.write_text(write(read(small.read_text())[1:]))
    assert program.main(["--quick", "--workers", "1"]) == 1
