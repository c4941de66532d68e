"""GN008: a learner whose shared preparation lets held-out rows speak."""

from collections.abc import Iterator
from typing import Any

from gnomon.errors import GnomonError
from gnomon.experiments.checks import method_check
from gnomon.experiments.checks.finding import Sighting
from gnomon.experiments.checks.subject import Subject
from gnomon.sharing.laws import LawBroken, check_narrowing
from gnomon.sharing.learner import Learner


@method_check(
    "GN008",
    "a learner that prepares with rows it should not see",
    needs=("learners",),
    why="Work prepared once on all rows and then narrowed to a training set must give the model of that "
    "training set alone; else every score is too good.",
    way_out="Leave in prepare() only what does not depend on the company of other rows (law 1 of "
    "gnomon.sharing.laws), and move the rest to fit_prepared().",
)
def narrowing(subject: Subject) -> Iterator[Sighting]:
    """Law 1, for learners of the design that are not Gnomon's own, which its tests hold to it.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.checking import check_methodology
    >>> design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))
    >>> check_methodology(design=design, only=["GN008"]).is_clean
    True
    """
    for name, learner in subject.learners.items():
        for step in _parts(learner):
            if type(step).__module__.startswith("gnomon."):
                continue
            try:
                check_narrowing(step)
            except LawBroken as broken:
                yield Sighting("error", f"learner {name!r}", f"{broken}.")
            except GnomonError:
                continue


def _parts(learner: Any) -> list[Learner]:
    """The learner and what it holds, as far as they share preparations."""
    held = learner.get_params(deep=True).values() if hasattr(learner, "get_params") else ()
    return [each for each in (learner, *held) if isinstance(each, Learner)]
