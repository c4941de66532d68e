"""A copy of the repository, in which mutants run: whatever they write, the working tree stays as it is."""

import ast
import contextlib
import importlib
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
HOOK = Path(__file__).parent / "hook"
PACKAGE = Path("src") / "gnomon"
# Plugins of pytest are imported before it starts.
PYTEST = (
    "-q",
    "-p",
    "no:cacheprovider",
    "-W",
    "ignore:Module already imported:pytest.PytestAssertRewriteWarning",
)


def copy_to(folder: Path) -> Path:
    """Copy what git tracks or would track, with the compiled kernels."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for kernels in (Path(sysconfig.get_path("purelib")) / "gnomon").glob("native*"):
        shutil.copy2(kernels, folder / PACKAGE / kernels.name)
    return folder


def environment(tree: Path, temporary: Path) -> dict[str, str]:
    """Variables of a process that imports gnomon from the copy, and writes into a folder of its own."""
    return {
        "GNOMON_MUTANTS_SOURCE": str(tree / "src"),
        "GNOMON_TESTS": "mutants",
        "PYTHONPATH": os.pathsep.join([str(HOOK), str(tree)]),
        "HOME": str(temporary),
        "TMPDIR": str(temporary),
        "MPLBACKEND": "agg",
    }


def module_of(file: str) -> str:
    """`gnomon.data.task` for `src/gnomon/data/task.py`."""
    parts = Path(file).relative_to("src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_libraries() -> None:
    """Import what gnomon imports, once, before processes are forked: seconds less for each."""
    for name in sorted(_imported()):
        # Optional libraries may be absent.
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def _imported() -> set[str]:
    names = {"pytest", "hypothesis", "doctest", "hypothesis.extra.numpy", "_pytest.doctest"}
    for file in (ROOT / PACKAGE).rglob("*.py"):
        for node in ast.parse(file.read_bytes()).body:
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names.add(str(node.module))
    return {name for name in names if name.partition(".")[0] != "gnomon"}
