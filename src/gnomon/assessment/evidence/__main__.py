"""Rebuild the evidence: `python -m gnomon.assessment.evidence [--quick] [--workers 2] [--only WORDS]`."""

import argparse
import sys
from collections.abc import Sequence
from time import perf_counter

from gnomon.assessment.evidence.cells import STORED, Cell, apart, read, write
from gnomon.assessment.evidence.grid import studies
from gnomon.assessment.evidence.simulate import BLOCK, simulate
from gnomon.assessment.evidence.study import Study

FAR = 4.5


def main(arguments: Sequence[str] | None = None) -> int:
    """Simulate the grid and store it; with --quick, draw some of it anew, a little, and compare."""
    parser = argparse.ArgumentParser(prog="gnomon.assessment.evidence", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="some studies, a little, against what is stored")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--only", default="", help="studies whose facts hold these words; others stay")
    given = parser.parse_args(arguments)
    chosen = [study for study in studies() if given.only in describe(study)]
    if given.quick:
        return _compare(_sample(chosen), given.workers)
    cells = _rebuilt(chosen, given.workers)
    STORED.write_text(write(cells), encoding="utf-8")
    print(f"{len(cells)} cells in {STORED.name}")
    return 0


def describe(study: Study) -> str:
    """A study in one line.

    >>> describe(studies()[0]).startswith("coverage")
    True
    """
    facts = study.facts
    where = f"{facts.design}, {facts.folds} folds, {facts.repeats} times, n = {facts.n}"
    return f"{facts.kind} of {facts.measure}: {where}, {facts.learner}, {facts.world}, {facts.target}"


def _rebuilt(chosen: Sequence[Study], workers: int) -> list[Cell]:
    """The new cells, and the stored ones of studies that were not chosen."""
    cells: list[Cell] = []
    start = perf_counter()
    for study, found in zip(chosen, simulate(chosen, workers=workers)):
        cells += found
        print(f"{perf_counter() - start:6.0f} s  {describe(study)}", flush=True)
    if len(chosen) < len(studies()):
        places = {cell.place for cell in cells}
        cells += [cell for cell in read(STORED.read_text(encoding="utf-8")) if cell.place not in places]
    return cells


def _sample(chosen: Sequence[Study]) -> list[Study]:
    """About twenty of the fast studies, from the whole length of the grid."""
    fast = [study for study in chosen if study.simulations >= 500]
    return fast[:: max(1, len(fast) // 20)]


def _compare(chosen: Sequence[Study], workers: int) -> int:
    """Draw one block of each study from another seed; 1 if a rate lies far from the stored one."""
    stored = {cell.place: cell for cell in read(STORED.read_text(encoding="utf-8"))}
    n_far = 0
    for cells in simulate(chosen, simulations=BLOCK, seed=1, workers=workers):
        for cell in cells:
            before = stored.get(cell.place)
            if before is None or apart(cell, before) > FAR:
                n_far += 1
                was = "nothing" if before is None else f"{before.rate:.3f}"
                print(f"{cell.method}: {cell.rate:.3f}, stored {was}: {cell}")
    print(f"{n_far} of the cells lie more than {FAR:g} standard errors from what is stored")
    return int(n_far > 0)


if __name__ == "__main__":
    sys.exit(main())
