"""The figures of a task: drawn by `gnomon.plotting`, with a title and a sentence on how to read them."""

import warnings
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup

from gnomon.errors import GnomonError
from gnomon.experiments.results import Results
from gnomon.explanations.insights import TaskInsights
from gnomon.plotting.display import Display
from gnomon.report.insight_figures import Drawn, curve, importance, subgroups
from gnomon.report.names import clear, short
from gnomon.report.page import Section
from gnomon.report.palette import themed

MOST_CURVES = 3
MOST_CLASSES = 6
MOST_ACCOUNTS = 6
MOST_TIMED = 12


@dataclass(frozen=True)
class Figure:
    """A figure for the page: what it is, how to read it, and the picture with its alternative text."""

    title: str
    caption: str
    svg: Markup


def figures(
    results: Results, part: Section, number: int = 1, found: TaskInsights | None = None
) -> list[Figure]:
    """All figures that a task has. number: of the task, so that no two figures of a page share an id.

    found: what was worked out with the data at hand.

    >>> import gnomon as gn
    >>> from gnomon.report.page import section
    >>> results = gn.run(gn.Design(gn.load("diabetes"), gn.Ridge(), gn.k_fold(3)))
    >>> [each.title for each in figures(results, section(results, "diabetes"))][:2]
    ['Predictions of Ridge', 'Residuals of Ridge']
    """
    made: list[Figure] = []
    scores = (_ranking, _precision, _thresholds, _calibration, _confusion, _predictions, _residuals)
    recipes = [partial(recipe, results, part) for recipe in scores]
    if found is not None:
        recipes += [partial(recipe, found) for recipe in (importance, subgroups, curve)]
    for recipe in (*recipes, partial(_time, results, part)):
        try:
            drawn = recipe()
        except GnomonError:
            # A measure or design may leave nothing to draw, as with scores of one row each.
            continue
        if drawn is not None:
            made.append(_figure(*drawn, f"t{number}f{len(made) + 1}-"))
    return made


def ledger_figure(part: Section, number: int = 1) -> Figure | None:
    """The ledger of a nested design, of the first learners that had a choice; nothing in a plain one.

    >>> import gnomon as gn
    >>> from gnomon.report.page import section
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> ledger_figure(section(gn.run(design), "iris")).title
    'The ledger drawn'
    """
    from gnomon.plotting.experiments.ledger import LedgerDisplay

    accounts = [each for each in part.ledger.accounts if each.n_settings > 1][:MOST_ACCOUNTS]
    if not accounts:
        return None
    told = "The further the other marks of a learner lie from its nested one, the more choosing misled."
    return _figure("The ledger drawn", told, LedgerDisplay(accounts), f"t{number}ledger-")


def target_figure(found: TaskInsights | None, number: int = 1) -> Figure | None:
    """The distribution of the target; nothing where the data were not at hand.

    >>> target_figure(None)
    """
    from gnomon.plotting.features.column_bars import ColumnBarsDisplay

    if found is None or found.profile is None or found.profile.target is None:
        return None
    target = found.profile.target
    told = "Rows by the value of the target." + " The lines are its quartiles." * bool(target.counts)
    return _figure("Distribution of the target", told, ColumnBarsDisplay(target), f"t{number}target-")


def _figure(title: str, caption: str, display: Display, prefix: str) -> Figure:
    """One SVG for every theme; two where it holds an image, whose colors no style sheet reaches."""
    svg = _svg(display, "light", prefix)
    if "<image" in svg:
        dark = _svg(display, "dark", f"{prefix}d-")
        svg = f'<div class="in-light">{svg}</div><div class="in-dark">{dark}</div>'
    return Figure(title, caption, Markup(svg))


def _svg(display: Display, theme: str, prefix: str) -> str:
    with warnings.catch_warnings():
        # The text stays text in an SVG, so a browser finds the letters that Matplotlib's own font lacks.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        return themed(clear(display.svg(theme=theme, prefix=prefix)))


