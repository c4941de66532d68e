"""Rule learners: the rules that the case meets, and what each says."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.explanations.answers import answer_of
from gnomon.explanations.case import Case
from gnomon.explanations.explanation import Explanation
from gnomon.learners.rules.boosted import BoostedRules
from gnomon.learners.rules.covering import CoveringRules
from gnomon.learners.rules.one_rule import OneRule
from gnomon.learners.rules.rule_learner import share_in_words
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
        fired, note = _one(model, case), "One column decides; counts are of training rows."
    elif isinstance(model, CoveringRules):
        fired, note = _covering(model, case)
    elif isinstance(model, BoostedRules):
        fired, note = _boosted(model, case), "The votes of these rules are added up; rules not met abstain."
    elif isinstance(model, DecisionStump):
        fired, note = _stump(model, case), "One question decides."
    else:
        return None
    answer = answer_of(model, case.X)
    names = ("if", "then", "rows")
    table = {name: [rule[place] for rule in fired] for place, name in enumerate(names)}
    lines = tuple(f"if {claim} then {said} ({rows})" for claim, said, rows in fired)
    return Explanation(
        "rules", answer.predicted, table, answer.output, value=answer.value, note=note, lines=lines
    )


def _one(model: Any, case: Case) -> list[Fired]:
    column = model.check_examples(case.X, reset=False)[:, model.feature_]
    group = int(model._groups(column)[0])
    told = model.frame()
    if group >= len(told):
        counts = model.counts_[group]
        code = int(counts.argmax())
        name = model.names()[model.feature_]
        return [
            (f"{name} has a value not seen in training", model.classes_[code], share_in_words(counts, code))
        ]
    return [tuple(told.iloc[group][["if", "then", "rows"]])]


def _covering(model: Any, case: Case) -> tuple[list[Fired], str]:
    x = model.check_examples(case.X, reset=False)
    met = [rule for rule in model.rules_ if rule.conjunction.covers(x)[0]]
    if model.strategy == "list":
        met = met[:1]
    if not met:
        counts = model.default_counts_
        code = int(counts.argmax())
        default = ("no rule is met", model.classes_[code], share_in_words(counts, code))
        return [default], "The default, from the rows that no rule covers."
    categories = getattr(model, "categories_", None)
    fired = [
        (
            rule.conjunction.words(model.names(), categories),
            model.classes_[rule.code],
            share_in_words(rule.counts, rule.code),
        )
        for rule in met
    ]
    note = (
        "The first rule that is met decides."
        if model.strategy == "list"
        else "All rules met vote by their rows."
    )
    return fired, note


def _boosted(model: Any, case: Case) -> list[Fired]:
    x = model.check_examples(case.X, reset=False)
    categories = getattr(model, "categories_", None)
    met = [rule for rule in model.rules_ if rule.conjunction.covers(x)[0]]
    met.sort(key=lambda rule: -abs(rule.vote.alpha))
    return [
        (
            rule.conjunction.words(model.names(), categories),
            model._side(rule),
            f"by {abs(rule.vote.alpha):.3g}",
        )
        for rule in met
    ]


def _stump(model: Any, case: Case) -> list[Fired]:
    said = np.asarray(model.predict(case.X)).tolist()[0]
    place = int(model.feature_)
    x = float(np.asarray(model.check_examples(case.X, reset=False))[0, place])
    threshold = float(model.threshold_)
    sign = "<=" if x <= threshold else ">"
    return [(f"{case.names[place]} {sign} {threshold:.6g}", said, "")]
