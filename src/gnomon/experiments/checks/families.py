"""Which learners are hyperparameter settings of one learner: the same classes with other parameters."""

import re

from gnomon.experiments.checks.subject import Subject
from gnomon.experiments.identity import code

_CALL = re.compile(r"\b([A-Za-z_]\w*)\(")


def families(subject: Subject, task: str | None = None) -> dict[str, list[str]]:
    """The names of all hyperparameter settings of each learner, by its classes.

    task: only the learners with predictions for it; None for all learners of the design.

    >>> import gnomon as gn
    >>> from gnomon.experiments.checks.subject import Subject
    >>> families(Subject(learners={"a": gn.Ridge(), "b": gn.Ridge(alpha=9), "c": gn.Lasso()}))
    {'Ridge': ['a', 'b'], 'Lasso': ['c']}
    """
    names = list(subject.learners if task is None else subject.predictions[task])
    settings: dict[str, list[str]] = {}
    for name in names:
        settings.setdefault(_classes(subject, task, name), []).append(name)
    return settings


def _classes(subject: Subject, task: str | None, name: str) -> str:
    if name in subject.learners:
        text = code(subject.learners[name])
    elif subject.results is not None:
        text = next(each.code for each in subject.results.record.learners if each.name == name)
    else:
        assert task is not None
        return subject.predictions[task][name].learner
    calls = [each for each in _CALL.findall(text) if each != "make_pipeline"]
    return " + ".join(calls)