def _ranking(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.curves.roc import RocCurveDisplay

    task, scored, n_classes = part.task.name, _with(results, part, "score"), _n_classes(part)
    if not scored or not 2 <= n_classes <= MOST_CLASSES:
        return None
    if n_classes > 2:
        found = RocCurveDisplay.from_experiment(results, task=task, learners=scored[0])
        display = RocCurveDisplay({_class(name, scored[0]): each for name, each in found.curves.items()})
        return f"ROC curves of {short(scored[0])}", "Each class against the rest, on held-out rows.", display
    display = RocCurveDisplay.from_experiment(results, task=task, learners=scored, band="ks")
    # Shades of curves that lie close would hide each other.
    display.bands = dict(list(display.bands.items())[:1])
    told = (
        f"On held-out rows. The shade holds the whole curve of {short(scored[0])} with 95\u00a0% confidence."
    )
    return "ROC curves", told, display


def _precision(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.curves.precision_recall import PrecisionRecallDisplay

    scored = _with(results, part, "score")
    if not scored or _n_classes(part) != 2:
        return None
    display = PrecisionRecallDisplay.from_experiment(results, task=part.task.name, learners=scored)
    told = f"On held-out rows, of the class {short(part.task.positive)}. The dotted line is its share."
    return "Precision and recall", told, display


def _thresholds(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.curves.threshold_rates import ThresholdRatesDisplay

    scored = _with(results, part, "score")
    if not scored or _n_classes(part) != 2:
        return None
    display = ThresholdRatesDisplay.from_experiment(results, task=part.task.name, learners=scored[:1])
    told = (
        f"What {short(scored[0])} does when a row is called {short(part.task.positive)} from a threshold on. "
        "A threshold picked from these rows flatters on them; choose it within training rows "
        "(ThresholdedClassifier)."
    )
    return f"Thresholds of {short(scored[0])}", told, display


def _calibration(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.curves.calibration import CalibrationDisplay

    task, given, n_classes = part.task.name, _with(results, part, "probability"), _n_classes(part)
    if not given or not 2 <= n_classes <= MOST_CLASSES:
        return None
    told = "On the diagonal, what is given a probability comes true that often; bars are 95\u00a0% intervals."
    if n_classes > 2:
        found = CalibrationDisplay.from_experiment(results, task=task, learners=given[0])
        display = CalibrationDisplay(
            {_class(name, given[0]): each for name, each in found.found.items()},
            {_class(name, given[0]): each for name, each in found.histograms.items()},
        )
        return f"Calibration of {short(given[0])}", told, display
    return "Calibration", told, CalibrationDisplay.from_experiment(results, task=task, learners=given[:2])


def _confusion(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.assessment.confusion import ConfusionMatrixDisplay

    if _n_classes(part) < 2:
        return None
    best = part.ranked[0]
    display = ConfusionMatrixDisplay.from_experiment(results, task=part.task.name, learners=best)
    repeats = part.task.splits["repeats"]
    rows = f"Held-out rows, each {repeats} times" if repeats > 1 else "Held-out rows"
    return f"Confusions of {short(best)}", f"{rows}; what lies on the diagonal is right.", display


def _predictions(results: Results, part: Section) -> Drawn:
    told = "Held-out rows; on the line, a prediction is right."
    return _of_numbers(results, part, f"Predictions of {short(part.ranked[0])}", told, "actual_vs_predicted")


def _residuals(results: Results, part: Section) -> Drawn:
    told = "A trend or a fan shows what the learner has not caught."
    return _of_numbers(results, part, f"Residuals of {short(part.ranked[0])}", told, "residual_vs_predicted")


def _time(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.experiments.time_quality import TimeQualityDisplay

    first = part.standings[:MOST_TIMED]
    if len(first) < 2:
        return None
    estimates = {each.learner: each.estimate for each in first}
    if len(estimates) < len(first):
        return None
    told = "The line joins the learners that no other beats in both; ▾ and ▴ mark those off the axis."
    seconds = [each.seconds for each in first]
    return "Time against quality", told, TimeQualityDisplay(estimates, seconds, part.measure.name)


def _of_numbers(results: Results, part: Section, title: str, caption: str, kind: str) -> Drawn:
    from gnomon.plotting.assessment.prediction_error import PredictionErrorDisplay

    if part.task.kind != "regression":
        return None
    held_out = {"task": part.task.name, "learners": part.ranked[0]}
    return title, caption, PredictionErrorDisplay.from_experiment(results, kind=kind, **held_out)


def _class(name: str, learner: str) -> str:
    """The class that a curve is of, where all are of one learner."""
    return name.removeprefix(f"{learner}, ")


def _n_classes(part: Section) -> int:
    return len(part.task.target) if part.task.kind == "classification" else 0


def _with(results: Results, part: Section, needs: str) -> list[str]:
    """The first few learners that give a score, or a probability, the best first."""
    found: list[str] = []
    for learner in part.ranked:
        given = results.predictions(part.task.name, learner)
        if given.probability is not None or (needs == "score" and given.decision is not None):
            found.append(learner)
        if len(found) == MOST_CURVES:
            break
    return found
