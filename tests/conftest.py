"""Settings of every test: no deadline for hypothesis, as a busy machine is no bug."""

from hypothesis import settings

settings.register_profile("gnomon", deadline=None)
settings.load_profile("gnomon")
