"""`gnomon plan`: power and cost of a design, before it is run."""

from dataclasses import dataclass
from typing import Any

from gnomon import threads
from gnomon.cli.live import notes_told
from gnomon.cli.terminal import note, print_document, print_frame, say, tell
from gnomon.cli.working import settled
from gnomon.errors import DesignError
from gnomon.experiments.design import Design
from gnomon.experiments.forecast import Forecast, forecast_runtime
from gnomon.experiments.power import PowerForecast, forecast_power


@dataclass(frozen=True)
class Assumed:
    """A difference that matters, if one is named, and what is taken for granted of how learners differ."""

    difference: float | None
    discordant: float
    sd: float | None
    power: float


def tell_plan(design: Design, assumed: Assumed, workers: Any, pilot_rows: int, *, as_json: bool) -> None:
    """Print what the design can see, and what it will cost."""
    with notes_told():
        seen = _seen(design, assumed)
        count = settled({"workers": workers}, design.tasks.values())["workers"]
        cost = forecast_runtime(design, workers=count if count > 0 else threads.cores(), rows=pilot_rows)
    if as_json:
        print_document(_document(seen, cost, assumed))
        return
    if seen is not None:
        tell(seen)
        if assumed.difference is not None:
            tell(_verdict(seen, assumed.difference))
        say("")
    frame = cost.frame()[["learner", "units", "settings", "seconds", "power"]]
    print_frame(frame.rename(columns={"power": "grows as n to the"}), "what it will cost")
    say(cost)


def _seen(design: Design, assumed: Assumed) -> PowerForecast | None:
    """What the design can see; nothing, and a note, where the rows alone do not tell it."""
    try:
        return forecast_power(design, discordant=assumed.discordant, sd=assumed.sd, power=assumed.power)
    except DesignError as error:
        if assumed.sd is not None or assumed.difference is not None:
            raise
        note(f"note: {error}".replace("sd=", "--sd").partition(", or pilot=")[0])
        return None


def _document(seen: PowerForecast | None, cost: Forecast, assumed: Assumed) -> dict[str, Any]:
    difference = assumed.difference
    return {
        "power": None if seen is None else seen.frame(),
        "difference": difference,
        "is_enough": None if difference is None or seen is None else _is_enough(seen, difference),
        "cost": {
            "units": cost.units,
            "workers": cost.workers,
            "seconds": cost.seconds,
            "memory": cost.memory,
            "learners": cost.frame(),
        },
    }


def _is_enough(seen: PowerForecast, difference: float) -> bool:
    return all(each.difference <= difference for each in seen.tasks)


def _verdict(seen: PowerForecast, difference: float) -> str:
    if _is_enough(seen, difference):
        return f"A difference of {difference:g} is within its reach."
    worst = max(seen.tasks, key=lambda each: each.difference)
    # Standard errors fall with the square root of the rows.
    rows = worst.n_rows * (worst.difference / difference) ** 2
    return (
        f"A difference of {difference:g} is out of its reach: about {rows:,.0f} rows would be needed, as "
        "more folds and repeats of the same rows help little."
    )
