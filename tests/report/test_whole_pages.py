"""The whole text of three reports is the stored one: two classes, nested selection, and regression.

What changes from run to run (durations, dates, versions, digests, rounding) is masked. GNOMON_GOLDEN=write
stores the texts anew: read what changed.
"""

import os
import re
from pathlib import Path

import numpy as np
import pytest

import gnomon as gn
from gnomon.report.html import render
from gnomon.report.markdown import as_markdown
from gnomon.report.summary import summary
from tests.report.outline import Outline

STORED = Path(__file__).parent / "whole_pages"
MASKED = (
    (r"[0-9a-f]{30,64}", "DIGEST"),
    (r"\d{4}-\d\d-\d\d \d\d:\d\d( UTC)?", "DATE"),
    (r"Computed with Python.*", "VERSIONS"),
    (r"\bpython \d.*", "VERSIONS"),
    (r"against computing time: .*?\]", "against computing time: DURATIONS]"),
    (r"−?[\d.]+e-(1[5-9]|2\d)\b", "ROUNDING"),
    (r"\b[\d.,]+ (ms|s|min|h)\b", "DURATION"),
)


class Prose(Outline):
    """The text of a page, one block a line, without that of its drawings; of these the description."""

    INLINE = {"a", "b", "em", "strong", "span", "code", "abbr", "wbr", "sub", "sup", "i", "small", "td", "th"}

    def handle_starttag(self, tag, attributes):
        super().handle_starttag(tag, attributes)
        if tag in ("td", "th"):
            self.text.append(" | ")
        elif tag not in self.INLINE and not self.is_hidden():
            self.text.append("\n")
        if tag == "svg" and dict(attributes).get("aria-label"):
            self.text.append(f"[{dict(attributes)['aria-label']}]")

    def is_hidden(self):
        return not {"svg", "style"}.isdisjoint(self.open)

    def handle_data(self, data):
        if not self.is_hidden():
            self.text.append(data if "pre" in self.open else " ".join([*data.split()] or [""]))


def masked(text):
    for pattern, name in MASKED:
        text = re.sub(pattern, name, text)
    lines = [" ".join(line.split(" ")).strip() for line in text.split("\n")]
    return re.sub(r"\n{2,}", "\n", "\n".join(lines)).strip() + "\n"


def patients():
    random = np.random.default_rng(0)
    values = random.normal(size=(90, 3))
    town = random.choice(["York", "Hull", "Leeds"], size=90)
    height = np.where(random.random(90) < 0.1, np.nan, values[:, 1])
    columns = {"age": values[:, 0], "height": height, "town": town, "constant": np.ones(90)}
    label = np.where(values[:, 0] + 0.5 * random.normal(size=90) > 0, "ill", "well")
    return gn.Task.of(columns | {"state": label}, "state", positive="ill", name="patients")


def two_classes():
    learners = [gn.GaussianNB(), gn.LogisticRegression(C=0.5), gn.Baseline()]
    plan = gn.repeated(gn.k_fold(3, random_state=0), times=2)
    design = gn.Design(patients(), learners, plan, notes=["Mind the gap."], random_state=0)
    return gn.run(design), design


def nested():
    design = gn.Design(
        [gn.load("iris"), patients()],
        [gn.KNeighborsClassifier(), (gn.GaussianNB(), None), (gn.Baseline(), None)],
        gn.k_fold(3, random_state=0),
        inner=gn.k_fold(3, random_state=0),
        random_state=0,
    )
    return gn.run(design), design


def numbers():
    learners = [gn.Ridge(), gn.Lasso(alpha=5.0), gn.BaselineRegressor()]
    design = gn.Design(gn.load("diabetes"), learners, gn.k_fold(5, random_state=0), random_state=0)
    return gn.run(design), design


def texts(make):
    results, design = make()
    page = render(results, design=design, loading="gn.load('data')", refits=False)
    return {"html": masked("".join(Prose(page).text)), "md": masked(as_markdown(summary(results)))}


@pytest.mark.parametrize("make", [two_classes, nested, numbers])
def test_a_report_reads_as_stored(make):
    for suffix, text in texts(make).items():
        path = STORED / f"{make.__name__}.{suffix}.txt"
        if os.environ.get("GNOMON_GOLDEN") == "write":
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text.split("\n") == path.read_text(encoding="utf-8").split("\n")
