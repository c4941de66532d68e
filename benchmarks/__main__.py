"""Run the benchmarks: python -m benchmarks [FAMILY ...] [--size quick|full] [--json FILE]."""

from __future__ import annotations

import argparse
import dataclasses
import json
from math import isnan
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import (
    assessment,
    bayes,
    clusters,
    ensembles,
    experiments,
    features,
    fits,
    forests,
    grids,
    information,
    kernel,
    linear,
    linear_svm,
    linkage,
    mixtures,
    neighbors,
    networks,
    neural,
    out_of_core,
    projections,
    quality,
    queue,
    selection,
    structure,
    trees,
    wrappers,
)
from benchmarks.case import Outcome, measure

FAMILIES = {
    "grids": grids.cases,
    "fits": fits.cases,
    "linear": linear.cases,
    "neural": neural.cases,
    "kernel": kernel.cases,
    "linear_svm": linear_svm.cases,
    "neighbors": neighbors.cases,
    "clusters": clusters.cases,
    "linkage": linkage.cases,
    "mixtures": mixtures.cases,
    "projections": projections.cases,
    "trees": trees.cases,
    "forests": forests.cases,
    "ensembles": ensembles.cases,
    "quality": quality.cases,
    "bayes": bayes.cases,
    "information": information.cases,
    "features": features.cases,
    "structure": structure.cases,
    "networks": networks.cases,
    "selection": selection.cases,
    "wrappers": wrappers.cases,
    "assessment": assessment.cases,
    "out_of_core": out_of_core.cases,
    "experiments": experiments.cases,
    "queue": queue.cases,
}
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
            if asked.size != "full":
                case = dataclasses.replace(case, wanted=None, within=None)
            outcomes.append(measure(case, REPEATS))
            print(f"{outcomes[-1].name}: {_result(outcomes[-1])}", flush=True)
    Console(width=170).print(_table(outcomes))
    if asked.json:
        rows = [{**dataclasses.asdict(each), "ratio": each.ratio} for each in outcomes]
        asked.json.write_text(json.dumps(rows, indent=2))


def _result(outcome: Outcome) -> str:
    return f"{outcome.ours_seconds:.2f} s" if isnan(outcome.ratio) else f"{outcome.ratio:.1f}x"


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
        wanted += "" if each.within is None else f"< {each.within:g} s"
        table.add_row(
            each.name,
            each.peer_name,
            f"{each.ours_seconds:.4f}",
            "" if isnan(each.ratio) else f"{each.peer_seconds:.4f}",
            "" if isnan(each.ratio) else f"{each.ratio:.1f}x",
            wanted,
            each.quality_name,
            f"{each.ours_quality:.6g}",
            "" if isnan(each.ratio) else f"{each.peer_quality:.6g}",
            each.agreement,
        )
    return table


main()
