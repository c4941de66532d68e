"""Shell completion: bundled data sets, learners, measures, figures and lessons, from the registries."""

from collections.abc import Iterator, Mapping


def set_names(incomplete: str) -> list[tuple[str, str]]:
    """Bundled data sets; where none matches, the shell completes file names.

    >>> [name for name, _ in set_names("iris-h")]
    ['iris-held-out']
    """
    from gnomon.registry import sets

    return list(_fitting(sets, incomplete))


def learner_names(incomplete: str) -> list[tuple[str, str]]:
    """Learners; in a list of several, the last one.

    >>> learner_names("GaussianNB,Rid")[0][0]
    'GaussianNB,Ridge'
    """
    from gnomon.registry import learners

    before, comma, last = incomplete.rpartition(",")
    return [(before + comma + name, title) for name, title in _fitting(learners, last)]


def measure_names(incomplete: str) -> list[tuple[str, str]]:
    """Measures.

    >>> measure_names("log_l")[0][0]
    'log_loss'
    """
    from gnomon.registry import measures

    return list(_fitting(measures, incomplete))


def lesson_names(incomplete: str) -> list[tuple[str, str]]:
    """Lessons.

    >>> [name for name, _ in lesson_names("three-p")]
    ['three-points']
    """
    from gnomon.cli.lessons import lessons

    return list(_fitting(lessons, incomplete))


def _fitting(entries: Mapping[str, object], incomplete: str) -> Iterator[tuple[str, str]]:
    for name in entries:
        if name.startswith(incomplete):
            yield name, str(getattr(entries[name], "title", ""))
