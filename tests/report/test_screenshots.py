import importlib.util
from pathlib import Path

import pytest

import gnomon as gn


@pytest.fixture
def screenshots(tmp_path, monkeypatch):
    place = Path(__file__).parents[2] / "docs" / "screenshots.py"
    spec = importlib.util.spec_from_file_location("screenshots", place)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    small = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    monkeypatch.setattr(script, "PICTURES", tmp_path / "pictures")
    monkeypatch.setattr(script, "demo", lambda: gn.run(small))
    monkeypatch.setattr(script, "draw_figures", lambda results: None)
    return script


def test_without_a_browser_the_script_says_which_would_do(screenshots, monkeypatch, capsys):
    monkeypatch.setattr(screenshots.shutil, "which", lambda name: None)
    assert screenshots.main() == 1
    assert "install one of chromium" in capsys.readouterr().err


def test_with_one_the_report_is_photographed_light_and_dark(screenshots, monkeypatch):
    taken = []
    monkeypatch.setattr(screenshots.shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setattr(screenshots, "photograph", lambda *given: taken.append(given))
    assert screenshots.main() == 0
    assert [(picture.name, scheme) for _, _, picture, scheme in taken] == [
        ("report.png", "1"),
        ("report-dark.png", "0"),
    ]
