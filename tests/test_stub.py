"""What type checkers and editors are told of the public names; `tests/typing` is what mypy makes of it."""

import ast
from pathlib import Path

import pytest

import gnomon
from gnomon import plotting
from tools.stub import figure_names, public_names, stubs

STUBS = stubs()


@pytest.mark.parametrize("path", STUBS, ids=lambda path: path.parent.name)
def test_the_stub_is_what_make_stub_writes(path):
    assert path.read_text(encoding="utf-8") == STUBS[path]


@pytest.mark.parametrize(
    ("module", "names"), [(gnomon, public_names()), (plotting, figure_names())], ids=["gnomon", "plotting"]
)
def test_the_stub_and_dir_name_the_same_things(module, names):
    stub = STUBS[Path(module.__file__).with_suffix(".pyi")]
    imports = [each for each in ast.parse(stub).body if isinstance(each, ast.ImportFrom)]
    assert {alias.asname for each in imports for alias in each.names} == set(names)
    assert set(names) == set(module.__all__) - {"__version__"}
    assert all(getattr(module, name) is not None for name in names)


def test_the_package_says_that_it_is_typed():
    assert Path(gnomon.__file__).with_name("py.typed").exists()
