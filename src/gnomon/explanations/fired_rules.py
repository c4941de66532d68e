"""Explanation of rule learners: the rules that fire, with their predictions."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.explanations.case import Case
from gnomon.explanations.explanation import Explanation
from gnomon.explanations.indicator_columns import side_of
from gnomon.explanations.model_output import output_of
from gnomon.learners.rules.boosted import BoostedRules
from gnomon.learners.rules.covering import CoveringRules
from gnomon.learners.rules.one_rule import OneRule
from gnomon.learners.rules.rule_learner import accuracy_text
from gnomon.learners.trees.stump import DecisionStump

Fired = tuple[str, Any, str]


def explain_rules(model: Any, case: Case) -> Explanation | None:
    """The rules that fire; None for a model without rules.

    >>> import gnomon as gn
    >>> from gnomon.explanations.case import case_of
    >>> model = gn.OneRule(min_bucket_size=1).fit([[1.0], [2.0], [5.0], [6.0]], ["a", "a", "b", "b"])
    >>> explain_rules(model, case_of(model, [5.5], None, None, 0)).lines
    ('if x0 > 3.5 then b (2 of 2 right)',)
    """
    if isinstance(model, OneRule):
        fired, note = _one(model, case), "A single column decides; counts are of training rows."
    elif isinstance(model, CoveringRules):
        fired, note = _covering(model, case)
    elif isinstance(model, BoostedRules):
        fired, note = (
            _boosted(model, case),
            "The weighted votes of these rules are summed; rules that do not fire abstain.",
        )
    elif isinstance(model, DecisionStump):
        fired, note = _stump(model, case), "A single split decides."
    else:
        return None
    explained = output_of(model, case.X)
    names = ("if", "then", "rows")
    table = {name: [rule[index] for rule in fired] for index, name in enumerate(names)}
    lines = tuple(
        f"if {claim} then {label} ({rows})" if rows else f"if {claim} then {label}"
        for claim, label, rows in fired
    )
    return Explanation(
        "rules", explained.predicted, table, explained.output, value=explained.value, note=note, lines=lines
    )


def _one(model: Any, case: Case) -> list[Fired]:
    column = model.check_examples(case.X, reset=False)[:, model.feature_]
    group = int(model._groups(column)[0])
    frame = model.frame()
    if group >= len(frame):
        counts = model.counts_[group]
        code = int(counts.argmax())
        name = model.names()[model.feature_]
        return [
            (f"{name} has a value not seen in training", model.classes_[code], accuracy_text(counts, code))
        ]
    return [tuple(frame.iloc[group][["if", "then", "rows"]])]


def _covering(model: Any, case: Case) -> tuple[list[Fired], str]:
    x = model.check_examples(case.X, reset=False)
    firing = [rule for rule in model.rules_ if rule.conjunction.covers(x)[0]]
    if model.strategy == "list":
        firing = firing[:1]
    if not firing:
        counts = model.default_counts_
        code = int(counts.argmax())
        default = ("no rule fires", model.classes_[code], accuracy_text(counts, code))
        return [default], "The default rule, from the training rows that no rule covers."
    categories = getattr(model, "categories_", None)
    fired = [
        (
            rule.conjunction.words(model.names(), categories),
            model.classes_[rule.code],
            accuracy_text(rule.counts, rule.code),
        )
        for rule in firing
    ]
    note = (
        "The first rule that fires decides."
        if model.strategy == "list"
        else "All rules that fire vote with their training rows."
    )
    return fired, note


def _boosted(model: Any, case: Case) -> list[Fired]:
    x = model.check_examples(case.X, reset=False)
    categories = getattr(model, "categories_", None)
    firing = [rule for rule in model.rules_ if rule.conjunction.covers(x)[0]]
    firing.sort(key=lambda rule: -abs(rule.vote.alpha))
    return [
        (
            rule.conjunction.words(model.names(), categories),
            model._predicted_class(rule),
            f"by {abs(rule.vote.alpha):.3g}",
        )
        for rule in firing
    ]


def _stump(model: Any, case: Case) -> list[Fired]:
    predicted = np.asarray(model.predict(case.X)).tolist()[0]
    column = int(model.feature_)
    x = float(np.asarray(model.check_examples(case.X, reset=False))[0, column])
    return [(side_of(case.names[column], x, float(model.threshold_)), predicted, "")]
