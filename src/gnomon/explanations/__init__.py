"""Why a model answers one case as it does, in the way that suits the kind of learner.

Start at `explaining.py` (`explain`); one file explains one kind of model. What all of them give is an
`Explanation`. It says what the model used, not what causes what.
"""
