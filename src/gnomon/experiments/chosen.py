"""What the units of a nested design chose, outer split by outer split, and what they chose by.

Packed with a unit's predictions, so that both are one in the store. With the inner held-out predictions of
every setting at hand, optimism can be worked out later without another fit.
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
from gnomon.experiments.kept import Kept
from gnomon.experiments.kept_choices import check_choices

_ARRAYS = ("split", "place", "scores", "reached")
_INNER, _TRAINING = "inner.", "training."


@dataclass(frozen=True, eq=False)
class Chosen:
    """The choices of the outer splits of one unit.

    settings: the parameters that vary, of each setting. measure, rule: what chose. inner_design: how training
    rows were cut. split: numbers of the outer splits. place: of each choice in the settings. scores: outer
    splits x settings, by the measure. reached: whether a setting was measured on whole inner training sets;
    not so where halving dropped it before. inner: held-out predictions of every setting within each outer
    split. training: predictions of each choice for its own training rows.
    """

    settings: tuple[dict[str, Any], ...]
    measure: str
    rule: str
    inner_design: SplitDesign
    split: Integers
    place: Integers
    scores: Floats
    reached: Flags
    inner: Kept
    training: Kept

    @property
    def names(self) -> list[str]:
        """Each setting in words."""
        return names_of(self.settings)

    def within(self, part: int, like: Predictions) -> list[Predictions]:
        """The inner held-out predictions of one outer split, of each setting that reached the end."""
        return [
            self.inner.predictions(part, int(setting), like, self.inner_design)
            for setting in np.flatnonzero(self.reached[part])
        ]

    def trained(self, part: int, like: Predictions) -> Predictions:
        """What the choice of one outer split predicts for the rows that it was trained on."""
        n_rows = like.design.n_rows
        once = SplitDesign(
            "hold-out", 1, 1, stratified=False, grouped=False, random_state=None, n_rows=n_rows
        )
        return self.training.predictions(part, 0, like, once)

    def to_bytes(self, predictions: Predictions) -> bytes:
        """These choices and the unit's predictions in one; `Predictions.from_bytes` reads its part of it."""
        arrays, facts = unpack(predictions.to_bytes())
        mine = {f"chosen.{name}": getattr(self, name) for name in _ARRAYS}
        said = {
            "settings": list(self.settings),
            "measure": self.measure,
            "rule": self.rule,
            "inner_design": asdict(self.inner_design),
        }
        kept = {**self.inner.arrays(_INNER), **self.training.arrays(_TRAINING)}
        return pack({**arrays, **mine, **kept}, {**facts, "chosen": said})

    @classmethod
    def from_bytes(cls, data: bytes) -> "Chosen | None":
        """What `to_bytes` wrote; None for a unit that chose nothing. Bytes of other things are refused."""
        arrays, facts = unpack(data)
        said = facts.get("chosen")
        if said is None:
            return None
        check_choices(arrays, said)
        return cls(
            settings=tuple(said["settings"]),
            measure=said["measure"],
            rule=said["rule"],
            inner_design=SplitDesign(**said["inner_design"]),
            **{name: arrays[f"chosen.{name}"] for name in _ARRAYS},
            inner=Kept.of_arrays(_INNER, arrays),
            training=Kept.of_arrays(_TRAINING, arrays),
        )


def choice_lines(tuned: Sequence[tuple[Predictions, Chosen]]) -> list[dict[str, Any]]:
    """One line for each outer split: what was chosen, and its score within and without."""
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
    """Each setting in words.

    >>> names_of([{"C": 1.0, "degree": 2}, {}])
    ['C=1.0, degree=2', 'as given']
    """
    return [called("", setting)[1:-1] or "as given" for setting in settings]
