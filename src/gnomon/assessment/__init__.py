"""Model evaluation: resampling, performance measures, confidence intervals and statistical comparison.

Start with `splits` (training and held-out rows), then `resample` (which turns a task, a learner and splits
into `predictions`), then `measures` and `estimation` (a score with its confidence interval) and `comparison`
(two learners), `comparing` (more than two) and `power` (sample size). `nested` is nested cross-validation,
`refitting` holds estimates that refit the learner, `bias_variance` decomposes a loss, `curves` has ROC,
learning, validation and similar curves, `calibration` and `decisions` turn scores into probabilities and
decisions, and `evidence` holds the simulated coverage and type-I error of every interval and test. Nothing
here imports a learner: any scikit-learn estimator works.
"""
