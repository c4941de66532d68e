"""`gnomon plan`: power analysis and running time of a design, before it is run."""

from dataclasses import dataclass
from typing import Any

from gnomon import threads
from gnomon.cli.advice import by_options
from gnomon.cli.live import warnings_as_notes
from gnomon.cli.terminal import note, print_document, print_frame, print_plain, print_wrapped
from gnomon.cli.worker_options import settled
from gnomon.errors import DesignError
from gnomon.experiments.design import Design
from gnomon.experiments.forecast import Forecast, forecast_runtime
from gnomon.experiments.power import PowerForecast, forecast_power


@dataclass(frozen=True)
class Assumed:
    """The smallest difference of interest, or None, and assumptions about how learners differ."""

    difference: float | None
    discordant: float
    sd: float | None
    power: float


def print_plan(design: Design, assumed: Assumed, workers: Any, pilot_rows: int, *, as_json: bool) -> None:
    """Print the detectable difference and the running time of the design."""
    with warnings_as_notes():
        analysis = _analysis(design, assumed)
        count = settled({"workers": workers}, design.tasks.values())["workers"]
        cost = forecast_runtime(design, workers=count if count > 0 else threads.cores(), rows=pilot_rows)
    if as_json:
        print_document(_document(analysis, cost, assumed))
        return
    if analysis is not None:
        print_wrapped(analysis)
        if assumed.difference is not None:
            print_wrapped(_verdict(analysis, assumed.difference))
        print_plain("")
    frame = cost.frame()[["learner", "units", "settings", "seconds", "power"]]
    print_frame(frame.rename(columns={"power": "grows as n to the"}), "running time")
    print_plain(cost)


def _analysis(design: Design, assumed: Assumed) -> PowerForecast | None:
    """The power analysis; None, and a note, where the rows alone do not determine it."""
    try:
        return forecast_power(design, discordant=assumed.discordant, sd=assumed.sd, power=assumed.power)
    except DesignError as error:
        if assumed.sd is not None or assumed.difference is not None:
            raise
        note(f"note: {by_options(error)}")
        return None


def _document(analysis: PowerForecast | None, cost: Forecast, assumed: Assumed) -> dict[str, Any]:
    difference = assumed.difference
    return {
        "power": None if analysis is None else analysis.frame(),
        "difference": difference,
        "is_enough": None if difference is None or analysis is None else _is_enough(analysis, difference),
        "cost": {
            "units": cost.units,
            "workers": cost.workers,
            "seconds": cost.seconds,
            "memory": cost.memory,
            "learners": cost.frame(),
        },
    }


def _is_enough(analysis: PowerForecast, difference: float) -> bool:
    return all(each.difference <= difference for each in analysis.tasks)


def _verdict(analysis: PowerForecast, difference: float) -> str:
    if _is_enough(analysis, difference):
        return f"The design can detect a difference of {difference:g}."
    worst = max(analysis.tasks, key=lambda each: each.difference)
    # Standard errors fall with the square root of the rows.
    rows = worst.n_rows * (worst.difference / difference) ** 2
    return (
        f"The design cannot detect a difference of {difference:g}: about {rows:,.0f} rows would be needed; "
        "more folds and repeats of the same rows help little."
    )
