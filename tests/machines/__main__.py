"""Run the tests that floating sums may sway as on several machines: `python -m tests.machines [NAME ...]`.

--short: the worked examples and decisions alone, on the two machines that are most common.
"""

import subprocess
import sys

from tests.machines.configurations import COMMON, CONFIGURATIONS, environment

PARALLEL = ("--numprocesses", "logical", "--maxprocesses", "8", "--dist", "worksteal")
SHORT = ("tests/test_ties.py", "tests/worked_examples", "tests/assessment/decisions")
SENSITIVE = (
    *SHORT,
    "tests/native",
    "tests/assessment/measures",
    "tests/learners",
    "tests/features",
    "tests/plotting/test_every_display.py",
)


def main(arguments):
    """The names of the machines on which a test failed."""
    is_short = "--short" in arguments
    names = [each for each in arguments if each != "--short"] or (COMMON if is_short else CONFIGURATIONS)
    failed = [name for name in names if not _passes(name, SHORT if is_short else SENSITIVE)]
    if not is_short:
        everywhere = {**environment("2 threads"), "GNOMON_MACHINES": "all"}
        if subprocess.run([sys.executable, "-m", "pytest", "tests/machines"], env=everywhere).returncode:
            failed.append("one machine against another")
    return failed


def _passes(name, tests):
    settings = " ".join(f"{key}={value!r}" for key, value in CONFIGURATIONS[name].items())
    print(f"{name}: {settings}", flush=True)
    command = [sys.executable, "-m", "pytest", *PARALLEL, *tests]
    return subprocess.run(command, env=environment(name)).returncode == 0


if __name__ == "__main__":
    sys.exit("; ".join(main(sys.argv[1:])) or None)
