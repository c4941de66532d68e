"""Every lesson ends with the numbers of the worked example that it replays, and reads as in lessons.txt.

GNOMON_GOLDEN=write stores the texts anew: read what changed against the source of the lesson.
"""

import json
import os
import re
from functools import cache
from math import log, sqrt
from pathlib import Path

import pytest

from gnomon.cli.lessons import lessons
from gnomon.cli.main import code_of
from gnomon.data.sets.printed import BROWN, FAWCETT, MIT, NOTES, RAJPOOT, ZAKI

TEXTS = Path(__file__).parent / "lessons.txt"
# Printed, or recomputed with all digits where the print was found to be rounded or wrong.
EXPECTED = {
    "three-points": {"constant": 1.8, "slope": 3.1, "mean squared loss": 0.02},
    "olympics": {"crossing": 2589.25, "men in 2012": 9.5947, "men in 3000": -3.576},
    "orders": {"best order": 3, "left-out loss of the line": 0.062432, "least left-out loss": 0.052952},
    "line-from-weights": {"slope": -1, "constant": 2, "distance": sqrt(2)},
    "perceptron": {"updates": 89, "passes": 46, "updates when scaled": 2, "weights": (102.76, -53.68)},
    "logistic-self-test": {"f": (0.880797, 0.0179862), "loss of 1": (0.126928, 4.018150)},
    "bankruptcy": {"w": (4, 10), "b": -22, "width": 0.185695, "on the margin": 4},
    "four-points": {"alpha": (2, 0, 1, 1), "w": (0, 2), "b": -3},
    "rogue-point": {"margin at C = 1": 1.1, "slack at C = 10": 2.2857},
    "kernel-trick": {"kernel": 144, "dot product": 144, "dimensions": 6},
    "nearest-rows": {"distances": (7.0, 15.1463, 18.0278), "mistakes by k": (0, 0, 0, 0, 10)},
    "decision-stump": {"error above": 4 / 11, "error below": 3 / 11},
    "deeper-tree": {"wrong by depth": (3, 2, 0), "gains": (0.2427, 0.0518)},
    "play-tennis": {
        "entropy": 0.940286, "gains": (0.246750, 0.151836, 0.048127, 0.029223), "rules": 5, "mistakes": 0,
    },
    "wind": {"left": 0.892159, "gain": 0.048127},
    "gain-against-error": {"error": 0.25, "bits": (0.188722, 0.311278)},
    "boosting-votes": {
        "votes": tuple(0.5 * log((1 - e) / e) for e in (0.1, 0.2, 0.3, 0.4, 0.5)),
        "factor of mistakes at 0.1": 5, "weight on mistakes after": 0.5,
    },
    "positive-test": {"evidence": 0.03632, "posterior": 0.7323789},
    "two-tests": {"once": 0.2085, "twice": 0.8959},
    "people": {"joint": 0.1, "A given M": 0.25, "M given A": 1 / 3},
    "spam-bits": {"likelihoods": (2 / 9, 4 / 27), "odds": 1.5, "odds when rare": 0.75},
    "spam-counts": {"likelihoods": (0.054, 0.1728), "odds": 5 / 16, "posterior": 5 / 21},
    "flu": {"joint": (1 / 54, 3 / 500), "posterior": (250 / 331, 81 / 331)},
    "burglary": {"Mary": 0.056117, "John": 0.016284, "both": 0.284172, "both and earthquake": 0.003262},
    "confusion": {"accuracy": 0.73333, "f1": 0.73064, "precision": (1, 0.58333, 0.625)},
    "twenty-scores": {"area": 0.68, "hull": 0.755, "threshold": 0.54, "gini": 0.36},
    "ties": {"expected": 0.8333, "optimistic": 1, "pessimistic": 0.6667},
    "skew": {"precision": (0.8333, 0.3333), "accuracy": (0.70, 0.8636)},
    "five-folds": {"mean": 0.23333, "student": (0.11999, 0.34668), "normal": (0.15332, 0.31335)},
    "naive-against-full": {"t": 1.29099, "p": 0.2663},
    "logistic-against-stump": {"means": (13.92, 16.56), "deviations": (2.79410, 0.48270), "p": 0.12038},
    "which-test": {"dear": (1.36, 3.09), "equal": (0.37, 0.12), "turns": (148.5, 13.5, 1.5, 1.0)},
    "eight-objects": {
        "sums": (37, 23.25, 43 / 3, 43 / 3), "last": 43 / 3, "clusters": (0, 2, 1, 0, 1, 1, 2, 0),
    },
    "rectangle": {"caught": 9, "best": 1},
    "four-corners": {"good": 16 / 3, "poor": 66.65},
    "linkage": {"single": (1, 2, 3), "complete": (1, 3, 6)},
    "iris-components": {"first": (0.36158968, 0.08226889, 0.85657211, 0.35884393), "share": 0.97763},
}  # fmt: skip


