"""The scikit-learn classes that a model file may contain: learners and transformers by qualified name."""

from collections.abc import Mapping

from gnomon.models.foreign_class import ForeignClass
from gnomon.models.foreign_learners import LEARNERS
from gnomon.models.foreign_transformers import TRANSFORMERS

CLASSES: Mapping[str, ForeignClass] = {**LEARNERS, **TRANSFORMERS}
