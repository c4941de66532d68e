"""The figures of a task, drawn by `gnomon.plotting`, with titles and captions."""

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

MAX_CURVES = 3
MAX_CLASSES = 6
MAX_ACCOUNTS = 6
MAX_TIMED = 12


@dataclass(frozen=True)
class Figure:
    """A figure of the page: title, caption, and SVG with alternative text."""

    title: str
    caption: str
    svg: Markup


def figures(
    results: Results, part: Section, number: int = 1, task_insights: TaskInsights | None = None
) -> list[Figure]:
    """All figures of a task. number: of the task, so that the ids of figures on a page are unique.

    task_insights: importance, subgroups and learning curve, if the data are available.

    >>> import gnomon as gn
    >>> from gnomon.report.page import section
    >>> results = gn.run(gn.Design(gn.load("diabetes"), gn.Ridge(), gn.k_fold(3)))
    >>> [each.title for each in figures(results, section(results, "diabetes"))][:2]
    ['Predictions of Ridge', 'Residuals of Ridge']
    """
    drawn_figures: list[Figure] = []
    scores = (_ranking, _precision, _thresholds, _calibration, _confusion, _predictions, _residuals)
    recipes = [partial(recipe, results, part) for recipe in scores]
    if task_insights is not None:
        recipes += [partial(recipe, task_insights) for recipe in (importance, subgroups, curve)]
    for recipe in (*recipes, partial(_time, results, part)):
        try:
            drawn = recipe()
        except GnomonError:
            # Some measures and designs have nothing to draw, such as splits of one row.
            continue
        if drawn is not None:
            drawn_figures.append(_figure(*drawn, f"t{number}f{len(drawn_figures) + 1}-"))
    return drawn_figures


def ledger_figure(part: Section, number: int = 1) -> Figure | None:
    """The optimism ledger of a nested design as a figure; None without nested selection.

    >>> import gnomon as gn
    >>> from gnomon.report.page import section
    >>> design = gn.Design(gn.load("iris"), gn.KNeighborsClassifier(), gn.k_fold(3), inner=gn.k_fold(3))
    >>> ledger_figure(section(gn.run(design), "iris")).title
    'Optimism ledger'
    """
    from gnomon.plotting.experiments.ledger import LedgerDisplay

    accounts = [each for each in part.ledger.accounts if each.n_settings > 1][:MAX_ACCOUNTS]
    if not accounts:
        return None
    caption = "The distance of the other estimates of a learner from the nested one is their bias."
    return _figure("Optimism ledger", caption, LedgerDisplay(accounts), f"t{number}ledger-")


def target_figure(task_insights: TaskInsights | None, number: int = 1) -> Figure | None:
    """The distribution of the target; None if the data are not available.

    >>> target_figure(None)
    """
    from gnomon.plotting.features.column_bars import ColumnBarsDisplay

    if task_insights is None or task_insights.profile is None or task_insights.profile.target is None:
        return None
    target = task_insights.profile.target
    caption = "Histogram; lines mark the quartiles." if target.counts else "Number of rows of each class."
    return _figure("Distribution of the target", caption, ColumnBarsDisplay(target), f"t{number}target-")


def _figure(title: str, caption: str, display: Display, prefix: str) -> Figure:
    """One SVG for all themes; two if it contains an image, whose colors a style sheet cannot change."""
    svg = _svg(display, "light", prefix)
    if "<image" in svg:
        dark = _svg(display, "dark", f"{prefix}d-")
        svg = f'<div class="in-light">{svg}</div><div class="in-dark">{dark}</div>'
    return Figure(title, caption, Markup(svg))


def _svg(display: Display, theme: str, prefix: str) -> str:
    return themed(clear(display.svg(theme=theme, prefix=prefix)))


