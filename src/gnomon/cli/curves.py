"""`gnomon curve`: curves of one learner, as a figure and as numbers, all from held-out rows."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gnomon.assessment.curves.cost import cost_curve_of
from gnomon.assessment.curves.detection import det_curve_of
from gnomon.assessment.curves.held_out import roc_curve_of
from gnomon.assessment.curves.learning import learning_curve
from gnomon.assessment.curves.lift import lift_curve_of
from gnomon.assessment.curves.precision_recall import precision_recall_curve_of
from gnomon.assessment.curves.reliability import reliability_diagram_of
from gnomon.assessment.curves.validation import validation_curve
from gnomon.assessment.decisions.rate_costs import cost_by_threshold_of
from gnomon.assessment.resample import resample
from gnomon.cli.advice import option
from gnomon.cli.convert import write_frame
from gnomon.cli.defaults import folds_for
from gnomon.cli.grids import full_name, values_of
from gnomon.cli.learners import one_of, with_seed
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.source import open_task
from gnomon.cli.terminal import note, print_document, print_frame, print_plain, print_wrapped
from gnomon.data.task import Task
from gnomon.errors import ParameterError
from gnomon.experiments.default_measure import default_measure
from gnomon.experiments.grid import SIMPLER_IF_LARGER, default_grid
from gnomon.registry import displays

_DEFAULT = {"classification": "LogisticRegression", "regression": "Ridge"}
_IMAGES = (".png", ".svg", ".pdf")


@dataclass(frozen=True)
class CurveRequest:
    """The options as typed."""

    kind: str
    data: str
    target: str | None
    positive: str | None
    reading: dict[str, Any]
    learner: str | None
    measure: str | None
    parameter: str | None
    values: str | None
    folds: int
    out: Path | None
    table: Path | None
    seed: int


@dataclass(frozen=True)
class Drawn:
    """A curve's figure, its numbers and a summary sentence."""

    display: Any
    frame: Any
    sentence: str


def carry_out(request: CurveRequest, *, as_json: bool) -> None:
    """Compute the curve, draw it, and print its numbers."""
    if request.kind not in KINDS:
        raise ParameterError(f"there is no curve {request.kind!r}; choose from {', '.join(KINDS)}")
    out = request.out or Path(f"{request.kind}.png")
    if out.suffix.lower() not in _IMAGES:
        raise ParameterError(f"{option('out')} {out}: a figure file ends in {', '.join(_IMAGES)}")
    with warnings_as_notes():
        task, _ = open_task(request.data, request.target, request.positive, request.reading)
        name, learner = _learner(request, task)
        drawn = KINDS[request.kind](request, task, learner)
        drawn.display.save(out)
        if request.table is not None:
            write_frame(drawn.frame, request.table)
    if as_json:
        print_document(
            {
                "curve": request.kind,
                "learner": name,
                "says": drawn.sentence,
                "points": drawn.frame,
                "figure": out,
            }
        )
        return
    print_frame(drawn.frame, f"{request.kind}: {name} on {task.name}", max_lines=16)
    print_wrapped(drawn.sentence)
    print_plain(f"figure  {out}" + (f"\ntable   {request.table}" if request.table else ""))


def _learner(request: CurveRequest, task: Task) -> tuple[str, Any]:
    text = request.learner or _DEFAULT[task.kind]
    ((name, learner),) = one_of(text, task).items()
    return name, with_seed(learner, request.seed, task)


def _of_predictions(display: str, value: Callable[[Any], Any], **options: Any) -> Callable[..., Drawn]:
    def made(request: CurveRequest, task: Task, learner: Any) -> Drawn:
        plan = folds_for(task, request.folds, request.seed)
        predictions = resample(task, learner, plan)
        curve = value(predictions)
        figure = displays[display].thing.from_predictions(predictions, **options)
        return Drawn(figure, curve.frame() if hasattr(curve, "frame") else figure.frame(), str(curve))

    return made


def _measure(request: CurveRequest, task: Task, learner: Any) -> str:
    """The requested measure, or the default one of all commands."""
    if request.measure is not None:
        return request.measure
    plan = folds_for(task, request.folds, request.seed)
    default = default_measure(task, [learner], plan.split(task))
    if default.why:
        note(f"note: {default.why}")
    return default.name


def _learning(request: CurveRequest, task: Task, learner: Any) -> Drawn:
    plan = folds_for(task, request.folds, request.seed)
    curve = learning_curve(task, learner, plan, _measure(request, task, learner), random_state=request.seed)
    return Drawn(displays["LearningCurveDisplay"].thing(curve), curve.frame(), str(curve))


def _validation(request: CurveRequest, task: Task, learner: Any) -> Drawn:
    grid = default_grid(learner)
    if request.parameter is None and not grid:
        raise ParameterError(f"this learner has no default grid; name a parameter by {option('parameter')}")
    name = next(iter(grid)) if request.parameter is None else full_name(learner, request.parameter)
    if request.values is None and name not in grid:
        raise ParameterError(
            f"{option('parameter')} {request.parameter}: give its values, such as {option('values')} 0.1,1,10"
        )
    values = list(grid[name]) if request.values is None else values_of(request.values)
    # A default grid goes from simple to complex models; typed values keep their order.
    is_first = request.values is None or name.rpartition("__")[2] not in SIMPLER_IF_LARGER
    curve = validation_curve(
        task,
        learner,
        name,
        values,
        folds_for(task, request.folds, request.seed),
        _measure(request, task, learner),
        simplest="first" if is_first else "last",
    )
    # Of a pipeline, the user named the final estimator.
    curve = replace(curve, parameter=name.rpartition("__")[2])
    return Drawn(displays["ValidationCurveDisplay"].thing(curve), curve.frame(), str(curve))


KINDS: dict[str, Callable[..., Drawn]] = {
    "learning": _learning,
    "validation": _validation,
    "roc": _of_predictions("RocCurveDisplay", roc_curve_of),
    "pr": _of_predictions("PrecisionRecallDisplay", precision_recall_curve_of),
    "det": _of_predictions("DetCurveDisplay", det_curve_of),
    "calibration": _of_predictions("CalibrationDisplay", reliability_diagram_of),
    "lift": _of_predictions("LiftCurveDisplay", lift_curve_of),
    "cost": _of_predictions("CostCurveDisplay", cost_curve_of),
    "threshold": _of_predictions("ThresholdCostDisplay", cost_by_threshold_of),
    "confusion": _of_predictions("ConfusionMatrixDisplay", lambda predictions: predictions.confusion()),
    "residuals": _of_predictions("PredictionErrorDisplay", lambda predictions: _errors(predictions)),
}


def _errors(predictions: Any) -> Any:
    return predictions.estimate("root_mean_squared_error")
