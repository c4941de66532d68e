import runpy
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_an_example_runs_and_prints(script, capsys):
    runpy.run_path(str(script), run_name="__main__")
    assert len(capsys.readouterr().out.splitlines()) >= 3


def test_there_are_examples():
    assert len(SCRIPTS) >= 3
