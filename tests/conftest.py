"""Settings of every test: no deadline for hypothesis, as a busy machine is no bug.

Where changes are landed (CI=true) the examples are the same every time; elsewhere new ones are tried.
"""

import os

from hypothesis import settings

settings.register_profile("gnomon", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("gnomon")
