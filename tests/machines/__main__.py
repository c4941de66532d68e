"""Run the tests that floating sums may sway as on several machines: `python -m tests.machines [NAME ...]`."""

import subprocess
import sys

from tests.machines.configurations import CONFIGURATIONS, environment

PARALLEL = ("--numprocesses", "logical", "--maxprocesses", "8", "--dist", "worksteal")
SENSITIVE = (
    "tests/test_ties.py",
    "tests/spec",
    "tests/native",
    "tests/assessment/decisions",
    "tests/assessment/measures",
    "tests/learners",
    "tests/features",
    "tests/plotting/test_every_display.py",
)


def main(names):
    """The names of the machines on which a test failed."""
    command = [sys.executable, "-m", "pytest", *PARALLEL, *SENSITIVE]
    failed = []
    for name in names or CONFIGURATIONS:
        settings = " ".join(f"{key}={value!r}" for key, value in CONFIGURATIONS[name].items())
        print(f"{name}: {settings}", flush=True)
        if subprocess.run(command, env=environment(name)).returncode:
            failed.append(name)
    everywhere = {**environment("2 threads"), "GNOMON_MACHINES": "all"}
    if subprocess.run([sys.executable, "-m", "pytest", "tests/machines"], env=everywhere).returncode:
        failed.append("one machine against another")
    return failed


if __name__ == "__main__":
    sys.exit("; ".join(main(sys.argv[1:])))
