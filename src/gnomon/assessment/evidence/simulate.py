"""Monte Carlo simulation of studies, in parallel.

A study is simulated in blocks, each with a seed derived from the study and the block only: the numbers are
the same for any number of workers, and a short run is the beginning of a long one.
"""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import ceil, sqrt

import numpy as np

from gnomon.arrays import Flags, Floats
from gnomon.assessment.evidence.cells import Cell
from gnomon.assessment.evidence.study import ALPHA, LEVEL, Outcome, Study
from gnomon.seeds import child, generator

BLOCK = 50
Trials = list[dict[str, Outcome]]


def simulate(
    studies: Sequence[Study], *, simulations: int | None = None, seed: int = 0, workers: int = 1
) -> Iterator[list[Cell]]:
    """The cells of each study in turn.

    simulations: samples of every study, rounded up to blocks of 50; None for each study's own number.

    >>> from gnomon.assessment.evidence.grid import studies
    >>> cells = next(simulate(studies()[:1], simulations=50))
    >>> cells[0].simulations
    50
    """
    from joblib import Parallel, delayed

    n_blocks = [ceil((simulations or study.simulations) / BLOCK) for study in studies]
    tasks = (
        delayed(block)(study, number, seed) for study, n in zip(studies, n_blocks) for number in range(n)
    )
    drawn = Parallel(n_jobs=workers, return_as="generator")(tasks)
    for study, n in zip(studies, n_blocks):
        trials = [trial for _ in range(n) for trial in next(drawn)]
        yield [summary(study, method, trials, seed) for method in study.methods]


def block(study: Study, number: int, seed: int) -> Trials:
    """Fifty samples of a study, from the seed of this block.

    >>> from gnomon.assessment.evidence.grid import studies
    >>> len(block(studies()[0], 3, seed=0))
    50
    """
    random = generator(child(seed, study.seed_key, number))
    with warnings.catch_warnings():
        # Small samples may lack a class in some fold; refusals of a method are counted.
        warnings.simplefilter("ignore")
        return [study.trial(random) for _ in range(BLOCK)]


def summary(study: Study, method: str, trials: Trials, seed: int) -> Cell:
    """The cell of one method: its coverage, or rejection rate.

    >>> from gnomon.assessment.evidence.independent import IndependentScores
    >>> summary(IndependentScores(5, 50), "t", [{"t": (-1.0, 1.0, 0.0)}, {"t": (1.0, 2.0, 0.0)}], 0).rate
    0.5
    """
    facts = study.facts
    outcomes = np.array([trial[method] for trial in trials if method in trial])
    is_interval = facts.kind == "coverage"
    lower, upper, truth = outcomes.T if is_interval and len(outcomes) else np.zeros((3, 1))
    is_success = _covered(outcomes, facts.target) if is_interval else outcomes.reshape(-1) <= ALPHA
    rate = float(np.mean(is_success)) if len(is_success) else 0.0
    # One pseudo-count each, so that the standard error of a rate of 0 or 1 is not 0.
    smoothed = (rate * len(is_success) + 1) / (len(is_success) + 2)
    return Cell(
        **asdict(facts),
        method=method,
        level=LEVEL,
        truth=round(float(np.mean(truth)), 5),
        rate=round(rate, 5),
        error=round(sqrt(smoothed * (1 - smoothed) / max(len(is_success), 1)), 5),
        width=round(float(np.mean(upper - lower)), 5),
        refused=len(trials) - len(is_success),
        simulations=len(trials),
        seed=seed,
    )


def _covered(outcomes: Floats, target: str) -> Flags:
    if len(outcomes) == 0:
        return np.empty(0, dtype=np.bool_)
    lower, upper, truth = outcomes.T
    target_value = np.mean(truth) if target == "expected" else truth
    return np.asarray((lower <= target_value) & (target_value <= upper))
