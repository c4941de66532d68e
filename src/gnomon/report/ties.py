"""Which learners cannot be told apart: the groups of a leaderboard, as letters and in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from gnomon.assessment.comparing.pairwise import compare_all
from gnomon.assessment.significance.groups import letters
from gnomon.errors import DesignError
from gnomon.experiments.results import Results
from gnomon.report.answer import listed
from gnomon.report.names import short

# Of more learners the groups overlap too much to be read.
MOST_LEARNERS = 60
_MOST_GROUPS = 8


@dataclass(frozen=True)
class Ties:
    """The letters of each learner's groups, from best to worst, and a sentence for each group of two or more.

    Learners that share a letter cannot be told apart; empty where they could not be compared.
    """

    letters: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


def ties(results: Results, task: str, ranked: Sequence[str], measure: str, level: float = 0.95) -> Ties:
    """The tied groups of the learners on a task. ranked: their names, best first.

    >>> import gnomon as gn
    >>> results = gn.run(gn.Design(gn.load("iris"), [gn.Baseline(), gn.GaussianNB()], gn.k_fold(5)))
    >>> ties(results, "iris", ["GaussianNB", "Baseline"], "accuracy").letters
    ('a', 'b')
    """
    if not 1 < len(ranked) <= MOST_LEARNERS:
        return Ties()
    try:
        found = compare_all([results.predictions(task, learner) for learner in ranked], measure, level=level)
        groups = found.groups
    except DesignError:
        return Ties()
    several = [
        f"{mark}: {listed([short(ranked[place]) for place in members])} cannot be told from one another."
        for mark, members in zip(_marks(len(groups)), groups)
        if len(members) > 1
    ]
    return Ties(tuple(letters(groups, len(ranked))), tuple(several[:_MOST_GROUPS]))


def _marks(n_groups: int) -> list[str]:
    """The letter of each group."""
    return letters([(place,) for place in range(n_groups)], n_groups)
