"""Property tests here train models, so no single example has a deadline."""

from hypothesis import settings

settings.register_profile("gnomon", deadline=None)
settings.load_profile("gnomon")
