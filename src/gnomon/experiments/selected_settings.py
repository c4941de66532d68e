"""Settings selected in each outer split of a nested design, with the inner predictions they were selected by.

Packed with a unit's predictions, so that both are stored atomically. From the inner held-out predictions of
every setting the optimism of the selection can be computed later without refitting.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from gnomon.arrays import Flags, Floats, Integers
from gnomon.assessment.design import SplitDesign
from gnomon.assessment.measures.facts import find_measure
from gnomon.assessment.packing import pack, unpack
from gnomon.assessment.predictions import Predictions
from gnomon.assessment.settings import called
from gnomon.experiments.compact_predictions import CompactPredictions
from gnomon.experiments.selected_settings_schema import check_choices

_ARRAYS = ("split", "place", "scores", "reached")
_INNER, _TRAINING = "inner.", "training."


@dataclass(frozen=True, eq=False)
class Chosen:
    """The settings selected in the outer splits of one unit.

    settings: the hyperparameters that vary, per setting. measure, rule: the selection criterion.
    inner_design: how training rows were split. split: numbers of the outer splits. place: index of each
    selected setting. scores: outer splits x settings, by the measure. reached: whether a setting was
    evaluated on whole inner training sets; False where successive halving dropped it before. inner: inner
    held-out predictions of every setting. training: predictions of each selected setting for its own training
    rows.
    """

    settings: tuple[dict[str, Any], ...]
    measure: str
    rule: str
    inner_design: SplitDesign
    split: Integers
    place: Integers
    scores: Floats
    reached: Flags
    inner: CompactPredictions
    training: CompactPredictions

    @property
    def names(self) -> list[str]:
        """Each setting as text."""
        return names_of(self.settings)

    def within(self, part: int, like: Predictions) -> list[Predictions]:
        """The inner held-out predictions of one outer split, of each fully evaluated setting."""
        return [
            self.inner.predictions(part, int(setting), like, self.inner_design)
            for setting in np.flatnonzero(self.reached[part])
        ]

    def trained(self, part: int, like: Predictions) -> Predictions:
        """Training-set predictions (resubstitution) of the setting selected in one outer split."""
        n_rows = like.design.n_rows
        once = SplitDesign(
            "hold-out", 1, 1, stratified=False, grouped=False, random_state=None, n_rows=n_rows
        )
        return self.training.predictions(part, 0, like, once)

    def to_bytes(self, predictions: Predictions) -> bytes:
        """The selections and the unit's predictions as bytes; `Predictions.from_bytes` reads the latter."""
        arrays, facts = unpack(predictions.to_bytes())
        mine = {f"chosen.{name}": getattr(self, name) for name in _ARRAYS}
        plain = {
            "settings": list(self.settings),
            "measure": self.measure,
            "rule": self.rule,
            "inner_design": asdict(self.inner_design),
        }
        stored = {**self.inner.arrays(_INNER), **self.training.arrays(_TRAINING)}
        return pack({**arrays, **mine, **stored}, {**facts, "chosen": plain})

    @classmethod
    def from_bytes(cls, data: bytes) -> "Chosen | None":
        """The inverse of `to_bytes`; None for a unit without selection. DataError for other bytes."""
        arrays, facts = unpack(data)
        plain = facts.get("chosen")
        if plain is None:
            return None
        check_choices(arrays, plain)
        return cls(
            settings=tuple(plain["settings"]),
            measure=plain["measure"],
            rule=plain["rule"],
            inner_design=SplitDesign(**plain["inner_design"]),
            **{name: arrays[f"chosen.{name}"] for name in _ARRAYS},
            inner=CompactPredictions.of_arrays(_INNER, arrays),
            training=CompactPredictions.of_arrays(_TRAINING, arrays),
        )


def choice_lines(tuned: Sequence[tuple[Predictions, Chosen]]) -> list[dict[str, Any]]:
    """One row per outer split: the selected setting, its inner and outer score, and the optimism."""
    lines = []
    for predictions, chosen in tuned:
        measure = find_measure(chosen.measure)
        outer = predictions.per_split(measure) if predictions.design.method != "leave-one-out" else None
        for part, place in enumerate(chosen.place):
            inner = float(chosen.scores[part, place])
            score = np.nan if outer is None else float(outer[part])
            lines.append(
                {
                    "task": predictions.task_name,
                    "learner": predictions.learner,
                    "split": int(chosen.split[part]),
                    "choice": chosen.names[place],
                    "inner": inner,
                    "outer": score,
                    "optimism": measure.sign * (inner - score),
                    **chosen.settings[place],
                }
            )
    return lines


def names_of(settings: Sequence[dict[str, Any]]) -> list[str]:
    """Each setting as text.

    >>> names_of([{"C": 1.0, "degree": 2}, {}])
    ['C=1.0, degree=2', 'as given']
    """
    return [called("", setting)[1:-1] or "as given" for setting in settings]
