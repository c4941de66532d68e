"""The Python script that reproduces the results."""

import re

from gnomon.experiments.record import LearnerRecord, Record

_STEP = "    "


def equivalent(record: Record, measure: str, loading: str | None = None) -> str:
    """A script that constructs the design and runs it.

    loading: the Python expression of the task, if known.

    >>> from sklearn.linear_model import Ridge
    >>> from gnomon import Design, k_fold, load
    >>> from gnomon.experiments.record import record_of
    >>> design = Design(load("diabetes"), [Ridge(alpha=2)], k_fold(5))
    >>> print(equivalent(record_of(design), "r2", "gn.load('diabetes')").splitlines()[8])
        'Ridge(alpha=2)': Ridge(alpha=2),
    """
    tasks = [loading] if loading and len(record.tasks) == 1 else [_task(task.name) for task in record.tasks]
    design = f"design = gn.Design(tasks, learners, plan, {_nesting(record)}measures={record.measures!r}, "
    design += f"random_state={record.random_state})"
    return "\n".join(
        [
            *_imports(record.learners),
            "",
            "tasks = [",
            *(f"{_STEP}{task}," for task in tasks),
            "]",
            f"plan = {record.plan}",
            "learners = {",
            *(f"{_STEP}{learner.name!r}: {_public_expression(learner)}," for learner in record.learners),
            "}",
            design,
            'results = gn.run(design, store="results.gnomon")',
            f"print(results.leaderboard({measure!r}).to_string())",
            *(["print(results.ledger().to_string())"] if record.is_nested else []),
        ]
    )


def _nesting(record: Record) -> str:
    """The arguments of nested selection; empty without it."""
    if not record.is_nested:
        return ""
    arguments = (
        ""
        if record.halving is None
        else ", ".join(f"{name}={value}" for name, value in record.halving.items())
    )
    halving = f"halving=gn.selection.SuccessiveHalving({arguments}), " if arguments else ""
    return f"inner={record.inner}, rule={record.rule!r}, {halving}"


def _task(name: str) -> str:
    return f"...  # the task {name!r}"


def _imports(learners: list[LearnerRecord]) -> list[str]:
    modules = {name: module for learner in learners for name, module in learner.modules.items()}
    outside = {name: module for name, module in modules.items() if not module.startswith("gnomon")}
    if "Pipeline" in outside:
        outside["make_pipeline"] = outside.pop("Pipeline")
    return [
        "import gnomon as gn",
        *sorted(f"from {module} import {name}" for name, module in outside.items()),
    ]


def _public_expression(learner: LearnerRecord) -> str:
    """The expression of the learner, with Gnomon's classes from the public namespace."""
    text = learner.code
    for name, module in learner.modules.items():
        if module.startswith("gnomon"):
            text = re.sub(rf"(?<![\w.]){re.escape(name)}\(", f"gn.{name}(", text)
    return text
