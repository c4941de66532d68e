"""Alter files of every kind and use them: python -m benchmarks.fuzz [KIND ...] [--cases N] [--seed S].

Stored in the folder: `corpus`, the files that reach new code; `faults`, the first file of each fault with
what happened; and `log`, what the processes wrote. The next run takes up the corpus again.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.fuzz.campaign import Campaign
from benchmarks.fuzz.kinds import KINDS


def main() -> None:
    """Run the cases of each kind and end with code 1 if there was a fault."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}; default: all")
    parser.add_argument("--cases", type=int, default=10_000, help="of each kind")
    parser.add_argument("--seconds", type=float, help="stop after so many, whatever is left")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--unguided", action="store_true", help="without coverage, which needs no atheris")
    parser.add_argument("--folder", type=Path, default=Path("build/fuzz"))
    asked = parser.parse_args()
    unknown = set(asked.kinds) - set(KINDS)
    if unknown:
        parser.error(f"unknown kinds: {', '.join(sorted(unknown))}")
    campaign = Campaign(asked.folder.resolve(), asked.seed, asked.seconds, asked.unguided)
    for name in asked.kinds or KINDS:
        campaign.search(name, asked.cases)
        print(campaign.line(name), flush=True)
    for fault in campaign.faults():
        print(fault, flush=True)
    sys.exit(bool(campaign.faults()))


if __name__ == "__main__":
    main()
