"""Run Bandit, which looks for insecure code: `python tools/security.py`.

Every finding in src/gnomon fails, except those accepted below with their reason. An accepted one that is gone
fails, too, so that the list stays true.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "gnomon"

# The file, Bandit's number of the test, how often, and why it is none.
ACCEPTED = {
    ("experiments/backends/children.py", "B404"): (1, "worker processes are started by subprocess"),
    ("experiments/backends/children.py", "B603"): (1, "this Python with a constant script; no shell"),
    ("experiments/compact.py", "B608"): (1, "names of tables from a tuple beside it"),
    ("experiments/integrity.py", "B608"): (1, "names of columns from a constant above it"),
    ("experiments/recovery.py", "B608"): (2, "names of tables and columns that the callers write out"),
    ("experiments/store.py", "B608"): (1, "names of columns that the callers write out"),
    ("experiments/stored_findings.py", "B608"): (1, "names of columns from a constant beside it"),
    ("experiments/store.py", "B110"): (1, "a destructor has nobody to report to"),
    ("report/data_profile.py", "B704"): (1, "the markup consists of numbers and constants"),
    ("report/figures.py", "B704"): (1, "the markup is Matplotlib's, whose text is escaped"),
    ("report/layout.py", "B704"): (1, "the markup is the package's own style sheet"),
}


def main() -> int:
    """Print what is not accepted; 1 if there is any."""
    files = sorted(map(str, SOURCE.rglob("*.py")))
    count = os.cpu_count() or 1
    with ThreadPoolExecutor(count) as pool:
        parts = pool.map(_findings, [files[start::count] for start in range(count)])
    findings = sorted((each for part in parts for each in part), key=lambda each: str(_key(each)))
    unexpected = list(_unexpected(findings))
    print("\n".join([*unexpected, f"{len(unexpected)} findings of Bandit that are not accepted"]))
    return int(bool(unexpected))


def _findings(files: list[str]) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "bandit", "--quiet", "--exit-zero", "--format=json"]
    done = subprocess.run(
        [*command, f"--configfile={ROOT / 'pyproject.toml'}", *files], capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"Bandit failed: {done.stderr}")
    report = json.loads(done.stdout)
    if report["errors"]:
        raise SystemExit(f"Bandit could not read {report['errors']}")
    found: list[dict[str, Any]] = report["results"]
    return found


def _unexpected(findings: list[dict[str, Any]]) -> Iterator[str]:
    counts = Counter(map(_key, findings))
    for each in findings:
        if counts[_key(each)] > ACCEPTED.get(_key(each), (0, ""))[0]:
            yield f"{each['filename']}:{each['line_number']}: {each['test_id']} {each['issue_text']}"
    for key, (count, _) in ACCEPTED.items():
        if counts[key] < count:
            yield f"{key[0]}: {key[1]} was found {counts[key]} times of {count} accepted; correct the list"


def _key(finding: dict[str, Any]) -> tuple[str, str]:
    return Path(finding["filename"]).relative_to(SOURCE).as_posix(), finding["test_id"]


if __name__ == "__main__":
    sys.exit(main())
