"""The public names: few at the top level, each other one in a module of its own, all documented and found."""

import inspect
import pydoc
import subprocess
import sys

import pytest

import gnomon as gn
from gnomon import registry, search

LEARNERS = {*registry.learners, *registry.transformers}
WRAPPERS = {"CalibratedClassifier", "ThresholdedClassifier", "Nystroem", "RBFSampler", "SubgroupFeatures"}
INDEX = {match.name: match for match in search._index()}


def test_at_most_seventy_names_stand_beside_learners_and_transformers():
    assert len(set(gn.__all__) - LEARNERS - WRAPPERS - set(gn._MODULES)) <= 70


def test_dir_shows_what_is_public_and_nothing_else():
    assert dir(gn) == sorted(gn.__all__)
    assert {"Task", "SVC", "stats", "find"} <= set(dir(gn))
    assert not {"Any", "importlib", "sys", "registry"} & set(dir(gn))
    for name in gn._MODULES:
        owner = getattr(gn, name)
        assert name == "errors" or set(dir(owner)) >= set(owner.__all__)


def test_help_is_a_page_that_points_on():
    text = pydoc.render_doc(gn)
    assert len(text.splitlines()) <= 80
    assert all(name in text for name in gn._MODULES)


def test_everything_is_there_after_an_import_of_all():
    code = "from gnomon import *; print(SVC, stats.wilson_interval, k_fold, find)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", [name for name in gn._MODULES if name not in ("errors", "plotting")])
def test_a_module_begins_with_its_contents(module):
    owner = getattr(gn, module)
    assert owner.__all__ == sorted(owner.__all__, key=lambda name: (not name[0].isupper(), name)) or sorted(
        owner.__all__
    )
    for name in owner.__all__:
        assert f"`{name}`" in owner.__doc__, name


def test_no_two_public_things_share_a_name():
    names = [name.rpartition(".")[2].casefold() for name in INDEX]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("name", INDEX)
def test_every_public_thing_begins_with_a_sentence_and_has_an_example(name):
    thing = INDEX[name].get()
    text = inspect.getdoc(thing) or ""
    assert len(text.partition("\n\n")[0].rstrip(":")) > 10, name
    if not inspect.ismodule(thing) and not name.startswith("gn.errors."):
        assert ">>>" in text, name


@pytest.mark.parametrize("name", INDEX)
def test_everything_public_is_found_by_its_own_name(name):
    assert name in [match.name for match in gn.find(name.rpartition(".")[2], max_results=3)]


def test_near_misses_are_answered():
    for wrong, right in [
        ("accuracy", "gn.metrics.accuracy"),
        ("Rigde", "gn.Ridge"),
        ("roc", "gn.curves.roc_curve"),
    ]:
        with pytest.raises(AttributeError, match=f"did you mean '{right}'"):
            getattr(gn, wrong)
