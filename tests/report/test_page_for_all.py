"""The page for those who cannot see it, print it, or read it on a small screen."""

import re
from collections import Counter
from itertools import pairwise

import pytest

import gnomon as gn
from gnomon.report.html import render
from tests.report.outline import Outline


@pytest.fixture(scope="module")
def page():
    learners = [gn.Baseline(), gn.GaussianNB(), (gn.KNeighborsClassifier(), {"n_neighbors": [1, 9]})]
    design = gn.Design(gn.load("heart"), learners, gn.k_fold(3), inner=gn.k_fold(2), prepare=False)
    return render(gn.run(design), design=design)


@pytest.fixture(scope="module")
def outline(page):
    return Outline(page)


@pytest.mark.parametrize("n_tasks", [1, 2])
def test_headings_descend_without_a_gap(n_tasks):
    tasks = [gn.datasets.make_moons(60, random_state=number) for number in range(n_tasks)]
    found = Outline(render(gn.run(gn.Design(tasks, gn.GaussianNB(), gn.k_fold(3))), has_figures=False))
    levels = [int(tag[1]) for tag, _ in found.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))


def test_every_picture_says_what_it_shows(outline):
    pictures = [each for each in outline.of("svg") if each.get("role") == "img"]
    assert len(pictures) >= 8
    assert all(len(each["aria-label"]) > 10 for each in pictures)
    hidden = [each for each in outline.of("svg") if each.get("role") != "img"]
    bare = [each for each in hidden if each.get("aria-hidden") != "true"]
    assert len(bare) == 1  # the axis of the leaderboard, in a footer that is hidden from readers


def test_every_table_has_a_caption_and_scoped_headings(outline):
    tags = [tag for tag, _ in outline.tags]
    assert tags.count("caption") == tags.count("table")
    assert all("scope" in each for each in outline.of("th"))


def test_links_lead_somewhere_and_no_id_is_given_twice(outline):
    ids = Counter(attributes["id"] for _, attributes in outline.tags if "id" in attributes)
    assert max(ids.values()) == 1
    for link in outline.of("a"):
        assert link["href"].removeprefix("#") in ids
    used = {each["href"][1:] for each in outline.of("use") if each["href"].startswith("#")}
    assert used <= set(ids)


def test_there_is_a_way_past_the_top_and_a_language(outline):
    assert outline.of("html") == [{"lang": "en"}]
    first = next(attributes for tag, attributes in outline.tags if tag == "a")
    assert first["class"] == "skip"


def test_a_policy_forbids_what_the_page_does_not_need(outline):
    policy = next(each["content"] for each in outline.of("meta") if "http-equiv" in each)
    assert "default-src 'none'" in policy
    assert "script" not in policy


def test_gravity_is_told_by_word_and_shape():
    # Iris is sorted by class, which the number of the row gives away.
    task = gn.Task({"number": range(150), "site": ["Ulm"] * 150}, gn.load("iris").y)
    results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3)))
    page = render(results, checks=gn.check_methodology(task, cost=False), has_figures=False)
    findings = re.findall(r'class="finding (\w+)">\s*<h3><span[^>]*>(.)</span> (\w+):', page)
    assert {kind for kind, _, _ in findings} >= {"error", "note"}
    for kind, shape, word in findings:
        assert word.lower() == kind
        assert shape == {"error": "■", "warning": "▲", "note": "●"}[kind]


def test_rows_are_not_cut_between_printed_pages(page):
    printed = page[page.index("@media print {\n  body") :]
    assert "tr, .legend, .finding, .facts div { break-inside: avoid; }" in printed


def test_twelve_learners_fit_in_a_megabyte_and_a_half(page):
    assert len(page.encode()) < 1_500_000 / 4  # three learners and all parts of the page


def test_the_page_of_a_task_without_figures_is_small(outline, page):
    plain = render(gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(3))), has_figures=False)
    assert "<figure" not in plain
    assert len(plain) < 60_000
