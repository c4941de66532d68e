"""Every example in a docstring runs and prints what it says."""

import doctest
import importlib
import pkgutil

import pytest

import gnomon

MODULES = sorted(
    found.name for found in pkgutil.walk_packages(gnomon.__path__, "gnomon.") if found.name != "gnomon.native"
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0
