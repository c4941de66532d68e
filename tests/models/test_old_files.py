"""Files that earlier versions stored are read, and answer as they did."""

import json
from pathlib import Path

import numpy as np
import pytest

from gnomon.models import load_model
from tests.models.old_files import answers, models

FOLDERS = sorted(path for path in (Path(__file__).parent / "files").iterdir() if path.is_dir())
FILES = [path for folder in FOLDERS for path in sorted(folder.glob("*.skops"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_old_file_predicts_as_it_did(path):
    saved = load_model(path)
    task = models()[path.stem][1]
    expected = json.loads((path.parent / "answers.json").read_text())[path.stem]
    found = answers(saved, task)
    if np.asarray(expected).dtype.kind == "f":
        assert np.allclose(found, expected, rtol=1e-9, atol=1e-12)
    else:
        assert found == expected
    assert saved.card.task == task.name
    assert saved.card.fingerprint == task.fingerprint


def test_there_are_old_files_of_every_format():
    assert {path.parent.name for path in FILES} == {"format-1"}
    assert len(FILES) >= 6
