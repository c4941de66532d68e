"""GN008: a learner whose shared preparation leaks held-out rows."""

from collections.abc import Iterator
from typing import Any

from gnomon.errors import GnomonError
from gnomon.experiments.checks import methodology_check
from gnomon.experiments.checks.finding import Detection, Place
from gnomon.experiments.checks.subject import Subject
from gnomon.sharing.laws import LawBroken, check_subsetting
from gnomon.sharing.learner import Learner


@methodology_check(
    "GN008",
    "shared preparation that leaks held-out rows",
    needs=("learners",),
    why="A preparation of all rows, restricted to a training set, must give the same model as preparing that "
    "training set alone; otherwise every score is optimistically biased.",
    how_to_fix="Keep in prepare() only what does not depend on other rows (law 1 of gnomon.sharing.laws), "
    "and move the rest to fit_prepared().",
)
def narrowing(subject: Subject) -> Iterator[Detection]:
    """Law 1 for learners of the design that are not part of Gnomon, whose own learners are tested for it.

    >>> import gnomon as gn
    >>> from gnomon import check_methodology
    >>> design = gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5))
    >>> check_methodology(design=design, only=["GN008"]).is_clean
    True
    """
    for name, learner in subject.learners.items():
        for step in _parts(learner):
            if type(step).__module__.startswith("gnomon."):
                continue
            try:
                check_subsetting(step)
            except LawBroken as error:
                yield Detection("error", Place(learner=name), f"{error}.")
            except GnomonError:
                continue


def _parts(learner: Any) -> list[Learner]:
    """The learner and its nested learners that share preparations."""
    nested = learner.get_params(deep=True).values() if hasattr(learner, "get_params") else ()
    return [each for each in (learner, *nested) if isinstance(each, Learner)]
