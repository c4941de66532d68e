"""What was done, in words good enough for the methods section of a paper, with its sources."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import isclose

from gnomon.assessment.margin import equivalence_margin, margin_in_words
from gnomon.experiments.checks.finding import MethodologyReport
from gnomon.experiments.record import LearnerRecord, Record, TaskRecord
from gnomon.experiments.results import Results
from gnomon.report.answer import listed
from gnomon.report.choices import without_steps
from gnomon.report.citations import references
from gnomon.report.cuts import cut, sizes
from gnomon.report.names import short
from gnomon.report.page import Section
from gnomon.report.preparing import is_prepared, without_preparation
from gnomon.report.rounding import significant
from gnomon.report.titles import in_a_sentence

MOST_LEARNERS = 20
MOST_CLASSES = 8
_MOST_VALUES = 8

INTERVALS = {
    "corrected t": "Student's t over the splits, its variance corrected for the training rows that splits "
    "share (Nadeau & Bengio 2003)",
    "corrected t for repeats": "Student's t over the splits, its variance corrected for the training rows "
    "that splits share (Nadeau & Bengio 2003) and for rows that are held out several times",
    "wilson": "Wilson's score interval of a rate (Wilson 1927)",
    "rows t": "Student's t over the held-out rows, or over whole groups of them",
    "delong": "DeLong's variance of the rank statistic on the logit scale (DeLong et al. 1988; over groups "
    "Obuchowski 1997)",
    "bca bootstrap": "the bias-corrected and accelerated bootstrap of the held-out rows (Efron 1987)",
}
RULES = {
    "best": "the setting with the best mean was taken",
    "one standard error": "the simplest setting within one standard error of the best was taken (Breiman et "
    "al. 1984)",
}


@dataclass(frozen=True)
class Methods:
    """Paragraphs, each with a word for what it is about, and the sources that they cite."""

    paragraphs: tuple[tuple[str, str], ...]
    references: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(text for _, text in self.paragraphs)


def methods(
    results: Results, sections: Sequence[Section], checks: MethodologyReport | None = None
) -> Methods:
    """The methods section of results. sections: what the report says of each task.

    >>> import gnomon as gn
    >>> from gnomon.report.page import section
    >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5)))
    >>> told = methods(results, [section(results, "iris")])
    >>> dict(told.paragraphs)["Measure"]
    'The measure was accuracy (share of rows predicted right; higher is better).'
    """
    record = results.record
    told = {
        "Data": " ".join(_data(task) for task in record.tasks),
        "Resampling": _resampling(sections) if sections else "",
        "Learners": _learners(record),
        "Selection": _selection(results, sections) if record.is_nested and sections else "",
        "Measure": _for_each(sections, _measure),
        "Intervals": _for_each(sections, _intervals),
        "Comparisons": _for_each(sections, _comparisons),
        "Failures": _failures(results),
        "Checks": _checks(checks),
        "Software": _software(results),
    }
    paragraphs = tuple((about, text) for about, text in told.items() if text)
    return Methods(paragraphs, tuple(references(" ".join(text for _, text in paragraphs))))


def _data(task: TaskRecord) -> str:
    kinds = [column.kind for column in task.columns]
    counted = listed([f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)])
    first = "" if len(kinds) == task.n_columns else f"of the first {len(kinds)} "
    missing = sum(column.missing for column in task.columns)
    absent = f", with {missing:,} missing values" if missing else ""
    size = f"{task.n_rows:,} rows and {task.n_columns:,} features"
    roles = f"; each row has a {' and a '.join(task.roles)}" if task.roles else ""
    return f"{short(task.name)} holds {size} ({first}{counted}{absent}){roles}; {_target(task)}."


def _target(task: TaskRecord) -> str:
    if task.kind != "classification":
        facts = dict(task.target)
        return (
            f"the target is a number with mean {facts['mean']:.4g} and standard deviation "
            f"{facts['standard deviation']:.4g}"
        )
    counts = [f"{short(label)}: {count:,}" for label, count in task.target[:MOST_CLASSES]]
    more = len(task.target) - MOST_CLASSES
    named = ", ".join(counts) + (f" and {more} more" if more > 0 else "")
    return f"the target has {len(task.target)} classes ({named})"


def _for_each(sections: Sequence[Section], sentence: Callable[[Section], str]) -> str:
    """What holds of every task once, and otherwise by task."""
    found: dict[str, list[str]] = {}
    for each in sections:
        found.setdefault(sentence(each), []).append(short(each.task.name))
    if len(found) <= 1:
        return next(iter(found), "")
    return " ".join(f"For {listed(tasks)}: {told}" for told, tasks in found.items() if told)


def _resampling(sections: Sequence[Section]) -> str:
    how = _for_each(sections, lambda part: f"{cut(part.task.splits)}{_seed(part.task)}")
    each = _for_each(sections, lambda part: f"{sizes(part.task.splits)}.")
    return (
        f"Performance was estimated out of sample by {how}; {each} All learners had the same splits, and "
        "every step before a learner was fitted on training rows alone."
    )


def _seed(task: TaskRecord) -> str:
    seed = task.splits["random_state"]
    return "" if seed is None else f" (seed {seed})"


def _learners(record: Record) -> str:
    named = [_learner(each) for each in record.learners[:MOST_LEARNERS]]
    more = len(record.learners) - MOST_LEARNERS
    several = (
        f"{len(record.learners)} learners were compared"
        if len(record.learners) > 1
        else "One learner was judged"
    )
    told = f"{several}: {'; '.join(named)}{f'; and {more} more' if more > 0 else ''}."
    if record.preparation_notes or any(is_prepared(each) for each in record.learners):
        told += (
            " Columns were prepared automatically as each learner needs it (missing values, categories, "
            "dates, scales), within each training set."
        )
    return told


def _learner(learner: LearnerRecord) -> str:
    """The expression that makes it; in a nested design its name and the values chosen among."""
    if not learner.settings:
        return short(without_preparation(learner.code))
    if len(learner.settings) == 1:
        return short(learner.name)
    varied: dict[str, list[str]] = {}
    for setting in learner.settings:
        for name, value in setting.items():
            varied.setdefault(without_steps(name), []).append(str(value))
    values = {name: list(dict.fromkeys(found)) for name, found in varied.items()}
    told = ", ".join(f"{name} in {{{_some(found)}}}" for name, found in values.items())
    return f"{short(learner.name)} ({len(learner.settings)} settings: {told})"


def _some(values: Sequence[str]) -> str:
    more = ", …" if len(values) > _MOST_VALUES else ""
    return ", ".join(short(each) for each in values[:_MOST_VALUES]) + more


def _selection(results: Results, sections: Sequence[Section]) -> str:
    record, part = results.record, sections[0]
    _, chosen = results.tuned(part.task.name, part.ranked[0])[0]
    race = " after a race by successive halving (Jamieson & Talwalkar 2016)" if record.halving else ""
    return (
        f"Settings were chosen anew within each training set, by {cut(asdict(chosen.inner_design))} of its "
        f"rows{race}: {RULES[record.rule]}. The held-out rows of the outer splits had no part in the choice, "
        "so that the estimates are nested. The ledger sets beside them the score on training rows, the score "
        "by the inner splits, and that score corrected by the methods of Tibshirani & Tibshirani (2009) and "
        "BBC-CV (Tsamardinos et al. 2018)."
    )


def _measure(part: Section) -> str:
    meaning = f"{part.meaning}; " if part.meaning else ""
    positive = "" if part.task.positive is None else f" The positive class was {short(part.task.positive)}."
    return (
        f"The measure was {in_a_sentence(part.title)} ({meaning}{part.measure.better} is better).{positive}"
    )


def _intervals(part: Section) -> str:
    used = list(dict.fromkeys(each.estimate.method for each in part.standings))
    told = listed([INTERVALS.get(method, method) for method in used])
    return f"Intervals at the level of {part.level} are by {told}."


def _comparisons(part: Section) -> str:
    made = [each.comparison for each in part.standings if each.comparison is not None]
    if not made:
        return ""
    used = list(dict.fromkeys(each.test.partition(",")[0] for each in made))
    tests = f"{' or '.join(used)} test" + (", whichever leaves more open" if len(used) > 1 else "")
    ropes = {each.rope for each in made}
    rope = _margin(part, ropes.pop()) if len(ropes) == 1 else ""
    n_learners = len(part.standings)
    if n_learners == 2:
        return f"The two learners were compared on the same splits by the {tests}.{rope}"
    return (
        f"All {n_learners * (n_learners - 1) // 2:,} pairs of learners were compared on the same splits by "
        f"the {tests}; p values were adjusted for their number (Holm 1979), so that the verdicts hold "
        f"together at the level of {part.level}.{rope}"
    )


def _margin(part: Section, rope: float) -> str:
    """The equivalence margin in units of the measure, and where it comes from if it is the default."""
    best, second = (each.estimate.value for each in part.standings[:2])
    is_usual = isclose(rope, equivalence_margin(part.measure, best, second), rel_tol=1e-9, abs_tol=1e-15)
    by = f" ({margin_in_words(part.measure)})" if is_usual else " (as asked for)"
    return f" Differences within ±{significant(rope)} count as practically equal{by}."


def _failures(results: Results) -> str:
    failed = list(dict.fromkeys((each.learner, each.task) for each in results.failures()))
    if not failed:
        return ""
    named = [f"{short(learner)} on {short(task)}" for learner, task in failed[:MOST_LEARNERS]]
    return f"Left out, as they failed on some splits: {listed(named)}."


def _checks(checks: MethodologyReport | None) -> str:
    if checks is None or not checks.made:
        return ""
    listed_codes = ", ".join(checks.codes)
    return f"{checks.summary[:-1]}{f' ({listed_codes})' if listed_codes else ''}."


def _software(results: Results) -> str:
    found = results.versions()
    software = (
        listed([f"{_PACKAGES.get(name, name)} {number}" for name, number in found[0].items()])
        if found
        else ""
    )
    return f"Computed with {software}; seed {results.record.random_state} for learners that draw at random."


_PACKAGES = {"python": "Python", "gnomon": "Gnomon", "numpy": "NumPy", "scipy": "SciPy"}
