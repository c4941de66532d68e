"""Tied learners: groups without significant differences, as letters (compact letter display) and text."""

from dataclasses import dataclass

from gnomon.assessment.significance.groups import letters
from gnomon.errors import DesignError
from gnomon.experiments.results import Results
from gnomon.report.conclusion import listed
from gnomon.report.names import short

# With more learners the groups overlap too much to be readable.
MAX_LEARNERS = 60
_MAX_GROUPS = 8


@dataclass(frozen=True)
class Ties:
    """The group letters of each learner, from best to worst, and a sentence per group of two or more.

    Learners that share a letter do not differ significantly; empty if there is no valid comparison.
    """

    letters: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()


def ties(results: Results, task: str, measure: str, level: float = 0.95) -> Ties:
    """The tied groups of the learners that finished on a task, from the best to the worst.

    >>> import gnomon as gn
    >>> results = gn.run(gn.Design(gn.load("iris"), [gn.Baseline(), gn.GaussianNB()], gn.k_fold(5)))
    >>> ties(results, "iris", "accuracy").letters
    ('a', 'b')
    """
    ranked = [each.learner for each in results.standings(measure, task=task, level=level)]
    if not 1 < len(ranked) <= MAX_LEARNERS:
        return Ties()
    try:
        groups = results.pairs(measure, task=task, level=level).groups
    except DesignError:
        return Ties()
    several = [
        f"{mark}: {listed([short(ranked[index]) for index in members])} do not differ significantly."
        for mark, members in zip(_marks(len(groups)), groups)
        if len(members) > 1
    ]
    return Ties(tuple(letters(groups, len(ranked))), tuple(several[:_MAX_GROUPS]))


def _marks(n_groups: int) -> list[str]:
    """The letter of each group."""
    return letters([(index,) for index in range(n_groups)], n_groups)
