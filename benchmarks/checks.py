"""False errors of the method checks, by the size of the table: python -m benchmarks.checks [--times 400].

Tables of all kinds of columns with a random target, and the bundled data with a permuted target: every error
is a false one. The rates must stay below 1 % from 30 rows on; beside each stands its upper 95 % confidence
limit (Clopper and Pearson 1934), which takes 300 tables without an error to be below 1 %. The short form is
tests/experiments/checks/test_false_errors.py.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter

import numpy as np
from scipy.stats import beta

import gnomon as gn
from gnomon.errors import DataWarning
from gnomon.experiments.checks.checking import check_methodology
from gnomon.experiments.checks.finding import SEVERITIES, MethodologyReport
from tests.experiments.checks import random_targets

MOST_FALSE = 0.01
BUNDLED = ("breast-cancer", "diabetes", "heart", "iris", "wine")


def main() -> None:
    """Print the share of tables with findings of each severity; end with code 1 where errors are too many."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.checks")
    parser.add_argument("--times", type=int, default=400, help="tables of each size")
    parser.add_argument("--sizes", type=int, nargs="+", default=[30, 40, 60, 100, 300, 1000])
    parser.add_argument("--runs", type=int, default=40, help="tables of each size on which learners are run")
    parser.add_argument("--permuted", type=int, default=100, help="bundled tables of each size, permuted")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    is_fine = True
    for n_rows in asked.sizes:
        random = np.random.default_rng([asked.seed, n_rows])
        kinds = [random_targets.KINDS[each % len(random_targets.KINDS)] for each in range(asked.times)]
        tables = [check_methodology(random_targets.task(n_rows, kind, random), cost=False) for kind in kinds]
        runs = [_of_a_run(n_rows, random) for _ in range(asked.runs)]
        permuted = [_permuted(n_rows, each, random) for each in range(asked.permuted)]
        for what, reports in (("tables", tables), ("permuted", permuted), ("runs", runs)):
            if reports:
                is_fine &= _told(f"{n_rows:>6} rows, {len(reports)} {what}", reports) < MOST_FALSE
    sys.exit(not is_fine)


def _permuted(n_rows: int, index: int, random: np.random.Generator) -> MethodologyReport:
    """A sample of rows of a bundled data set, with its target permuted."""
    large = [task for task in map(gn.load, BUNDLED) if task.n_rows >= n_rows] or [gn.load(BUNDLED[0])]
    task = large[index % len(large)]
    rows = random.choice(task.n_rows, min(n_rows, task.n_rows), replace=False)
    y = random.permutation(np.asarray(task.y)[rows])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        kind = "classification" if task.codes is not None else "regression"
        return check_methodology(gn.Task(task.table.rows(rows), y, kind=kind, name=task.name), cost=False)


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
    n_false = sum(any(each.severity == SEVERITIES[0] for each in report.findings) for report in reports)
    upper = beta.ppf(0.95, n_false + 1, len(reports) - n_false) if n_false < len(reports) else 1.0
    print(f"{title}: {listed}; errors at most {100 * upper:.2f} % {dict(codes) or ''}", flush=True)
    return float(shares[SEVERITIES[0]])


if __name__ == "__main__":
    main()
