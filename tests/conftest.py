"""Settings of every test: no deadline for hypothesis, as a busy machine is no bug.

Where changes are landed (CI=true) the examples are the same every time; elsewhere new ones are tried.
`make test-all` (GNOMON_TESTS=all) tries more examples, and the laws with more seeds; `make mutants` does not
look for the simplest example that fails. Some oracles install a package called `tests` of their own: worker
processes are to find this one.
"""

import os
from pathlib import Path

from hypothesis import Phase, settings

settings.register_profile("gnomon", deadline=None, derandomize="CI" in os.environ)
settings.register_profile("all", deadline=None, max_examples=500)
settings.register_profile(
    "mutants", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate), database=None
)
settings.load_profile(os.environ.get("GNOMON_TESTS") or "gnomon")

root = str(Path(__file__).parent.parent)
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
