"""Significance tests (hypothesis tests) of no difference; all but `chance` are plain functions of numbers.

For two learners on one task see `differences` (paired t, corrected t), `five_by_two`, `mcnemar`,
`permutation`, `bootstrap`, `signed_rank`, `sign`; on different rows `proportions`; against chance `chance`.
For many learners `friedman`, `rank_differences`, `corrections` and `groups`. With a region of practical
equivalence (ROPE) `bayesian`. `gnomon.assessment.paired` states which is valid for which design.
"""
