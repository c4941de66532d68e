"""What type checkers and editors are told of the public names; `tests/typing` is what mypy makes of it."""

import ast

import gnomon
from tools.stub import STUB, public_names, stub


def test_the_stub_is_what_make_stub_writes():
    assert STUB.read_text(encoding="utf-8") == stub()


def test_the_stub_and_dir_name_the_same_things():
    imports = [each for each in ast.parse(stub()).body if isinstance(each, ast.ImportFrom)]
    told = {alias.asname for each in imports for alias in each.names}
    assert told == set(public_names())
    assert told >= {name for name in gnomon.__all__ if not name.startswith("_")}
    assert told >= {"SVC", "PrepareTable", "RocCurveDisplay", "data"}
    assert all(getattr(gnomon, name) is not None for name in told)


def test_the_package_says_that_it_is_typed():
    assert STUB.with_name("py.typed").exists()
