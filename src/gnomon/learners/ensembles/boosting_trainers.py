"""The base estimator of a boosting round: a decision stump on presorted columns, or any classifier."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from gnomon.arrays import Floats, Integers
from gnomon.learners.ensembles.boosting import Train
from gnomon.learners.ensembles.members import SharedRows, class_probabilities, predicted_codes, seeded
from gnomon.learners.ensembles.stump_columns import StumpColumns
from gnomon.learners.trees.present_classes import codes_of_present
from gnomon.sharing.labels import Labels


def in_view(data: StumpColumns | SharedRows) -> tuple[Labels, Floats]:
    """The labels of the rows, over the classes with positive weight, and the weights.

    >>> data = StumpColumns.of(np.ones((3, 1)), Labels.of(["a", "b", "c"]))
    >>> labels, weight = in_view(data.rows(np.array([0, 2])))
    >>> labels.classes, weight
    (array(['a', 'c'], dtype='<U1'), array([1., 0., 1.]))
    """
    if isinstance(data, StumpColumns):
        labels, weight = data.y, data.weight
    else:
        labels, sample_weight = Labels.of(data.table.y), data.table.weight
        weight = np.ones(data.n_rows) if sample_weight is None else sample_weight
    code_of, present = codes_of_present(labels, weight)
    return Labels(code_of[labels.codes], labels.classes[present]), weight


def stump_trainer(data: StumpColumns, labels: Labels, criterion: str, *, real: bool) -> Train:
    """Train the best stump under the weights of a round.

    >>> labels = Labels.of([0, 0, 1])
    >>> data = StumpColumns.of(np.array([[1.0], [2.0], [6.0]]), labels)
    >>> stump_trainer(data, labels, "error", real=False)(np.ones(3), 0)[0].threshold
    4.0
    """
    columns = replace(data, y=labels)

    def train(weight: Floats, number: int) -> tuple[Any, Integers, Floats | None]:
        stump, groups = columns.best_stump(weight / weight.sum(), criterion)
        return stump, stump.codes[groups], stump.proportions[groups] if real else None

    return train


def learner_trainer(
    data: SharedRows,
    labels: Labels,
    learner: Any,
    root: np.random.SeedSequence,
    *,
    resample: bool,
    real: bool,
) -> Train:
    """Fit a base estimator on weighted rows, or (resample) on rows repeated as often as the weights say.

    >>> from gnomon import GaussianNB
    >>> labels, root = Labels.of([0, 0, 1, 1]), np.random.SeedSequence(0)
    >>> rows = SharedRows.of(GaussianNB(), np.array([[1.0], [2.0], [6.0], [7.0]]), labels, None)
    >>> learner_trainer(rows, labels, GaussianNB(), root, resample=False, real=False)(np.ones(4), 0)[1]
    array([0, 0, 1, 1])
    """
    original = Labels.of(data.table.y)
    weight = np.ones(data.n_rows) if data.table.weight is None else data.table.weight
    rows = data.recoded(codes_of_present(original, weight)[0], labels.n_classes)

    def train(weight: Floats, number: int) -> tuple[Any, Integers, Floats | None]:
        member = seeded(learner, root, number)
        model = rows.fit_on_sample(member, weight) if resample else rows.fit(member, weight)
        probabilities = class_probabilities(model, rows.table.X, labels.n_classes) if real else None
        return model, predicted_codes(model, rows.table.X), probabilities

    return train
