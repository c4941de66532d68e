"""Tests of two learners by name, from their Predictions; each refuses the designs it is not valid for.

=======================  ==============================================  ==============================
test                     is valid for                                    is about
=======================  ==============================================  ==============================
corrected t              several splits, any measure                     the difference of the scores
corrected t for repeats  the same; right also where rows are held out    the same
                         several times and the learner is unstable
paired t                 the textbook's: several splits, with a caveat   the same
bayes                    as corrected t                                  the same, as a posterior
5x2cv t, 5x2cv F         repeated(k_fold(2), times=5)                    the same
rows t                   means over rows; every row held out as often    the same
mcnemar                  shares of rows, every row held out once         the difference of the shares
mcnemar exact            the same                                        the same
mcnemar chi-squared      the same                                        the same
permutation              one hold-out; means over rows held out once     the difference of the scores
bootstrap                the same                                        the same
delong                   AUC of two classes on one hold-out              the difference of the areas
wilcoxon, sign           means over rows held out once                   the (pseudo-)median over rows
=======================  ==============================================  ==============================

"auto" takes the corrected t over several splits, for repeats where rows are held out again, but never takes a
mean for surer than its rows allow; on one hold-out t over rows, or DeLong's test. Splits along time have the
corrected t with a caveat, and no test over rows, as these are not independent there.

`choice` finds a test by its name, `validity` holds the refusals, `spread` the standard errors, `finding` what
a test gives back. The tests themselves, as functions of numbers, are in `gnomon.assessment.significance`.
"""
