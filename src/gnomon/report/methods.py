"""The methods section of a report, with references."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import isclose

from gnomon.assessment.intervals.rounding import significant
from gnomon.assessment.margin import equivalence_margin, margin_in_words
from gnomon.experiments.checks.finding import MethodologyReport
from gnomon.experiments.processor import difference
from gnomon.experiments.record import LearnerRecord, Record, TaskRecord
from gnomon.experiments.results import Results
from gnomon.features.profiles.words import number_in_words
from gnomon.report.citations import references
from gnomon.report.conclusion import listed
from gnomon.report.names import short
from gnomon.report.page import Section
from gnomon.report.preparing import is_prepared, without_preparation
from gnomon.report.resampling import plan_text, sizes
from gnomon.report.selected_settings import without_steps
from gnomon.report.titles import in_a_sentence

MAX_LEARNERS = 20
MAX_CLASSES = 8
_MAX_VALUES = 8

INTERVALS = {
    "corrected t": "corrected resampled t over the splits, with the variance corrected for overlapping "
    "training sets (Nadeau & Bengio 2003)",
    "corrected t for repeats": "corrected resampled t over the splits, with the variance corrected for "
    "overlapping training sets (Nadeau & Bengio 2003) and for repeatedly held-out rows",
    "wilson": "Wilson's score interval of a rate (Wilson 1927)",
    "rows t": "Student's t over the held-out rows, or over whole groups of them",
    "delong": "DeLong's variance of the rank statistic on the logit scale (DeLong et al. 1988; over groups "
    "Obuchowski 1997)",
    "bca bootstrap": "the bias-corrected and accelerated bootstrap of the held-out rows (Efron 1987)",
}
RULES = {
    "best": "the hyperparameters with the best mean score were selected",
    "one standard error": "the simplest hyperparameters within one standard error of the best were selected "
    "(Breiman et al. 1984)",
}


@dataclass(frozen=True)
class Methods:
    """Paragraphs with their topics, and the references that they cite."""

    paragraphs: tuple[tuple[str, str], ...]
    references: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join(text for _, text in self.paragraphs)


def methods(
    results: Results, sections: Sequence[Section], checks: MethodologyReport | None = None
) -> Methods:
    """The methods section of results. sections: the report sections of the tasks.

    >>> import gnomon as gn
    >>> from gnomon.report.page import section
    >>> results = gn.run(gn.Design(gn.load("iris"), gn.GaussianNB(), gn.k_fold(5)))
    >>> text = methods(results, [section(results, "iris")])
    >>> dict(text.paragraphs)["Measure"]
    'The measure was accuracy (share of rows predicted correctly; higher is better).'
    """
    record = results.record
    texts = {
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
    paragraphs = tuple((about, text) for about, text in texts.items() if text)
    return Methods(paragraphs, tuple(references(" ".join(text for _, text in paragraphs))))


def _data(task: TaskRecord) -> str:
    kinds = [column.kind for column in task.columns]
    counted = listed([f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)])
    first = "" if len(kinds) == task.n_columns else f"of the first {len(kinds)} "
    missing = sum(column.missing for column in task.columns)
    absent = f", with {missing:,} missing values" if missing else ""
    size = f"{task.n_rows:,} rows and {task.n_columns:,} features"
    roles = f"; each row has a {' and a '.join(task.roles)}" if task.roles else ""
    return f"{short(task.name)} has {size} ({first}{counted}{absent}){roles}; {_target(task)}."


def _target(task: TaskRecord) -> str:
    if task.kind != "classification":
        facts = dict(task.target)
        return (
            f"the target is a number with mean {number_in_words(facts['mean'])} and standard deviation "
            f"{number_in_words(facts['standard deviation'])}"
        )
    counts = [f"{short(label)}: {count:,}" for label, count in task.target[:MAX_CLASSES]]
    more = len(task.target) - MAX_CLASSES
    named = ", ".join(counts) + (f" and {more} more" if more > 0 else "")
    return f"the target has {len(task.target)} classes ({named})"


def _for_each(sections: Sequence[Section], sentence: Callable[[Section], str]) -> str:
    """A sentence that holds for all tasks once, otherwise one per task."""
    tasks_of: dict[str, list[str]] = {}
    for each in sections:
        tasks_of.setdefault(sentence(each), []).append(short(each.task.name))
    if len(tasks_of) <= 1:
        return next(iter(tasks_of), "")
    return " ".join(f"For {listed(tasks)}: {text}" for text, tasks in tasks_of.items() if text)


def _resampling(sections: Sequence[Section]) -> str:
    plan = _for_each(sections, lambda part: f"{plan_text(part.task.splits)}{_seed(part.task)}")
    each = _for_each(sections, lambda part: f"{sizes(part.task.splits)}.")
    return (
        f"Performance was estimated out of sample by {plan}; {each} All learners had the same splits, and "
        "every preprocessing step was fitted on training rows only."
    )


def _seed(task: TaskRecord) -> str:
    seed = task.splits["random_state"]
    return "" if seed is None else f" (seed {seed})"


def _learners(record: Record) -> str:
    named = [_learner(each) for each in record.learners[:MAX_LEARNERS]]
    more = len(record.learners) - MAX_LEARNERS
    several = (
        f"{len(record.learners)} learners were compared"
        if len(record.learners) > 1
        else "One learner was evaluated"
    )
    text = f"{several}: {'; '.join(named)}{f'; and {more} more' if more > 0 else ''}."
    if record.preparation_notes or any(is_prepared(each) for each in record.learners):
        text += (
            " Columns were preprocessed automatically as each learner requires (imputation, encoding, dates, "
            "scaling), within each training set."
        )
    return text


def _learner(learner: LearnerRecord) -> str:
    """The expression of a learner; in a nested design its name and hyperparameter values."""
    if not learner.settings:
        return short(without_preparation(learner.code))
    if len(learner.settings) == 1:
        return short(learner.name)
    varied: dict[str, list[str]] = {}
    for setting in learner.settings:
        for name, value in setting.items():
            varied.setdefault(without_steps(name), []).append(str(value))
    values = {name: list(dict.fromkeys(each)) for name, each in varied.items()}
    grid = ", ".join(f"{name} in {{{_some(each)}}}" for name, each in values.items())
    return f"{short(learner.name)} ({len(learner.settings)} hyperparameter settings: {grid})"


def _some(values: Sequence[str]) -> str:
    more = ", …" if len(values) > _MAX_VALUES else ""
    return ", ".join(short(each) for each in values[:_MAX_VALUES]) + more


def _selection(results: Results, sections: Sequence[Section]) -> str:
    record, part = results.record, sections[0]
    _, chosen = results.tuned(part.task.name, part.ranked[0])[0]
    halving = " with successive halving (Jamieson & Talwalkar 2016)" if record.halving else ""
    return (
        "Hyperparameters were selected within each training set, by "
        f"{plan_text(asdict(chosen.inner_design))} of its rows{halving}: {RULES[record.rule]}. The held-out "
        "rows of the outer splits were not used in the selection (nested cross-validation). The ledger "
        "compares the nested estimates with the score on training rows, the inner score, and that score "
        "corrected by the methods of Tibshirani & Tibshirani (2009) and BBC-CV (Tsamardinos et al. 2018)."
    )


def _measure(part: Section) -> str:
    meaning = f"{part.meaning}; " if part.meaning else ""
    positive = "" if part.task.positive is None else f" The positive class was {short(part.task.positive)}."
    return (
        f"The measure was {in_a_sentence(part.title)} ({meaning}{part.measure.better} is better).{positive}"
    )


def _intervals(part: Section) -> str:
    used = list(dict.fromkeys(each.estimate.method for each in part.standings))
    names = listed([INTERVALS.get(method, method) for method in used])
    return f"Confidence intervals at the level of {part.level} are by {names}."


def _comparisons(part: Section) -> str:
    made = [each.comparison for each in part.standings if each.comparison is not None]
    if not made:
        return ""
    used = list(dict.fromkeys(each.test for each in made))
    tests = f"{' or '.join(used)} test" + (", whichever is more conservative" if len(used) > 1 else "")
    ropes = {each.rope for each in made}
    rope = _margin(part, ropes.pop()) if len(ropes) == 1 else ""
    n_learners = len(part.standings)
    if n_learners == 2:
        return f"The two learners were compared on the same splits by the {tests}.{rope}"
    return (
        f"All {n_learners * (n_learners - 1) // 2:,} pairs of learners were compared on the same splits by "
        f"the {tests}; p-values were adjusted for multiple comparisons (Holm 1979), so that the verdicts "
        f"hold simultaneously at the level of {part.level}.{rope}"
    )


def _margin(part: Section, rope: float) -> str:
    """The equivalence margin in units of the measure, and its rule if it is the default."""
    best, second = (each.estimate.value for each in part.standings[:2])
    is_default = isclose(rope, equivalence_margin(part.measure, best, second), rel_tol=1e-9, abs_tol=1e-15)
    by = f" ({margin_in_words(part.measure)})" if is_default else " (user-defined)"
    return f" Differences within ±{significant(rope)} count as practically equal{by}."


def _failures(results: Results) -> str:
    failed = list(dict.fromkeys((each.learner, each.task) for each in results.failures()))
    if not failed:
        return ""
    named = [f"{short(learner)} on {short(task)}" for learner, task in failed[:MAX_LEARNERS]]
    return f"Excluded, as they failed on some splits: {listed(named)}."


def _checks(checks: MethodologyReport | None) -> str:
    if checks is None or not checks.made:
        return ""
    listed_codes = ", ".join(checks.codes)
    return f"{checks.summary[:-1]}{f' ({listed_codes})' if listed_codes else ''}."


def _software(results: Results) -> str:
    versions = results.versions()
    software = (
        listed([f"{_PACKAGES.get(name, name)} {number}" for name, number in versions[0].items()])
        if versions
        else ""
    )
    sentence = f"Computed with {software}; seed {results.record.random_state} for randomized learners."
    return f"{sentence} {difference(versions)}".strip()


_PACKAGES = {"python": "Python", "gnomon": "Gnomon", "numpy": "NumPy", "scipy": "SciPy"}