@cache
def lesson_of(name):
    return lessons[name].thing()


def text_of(name):
    """Heading, steps and tables of a lesson, without the wrapping of a terminal."""
    lesson = lesson_of(name)
    lines = [f"== {name}: {lessons[name].title} ({lessons[name].facts['topic']})", lesson.text]
    for step in lesson.steps:
        lines.append(f"- {step.text}")
        if step.table is not None:
            lines.append(step.table.to_csv(index=False, float_format="%.4g", lineterminator="\n").rstrip())
    lines.append("with a figure" if lesson.figure else "without a figure")
    return "\n".join(lines)


def test_lessons_read_as_stored():
    texts = [text_of(name) for name in EXPECTED]
    if os.environ.get("GNOMON_GOLDEN") == "write":
        TEXTS.write_text("\n\n".join(texts) + "\n", encoding="utf-8")
    stored = TEXTS.read_text(encoding="utf-8").rstrip("\n").split("\n\n== ")
    assert texts == [text if not number else f"== {text}" for number, text in enumerate(stored)]


def test_every_lesson_is_held_against_its_source():
    assert set(lessons) == set(EXPECTED)
    assert len({lessons[name].facts["topic"] for name in lessons}) == 5


@pytest.mark.parametrize("name", EXPECTED)
def test_a_lesson_finds_the_numbers_of_its_source(name):
    lesson = lesson_of(name)
    assert set(lesson.results) == set(EXPECTED[name])
    for what, value in EXPECTED[name].items():
        found = lesson.results[what]
        assert found == pytest.approx(value, rel=2e-4, abs=1e-6), what
    assert lesson.steps
    source = lessons[name].facts["source"]
    documents = [each for each in (BROWN, FAWCETT, MIT, NOTES, RAJPOOT, ZAKI) if source.startswith(each)]
    assert len(documents) == 1
    assert re.match(r", (section|slide|lecture|example) [\d.]+", source.removeprefix(documents[0]))


DRAWN = (
    "orders", "perceptron", "bankruptcy", "four-points", "rogue-point", "deeper-tree", "play-tennis",
    "positive-test", "burglary", "confusion", "twenty-scores", "eight-objects", "four-corners", "linkage",
)  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_a_lesson_draws_its_figure_on_request(name, tmp_path):
    path = lesson_of(name).figure().save(tmp_path / "figure.svg")
    assert "<svg" in path.read_text(encoding="utf-8")


def test_the_command_writes_the_figure(tmp_path, capsys):
    path = tmp_path / "figure.png"
    assert code_of(["lesson", "twenty-scores", "--figure", str(path)]) == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert f"figure  {path}" in capsys.readouterr().out


def test_a_lesson_is_told_step_by_step(capsys):
    assert code_of(["lesson", "three-points"]) == 0
    out = capsys.readouterr().out
    assert out.index("1. ") < out.index("2. ") < out.index("slope: 3.1") < out.index("Source: K. Rajpoot")


def test_the_document_of_a_lesson_names_its_source(capsys):
    assert code_of(["lesson", "ties", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["source"] == f"{ZAKI}, example 22.5"


def test_lessons_are_listed_when_none_is_named(capsys):
    assert code_of(["lesson", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["lessons"]) == len(EXPECTED)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["lesson", "three-pints"], "three-points"), (["lesson", "wind", "--figure", "x.png"], "no figure")],
)
def test_wrong_requests_are_one_line(arguments, said, capfd):
    assert code_of(arguments) == 2
    err = capfd.readouterr().err
    assert said in err
    assert err.count("\n") == 1
