"""Property tests have no deadline: a busy machine is no fault."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
