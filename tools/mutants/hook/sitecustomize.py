"""Imports gnomon from a copy of its source: with a module mutated, or functions that report that they run.

Python imports this by itself in each process that has this folder on PYTHONPATH, so that commands and workers
which a test starts run the same code as the test. The editable installation of gnomon is passed over.
"""

import ast
import builtins
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path

SOURCE, MUTANT, REACH = "GNOMON_MUTANTS_SOURCE", "GNOMON_MUTANT", "GNOMON_MUTANTS_REACH"


class MutatedLoader(SourceFileLoader):
    """Runs another text in place of the file, and stores no bytecode."""

    def get_code(self, fullname):
        """The mutated text, compiled."""
        text = Path(os.environ[MUTANT].partition("=")[2]).read_bytes()
        return compile(text, self.path, "exec", dont_inherit=True)


class ReportingLoader(SourceFileLoader):
    """Puts into every function a first statement that reports that it runs."""

    def get_code(self, fullname):
        """The file with reports, compiled."""
        tree = ast.parse(Path(self.path).read_bytes())
        add_reports(tree, fullname, "")
        return compile(tree, self.path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    """Finds gnomon in the copy only."""

    def find_spec(self, fullname, path=None, target=None):
        """As any finder's, for gnomon and what is in it."""
        if fullname.partition(".")[0] != "gnomon":
            return None
        spec = PathFinder.find_spec(fullname, [os.environ[SOURCE]] if path is None else path)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            if os.environ.get(MUTANT, "").partition("=")[0] == fullname:
                spec.loader = MutatedLoader(fullname, spec.origin)
            elif REACH in os.environ:
                spec.loader = ReportingLoader(fullname, spec.origin)
        return spec


def add_reports(node, module, name):
    """Let each function below a node begin by reporting `module:name`."""
    for child in ast.iter_child_nodes(node):
        inner = name
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            inner = f"{name}.{child.name}" if name else child.name
        add_reports(child, module, inner)
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            _add_report(child, f"{module}:{inner}")


def _add_report(function, name):
    place = 1 if ast.get_docstring(function, clean=False) is not None and len(function.body) > 1 else 0
    call = ast.Call(ast.Name("__reached__", ast.Load()), [ast.Constant(name)], [])
    report = ast.copy_location(ast.Expr(call), function.body[place])
    function.body.insert(place, ast.fix_missing_locations(report))


def _report_of_process():
    """Reports of a process that a test started: a line for each function, with the test."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "")
    file = Path(os.environ[REACH]) / f"{os.getpid()}.txt"
    seen = set()

    def reached(name):
        if name not in seen:
            seen.add(name)
            with file.open("a") as out:
                out.write(f"{test}\t{name}\n")

    return reached


def install():
    """Let this process import gnomon from the copy."""
    sys.meta_path.insert(0, Finder())
    if REACH in os.environ:
        builtins.__reached__ = _report_of_process()


if SOURCE in os.environ:
    install()
