"""Learners of other libraries (LightGBM, XGBoost, CatBoost) made to behave as every other one here.

`adapted` is the place to start. A library is imported only if a learner of it is there already, or if a model
file that names it is opened.
"""

from gnomon.sharing.foreign.adapted import Adapted, adapted, as_given, library_of

__all__ = ["Adapted", "adapted", "as_given", "library_of"]
