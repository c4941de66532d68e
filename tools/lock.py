"""Lock the development environment: exact versions with the hashes of their files (`make lock`).

Writes requirements/build.lock and requirements/development.lock for all platforms and versions of Python. The
versions of the environment that this runs in, which the tests have passed with, stay where they are allowed;
`make lock UPGRADE=--upgrade` takes the newest ones.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Those that `venv` brings along are as old as the Python.
BUNDLED = ("pip", "setuptools", "gnomon")


def main(arguments: Sequence[str]) -> int:
    """Write both files; --upgrade for the newest versions."""
    chosen = "" if "--upgrade" in arguments else _installed()
    build, development = "requirements/build.lock", "requirements/development.lock"
    _lock(build, chosen, "requirements/build.in")
    sources = ("requirements/build.in", "pyproject.toml", "--extra=dev", f"--constraint={build}")
    _lock(development, chosen, *sources)
    return 0


def _installed() -> str:
    """The versions of this environment, except builds that no index has (1.0+cpu)."""
    versions = {each.name: each.version for each in distributions() if each.name.lower() not in BUNDLED}
    return "".join(f"{name}=={version}\n" for name, version in sorted(versions.items()) if "+" not in version)


def _lock(path: str, chosen: str, *sources: str) -> None:
    """Resolve the sources; uv prefers the versions that its output file has already."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out.txt")
        out.write_text(chosen, encoding="utf-8")
        options = ["--universal", "--python-version=3.11", "--generate-hashes", "--no-config", "--quiet"]
        options += [f"--output-file={out}", "--custom-compile-command=make lock"]
        command = [sys.executable, "-m", "uv", "pip", "compile", *options, *sources]
        subprocess.run(command, cwd=ROOT, check=True)
        (ROOT / path).write_text(out.read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
