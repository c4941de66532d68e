"""False errors of the method checks, by the size of the table: python -m benchmarks.checks [--times 400].

Tables of all kinds of columns with a target drawn by lot: every error that is found is a false one. The rates
are to stay under 1 % from 30 rows on. The short form is tests/experiments/checks/test_false_errors.py.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter

import numpy as np

import gnomon as gn
from gnomon.errors import DataWarning
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.finding import SEVERITIES, MethodologyReport
from tests.experiments.checks import random_targets

MOST_FALSE = 0.01


def main() -> None:
    """Print the share of tables with findings of each severity; end with code 1 where errors are too many."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.checks")
    parser.add_argument("--times", type=int, default=400, help="tables of each size")
    parser.add_argument("--sizes", type=int, nargs="+", default=[30, 40, 60, 100, 300, 1000])
    parser.add_argument("--runs", type=int, default=40, help="tables of each size on which learners are run")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    is_fine = True
    for n_rows in asked.sizes:
        random = np.random.default_rng([asked.seed, n_rows])
        kinds = [random_targets.KINDS[each % len(random_targets.KINDS)] for each in range(asked.times)]
        tables = [check_methodology(random_targets.task(n_rows, kind, random), cost=False) for kind in kinds]
        runs = [_of_a_run(n_rows, random) for _ in range(asked.runs)]
        for what, reports in (("tables", tables), ("runs", runs)):
            if reports:
                is_fine &= _told(f"{n_rows:>6} rows, {len(reports)} {what}", reports) < MOST_FALSE
    sys.exit(not is_fine)


def _of_a_run(n_rows: int, random: np.random.Generator) -> MethodologyReport:
    """Learners as they are, run on measurements and a class drawn by lot."""
    y = random_targets.target(n_rows, "rare class", random)
    learners = [gn.RandomForestClassifier(20), gn.GaussianNB(), gn.DecisionTreeClassifier(max_depth=3)]
    task = gn.Task(random.normal(size=(n_rows, 5)), y)
    with warnings.catch_warnings():
        # That a class has few rows is a note of the checks as well.
        warnings.simplefilter("ignore", DataWarning)
        design = gn.Design(task, learners, gn.k_fold(5), measures="accuracy")
        return check_methodology(design=design, results=gn.run(design), cost=False)


def _told(title: str, reports: list[MethodologyReport]) -> float:
    """Print a line; the share of reports with an error."""
    shares = {
        severity: np.mean([any(each.severity == severity for each in report.findings) for report in reports])
        for severity in SEVERITIES
    }
    codes = Counter(
        each.code for report in reports for each in report.findings if each.severity == SEVERITIES[0]
    )
    listed = ", ".join(f"{severity} {100 * share:.2f} %" for severity, share in shares.items())
    print(f"{title}: {listed} {dict(codes) or ''}", flush=True)
    return float(shares[SEVERITIES[0]])


if __name__ == "__main__":
    main()