def _ranking(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.curves.roc import RocCurveDisplay

    task, scored, n_classes = part.task.name, _with(results, part, "score"), _n_classes(part)
    if not scored or not 2 <= n_classes <= MAX_CLASSES:
        return None
    if n_classes > 2:
        display = RocCurveDisplay.from_experiment(results, task=task, learners=scored[0])
        display = RocCurveDisplay({_class(name, scored[0]): each for name, each in display.curves.items()})
        return f"ROC curves of {short(scored[0])}", "One-vs-rest, on held-out rows.", display
    display = RocCurveDisplay.from_experiment(results, task=task, learners=scored, band="ks")
    # Bands of close curves would hide each other.
    display.bands = dict(list(display.bands.items())[:1])
    caption = (
        f"On held-out rows, with the 95\u00a0% confidence band of the whole curve of {short(scored[0])}."
    )
    return "ROC curves", caption, display


def _precision(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.curves.precision_recall import PrecisionRecallDisplay

    scored = _with(results, part, "score")
    if not scored or _n_classes(part) != 2:
        return None
    display = PrecisionRecallDisplay.from_experiment(results, task=part.task.name, learners=scored)
    caption = (
        f"On held-out rows; positive class {short(part.task.positive)}. The dotted line is its prevalence."
    )
    return "Precision and recall", caption, display


def _thresholds(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.curves.threshold_rates import ThresholdRatesDisplay

    scored = _with(results, part, "score")
    if not scored or _n_classes(part) != 2:
        return None
    display = ThresholdRatesDisplay.from_experiment(results, task=part.task.name, learners=scored[:1])
    caption = (
        f"Rates of {short(scored[0])} when rows are classified as {short(part.task.positive)} above a "
        "threshold. A threshold selected on these rows is optimistically biased; select it within the "
        "training rows (ThresholdedClassifier)."
    )
    return f"Thresholds of {short(scored[0])}", caption, display


def _calibration(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.curves.calibration import CalibrationDisplay

    task, learners, n_classes = part.task.name, _with(results, part, "probability"), _n_classes(part)
    if not learners or not 2 <= n_classes <= MAX_CLASSES:
        return None
    caption = "Observed against predicted probability; on the diagonal, predictions are calibrated. Bars are "
    caption += "95\u00a0% intervals."
    if n_classes > 2:
        display = CalibrationDisplay.from_experiment(results, task=task, learners=learners[0])
        display = CalibrationDisplay(
            {_class(name, learners[0]): each for name, each in display.diagrams.items()},
            {_class(name, learners[0]): each for name, each in display.histograms.items()},
        )
        return f"Calibration of {short(learners[0])}", caption, display
    return (
        "Calibration",
        caption,
        CalibrationDisplay.from_experiment(results, task=task, learners=learners[:2]),
    )


def _confusion(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.assessment.confusion import ConfusionMatrixDisplay

    if _n_classes(part) < 2:
        return None
    best = part.ranked[0]
    display = ConfusionMatrixDisplay.from_experiment(results, task=part.task.name, learners=best)
    repeats = part.task.splits["repeats"]
    rows = f"Held-out rows, each {repeats} times" if repeats > 1 else "Held-out rows"
    return f"Confusion matrix of {short(best)}", f"{rows}; the diagonal has the correct predictions.", display


def _predictions(results: Results, part: Section) -> Drawn:
    caption = "Held-out rows; on the line, predictions are exact."
    return _of_numbers(
        results, part, f"Predictions of {short(part.ranked[0])}", caption, "actual_vs_predicted"
    )


def _residuals(results: Results, part: Section) -> Drawn:
    caption = "A trend indicates bias, a fan heteroscedasticity."
    return _of_numbers(
        results, part, f"Residuals of {short(part.ranked[0])}", caption, "residual_vs_predicted"
    )


def _time(results: Results, part: Section) -> Drawn:
    from gnomon.plotting.experiments.time_quality import TimeQualityDisplay

    first = part.standings[:MAX_TIMED]
    if len(first) < 2:
        return None
    estimates = {each.learner: each.estimate for each in first}
    if len(estimates) < len(first):
        return None
    caption = "The line is the Pareto front of time and score; ▾ and ▴ mark learners outside the axis."
    seconds = [each.seconds for each in first]
    return "Time against quality", caption, TimeQualityDisplay(estimates, seconds, part.measure.name)


def _of_numbers(results: Results, part: Section, title: str, caption: str, kind: str) -> Drawn:
    from gnomon.plotting.assessment.prediction_error import PredictionErrorDisplay

    if part.task.kind != "regression":
        return None
    held_out = {"task": part.task.name, "learners": part.ranked[0]}
    return title, caption, PredictionErrorDisplay.from_experiment(results, kind=kind, **held_out)


def _class(name: str, learner: str) -> str:
    """The class of a curve, without the name of the single learner."""
    return name.removeprefix(f"{learner}, ")


def _n_classes(part: Section) -> int:
    return len(part.task.target) if part.task.kind == "classification" else 0


def _with(results: Results, part: Section, needs: str) -> list[str]:
    """The first few learners with scores, or probabilities, the best first."""
    selected: list[str] = []
    for learner in part.ranked:
        predictions = results.predictions(part.task.name, learner)
        if predictions.probability is not None or (needs == "score" and predictions.decision is not None):
            selected.append(learner)
        if len(selected) == MAX_CURVES:
            break
    return selected
