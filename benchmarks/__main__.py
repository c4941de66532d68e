"""Run the benchmarks: python -m benchmarks [FAMILY ...] [--size quick|full] [--json FILE]."""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import fits, grids
from benchmarks.case import Outcome, measure

FAMILIES = {"grids": grids.cases, "fits": fits.cases}
REPEATS = 3


def main() -> None:
    """Run the families asked for, all if none is named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("family", nargs="*", help=f"of {', '.join(FAMILIES)}")
    parser.add_argument("--size", choices=("quick", "full"), default="quick")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the outcomes there too")
    asked = parser.parse_args()
    unknown = set(asked.family) - set(FAMILIES)
    if unknown:
        parser.error(f"no family is called {unknown.pop()!r}; there are {', '.join(FAMILIES)}")
    outcomes = []
    for family in asked.family or FAMILIES:
        for case in FAMILIES[family](asked.size):
            # The ratios aimed at are for full size: on small data, fixed costs weigh on both sides.
            aim = case.wanted if asked.size == "full" else None
            outcomes.append(measure(dataclasses.replace(case, wanted=aim), REPEATS))
            print(f"{outcomes[-1].name}: {outcomes[-1].ratio:.1f}x", flush=True)
    Console(width=170).print(_table(outcomes))
    if asked.json:
        rows = [{**dataclasses.asdict(each), "ratio": each.ratio} for each in outcomes]
        asked.json.write_text(json.dumps(rows, indent=2))


def _table(outcomes: list[Outcome]) -> Table:
    table = Table(title="Gnomon against its peers, in one run, best of several")
    for heading in (
        "case",
        "peer",
        "ours, s",
        "peer, s",
        "ratio",
        "wanted",
        "quality",
        "ours",
        "peer",
        "agreement",
    ):
        table.add_column(
            heading, justify="left" if heading in ("case", "peer", "quality", "agreement") else "right"
        )
    for each in outcomes:
        wanted = "" if each.wanted is None else f">= {each.wanted:g}x"
        table.add_row(
            each.name,
            each.peer_name,
            f"{each.ours_seconds:.4f}",
            f"{each.peer_seconds:.4f}",
            f"{each.ratio:.1f}x",
            wanted,
            each.quality_name,
            f"{each.ours_quality:.6g}",
            f"{each.peer_quality:.6g}",
            each.agreement,
        )
    return table


main()
