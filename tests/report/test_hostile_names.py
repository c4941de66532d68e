"""Names that come from a file say what they like: none of it becomes markup, code, or hidden text."""

import re
import unicodedata

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gnomon as gn
from gnomon.report.html import render
from gnomon.report.latex import as_latex
from gnomon.report.markdown import as_markdown
from gnomon.report.summary import summary
from tests.report.outline import Outline
from tests.report.tex_reader import read_tex

HOSTILE = [
    "<script>alert(1)</script>",
    '" onload="alert(1)',
    "'><img src=x onerror=alert(1)>",
    "</style></title></svg><script>",
    "javascript:alert(1)",
    "{{ 7 * 7 }}{% raw %}",
    "=cmd|' /C calc'!A0",
    r"\input{/etc/passwd}\write18{ls}$&%#_^~",
    "[x](javascript:alert(1)) | <b> `a`",
    "a\u202eb\u200fc\u2066",
    "nul\x00bell\x07escape\x1b[31m",
    "line\nbreak\r\ttab",
    "\ud800 alone",
    "x" * 10_000,
    "中文 Ünïcode 𝔘",
    '#0072b2 style="fill: #1f2428"',
]
names = st.one_of(st.sampled_from(HOSTILE), st.text(min_size=1, max_size=40))


def results_of(task, column, learner, label):
    values = np.random.default_rng(0).normal(size=(40, 2))
    truth = [label if value > 0 else f"{label} not" for value in values[:, 0]]
    data = gn.Task({column: values[:, 0], f"{column} too": values[:, 1]}, truth, name=task)
    learners = {learner: gn.GaussianNB(), f"{learner} 2": gn.Baseline()}
    return gn.run(gn.Design(data, learners, gn.k_fold(2), notes=[f"Of {column}."]))


def shape(page):
    """All tags and the names of their attributes, without what grows with a name."""
    return {(tag, *sorted(attributes)) for tag, attributes in Outline(page).tags}


@pytest.fixture(scope="module")
def plain_shape():
    return shape(render(results_of(*["aLongName(of 20 letters)"] * 4)))


def check_inert(page, plain_shape):
    assert shape(page) <= plain_shape
    for tag, attributes in Outline(page).tags:
        assert tag != "script"
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name == "aria-label" or "javascript:" not in (value or "")
    assert not {letter for letter in page if unicodedata.category(letter) in ("Cc", "Cf", "Cs")} - {"\n"}


@settings(max_examples=15)
@given(names, names, names, names)
def test_no_element_or_attribute_comes_from_a_name(plain_shape, task, column, learner, label):
    check_inert(render(results_of(task, column, learner, label), has_figures=False), plain_shape)


@pytest.mark.parametrize("first", range(0, len(HOSTILE), 4))
def test_figures_show_hostile_names_as_text(plain_shape, first):
    page = render(results_of(*HOSTILE[first : first + 4]))
    check_inert(page, plain_shape)
    assert "49" not in Outline(page).text
    page.encode("utf-8")


def test_a_very_long_name_is_cut_everywhere_but_in_the_script():
    page = render(results_of(*["y" * 10_000] * 4), has_figures=False)
    script = page[page.index("<pre") : page.index("</pre>")]
    assert "y" * 10_000 in script
    assert "y" * 500 not in page.replace(script, "")


@pytest.mark.parametrize("name", HOSTILE)
def test_latex_and_markdown_show_names_as_text(name):
    found = summary(results_of(name, name, name, name))
    commands = read_tex(as_latex(found))
    assert not {"input", "write", "write18", "def", "csname"} & commands
    markdown = as_markdown(found)
    assert not any(mark in markdown for mark in ("<script", "<img", "<b>"))
    assert not re.search(r"(?<!\\)\]\(", markdown)
    assert (
        len({line.count(" | ") for line in markdown.split("\n") if line.startswith("| ") and "---" in line})
        == 1
    )
