"""How good, and how sure: everything that is asked of a learner after it has been trained.

Start with `splits` (how rows are cut into training and held-out sets), then `resample` (which turns a task,
a learner and splits into `predictions`), then `measures` and `estimation` (a value with its interval) and
`comparison` (which of two is better), `comparing` (more than two) and `power` (before the run). `nested`
assesses a choice among settings, `refitting` holds estimates that train again, `bias_variance` takes a loss
apart, `curves` look over all thresholds, sizes or settings, `calibration` and `decisions` turn scores into
probabilities and choices, and `evidence` holds what simulations found of every interval and test. Nothing
here imports a learner: any scikit-learn estimator will do.
"""
