"""Paired tests of two learners from their Predictions; each refuses designs for which it is not valid.

=======================  ==============================================  ==============================
test                     valid for                                       tested quantity
=======================  ==============================================  ==============================
corrected t              several splits, any measure                     the difference of the scores
corrected t for repeats  the same; valid also where rows are held out    the same
                         several times and the learner is unstable
paired t                 several splits, uncorrected, with a caveat      the same
bayes                    as corrected t                                  the same, as a posterior
5x2cv t, 5x2cv F         repeated(k_fold(2), times=5)                    the same
rows t                   means over rows; rows held out equally often    the same
mcnemar                  accuracy or error, every row held out once      the difference of proportions
mcnemar exact            the same                                        the same
mcnemar chi-squared      the same                                        the same
permutation              one hold-out; means over rows held out once     the difference of the scores
bootstrap                the same                                        the same
delong                   AUC of two classes on one hold-out              the difference of the AUCs
wilcoxon, sign           means over rows held out once                   the (pseudo-)median over rows
=======================  ==============================================  ==============================

"auto" selects the corrected t over several splits (for repeats if rows are held out repeatedly), but for
means over rows never a smaller standard error than that over rows; on one hold-out the t-test over rows, or
DeLong's test. Chronological splits have the corrected t with a caveat, and no test over rows, as rows are not
independent there.

`choice` has the tests by name, `validity` the conditions, `spread` the standard errors, `pair_result` the
result of a test. The tests as functions of numbers are in `gnomon.assessment.significance`.
"""
