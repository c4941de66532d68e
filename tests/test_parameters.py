"""Name, allowed values, default and default grid of each parameter are those of the list in parameters.txt.

A default that changes changes the results of everyone who relies on it: so it changes on purpose, and here.
GNOMON_GOLDEN=write stores the list anew.
"""

import os
from pathlib import Path

from gnomon.check import rules
from gnomon.registry import learners, transformers

LIST = Path(__file__).parent / "parameters.txt"


def declared():
    for entry in (*learners.values(), *transformers.values()):
        if not entry.thing.__module__.startswith("gnomon."):
            continue  # Another test may have registered its own.
        fields = entry.thing.__dataclass_fields__
        for name, rule in rules(entry.thing).items():
            grid = f", grid {', '.join(map(repr, rule.grid))}" if rule.grid else ""
            position = "" if fields[name].kw_only else ", by position"
            default = repr(fields[name].default)
            yield f"{entry.thing.__name__}.{name} = {default}: {rule.words}{grid}{position}"


def test_parameters_have_their_listed_defaults_ranges_and_grids():
    lines = list(declared())
    if os.environ.get("GNOMON_GOLDEN") == "write":
        LIST.write_text("\n".join([*lines, ""]), encoding="utf-8")
    assert lines == LIST.read_text(encoding="utf-8").splitlines()
