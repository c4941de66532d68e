"""Rules of the source, read as a syntax tree: what is imported by a name, and what an assert checks."""

import ast
import re
from functools import cache
from pathlib import Path

import gnomon

SOURCE = Path(gnomon.__file__).parent

WORDS = re.compile(
    r"^ +assert |import_module|find_spec|\b(getattr|vars|eval|exec|compile|__import__)\(", re.MULTILINE
)

# Where a module is imported by a name, or a name is looked up in a module, and where the name comes from:
# none comes from a file without having been compared with a list.
BY_NAME = {
    # Public names and submodules of Gnomon, which Python or a user asks for.
    ("__init__.py", "__getattr__"),
    ("__init__.py", "_registered"),
    ("plotting/__init__.py", "__getattr__"),
    ("public_attributes.py", "_submodules"),
    ("registry.py", "_load"),
    ("search.py", "_index"),
    # The package of a library, and one of the classes that it lists.
    ("experiments/estimators.py", "_of_library"),
    ("sharing/foreign/adapted.py", "_estimator"),
    ("sharing/foreign/cat_boost.py", "deserialized"),
    ("sharing/foreign/library.py", "loaded"),
    # Names of designs, claims and results files: in a list of classes, in a list of plans, or of a package
    # that the user allowed in Python.
    ("experiments/estimators.py", "estimator_named"),
    ("experiments/estimators.py", "_of_sklearn"),
    ("experiments/estimators.py", "_in_module"),
    ("experiments/expression.py", "_named"),
    # Names of model files: a ufunc of NumPy, or a class that a listed module defines.
    ("models/trusted.py", "is_trusted_function"),
    ("models/trusted.py", "_defined"),
}


def test_modules_are_imported_by_a_name_in_the_listed_places_only():
    assert {(path, function) for path, function, call in calls() if imports_by_name(path, call)} == BY_NAME


def test_no_code_is_compiled_and_nothing_imported_by_the_builtin():
    refused = {"eval", "exec", "compile", "__import__"}
    found = {(path, name) for path, _, call in calls() if (name := of_builtins(call)) in refused}
    assert found == set()


def test_an_assert_narrows_a_type_and_checks_no_input():
    """They are switched off by `python -O`."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Assert):
                assert narrows(node.test), f"{path}:{node.lineno}: raise an error instead"


@cache
def trees():
    """The files in which any of these words occurs: parsing all of them would take long."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))}
    return {
        path.relative_to(SOURCE).as_posix(): ast.parse(text)
        for path, text in texts.items()
        if WORDS.search(text)
    }


@cache
def calls():
    """Each call with its file and the function that it is in."""
    found = []
    for path, tree in trees().items():
        waiting = [("", tree)]
        while waiting:
            function, node = waiting.pop()
            if isinstance(node, ast.Call):
                found.append((path, function, node))
            if isinstance(node, ast.FunctionDef):
                function = node.name
            waiting += [(function, child) for child in ast.iter_child_nodes(node)]
    return found


def imports_by_name(path, call):
    """An import, or `getattr` or `vars` of a module, by a name that is no constant."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("import_module", "find_spec"):
        return not isinstance(call.args[0], ast.Constant)
    is_lookup = of_builtins(call) in ("getattr", "vars")
    if not is_lookup or (len(call.args) > 1 and isinstance(call.args[1], ast.Constant)):
        return False
    owner = ast.unparse(call.args[0]) if call.args else ""
    return owner in modules_of(path) or ".loaded()" in owner or "import_module(" in owner


@cache
def modules_of(path):
    """The local names that may be modules: imported ones in lower case, and variables with such a name."""
    imports = [each for each in ast.walk(trees()[path]) if isinstance(each, ast.Import | ast.ImportFrom)]
    names = {(each.asname or each.name) for node in imports for each in node.names}
    return {name for name in names if name.partition(".")[0].islower()} | {"module", "package"}


def of_builtins(call):
    return call.func.id if isinstance(call.func, ast.Name) else ""


def narrows(test):
    """`x is not None`, `isinstance(x, ...)` or `callable(x)`."""
    if isinstance(test, ast.Compare):
        return isinstance(test.ops[0], ast.IsNot) and ast.unparse(test.comparators[0]) == "None"
    return isinstance(test, ast.Call) and of_builtins(test) in ("isinstance", "callable")
