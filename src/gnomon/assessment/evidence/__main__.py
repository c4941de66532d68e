"""Rebuild the evidence: `python -m gnomon.assessment.evidence [--quick] [--workers 2] [--only WORDS]`."""

import argparse
import sys
from collections.abc import Sequence
from time import perf_counter

from gnomon.assessment.evidence.cells import STORED, Cell, read, standardized_distance, write
from gnomon.assessment.evidence.grid import studies
from gnomon.assessment.evidence.simulate import BLOCK, simulate
from gnomon.assessment.evidence.study import Study
from gnomon.atomic_file import write_atomically

MAX_DISTANCE = 4.5


def main(arguments: Sequence[str] | None = None) -> int:
    """Simulate the grid and store it; with --quick, repeat a few studies briefly and compare."""
    parser = argparse.ArgumentParser(prog="gnomon.assessment.evidence", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="compare a few short simulations with the stored ones"
    )
    parser.add_argument("--workers", type=int, default=2, help="number of worker processes")
    parser.add_argument("--only", default="", help="only studies whose description contains this text")
    options = parser.parse_args(arguments)
    chosen = [study for study in studies() if options.only in describe(study)]
    if options.quick:
        return _compare(_sample(chosen), options.workers)
    cells = _rebuilt(chosen, options.workers)
    write_atomically(STORED, write(cells))
    print(f"{len(cells)} cells in {STORED.name}")
    return 0


def describe(study: Study) -> str:
    """One-line description of a study.

    >>> describe(studies()[0]).startswith("coverage")
    True
    """
    facts = study.facts
    where = f"{facts.design}, {facts.folds} folds, {facts.repeats} times, n = {facts.n}"
    return f"{facts.kind} of {facts.measure}: {where}, {facts.learner}, {facts.world}, {facts.target}"


def _rebuilt(chosen: Sequence[Study], workers: int) -> list[Cell]:
    """The new cells, and the stored ones of studies that were not selected."""
    cells: list[Cell] = []
    start = perf_counter()
    for study, new_cells in zip(chosen, simulate(chosen, workers=workers)):
        cells += new_cells
        print(f"{perf_counter() - start:6.0f} s  {describe(study)}", flush=True)
    if len(chosen) < len(studies()):
        keys = {cell.key for cell in cells}
        cells += [cell for cell in read(STORED.read_text(encoding="utf-8")) if cell.key not in keys]
    return cells


def _sample(chosen: Sequence[Study]) -> list[Study]:
    """About twenty of the fast studies, evenly spaced in the grid."""
    fast = [study for study in chosen if study.simulations >= 500]
    return fast[:: max(1, len(fast) // 20)]


def _compare(chosen: Sequence[Study], workers: int) -> int:
    """Simulate one block of each study with another seed; 1 if a rate differs much from the stored one."""
    stored = {cell.key: cell for cell in read(STORED.read_text(encoding="utf-8"))}
    n_distant = 0
    for cells in simulate(chosen, simulations=BLOCK, seed=1, workers=workers):
        for cell in cells:
            before = stored.get(cell.key)
            if before is None or standardized_distance(cell, before) > MAX_DISTANCE:
                n_distant += 1
                was = "none" if before is None else f"{before.rate:.3f}"
                print(f"{cell.method}: {cell.rate:.3f}, stored {was}: {cell}")
    print(f"{n_distant} cells differ by more than {MAX_DISTANCE:g} standard errors from the stored ones")
    return int(n_distant > 0)


if __name__ == "__main__":
    sys.exit(main())
