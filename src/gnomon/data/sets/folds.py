"""Published results by fold, round or hyperparameter: tables for intervals, tests and curves."""

from gnomon.data.sets.printed import BROWN, ZAKI, printed

BOSER = "B. Boser, I. Guyon and V. Vapnik, A training algorithm for optimal margin classifiers (1992)"

printed(
    "folds-logistic-stump",
    "Error in percent of logistic regression and of a stump on five folds",
    BROWN,
    """
fold,logistic,stump
5,16,16
4,12.5,16.5
3,17,17
2,14.1,16.2
1,10,17.1
""",
)

printed(
    "folds-full-bayes",
    "Mistakes of full Bayes among 30 rows of Iris on each of five folds",
    f"{ZAKI}, example 22.7",
    """
fold,mistakes,rows
1,8,30
2,4,30
3,7,30
4,11,30
5,5,30
""",
)

printed(
    "folds-naive-full",
    "Mistakes of naive and of full Bayes among 30 rows of Iris on each of five folds",
    f"{ZAKI}, example 22.11",
    """
fold,naive,full,rows
1,7,6,30
2,8,6,30
3,3,5,30
4,12,10,30
5,9,7,30
""",
)

printed(
    "bagging-losses",
    "Zero-one and squared loss of bagged support vector machines by the number of estimators",
    f"{ZAKI}, example 22.13",
    """
members,zero_one,squared
3,0.047,0.187
5,0.04,0.16
8,0.02,0.10
10,0.027,0.113
15,0.027,0.107
""",
)

printed(
    "boosting-rounds",
    "Four rounds of AdaBoost: weighted error, estimator weight, error of the ensemble",
    f"{ZAKI}, example 22.14",
    """
round,epsilon,alpha,committee_error
1,0.280,0.944,0.280
2,0.305,0.826,0.253
3,0.174,1.559,0.073
4,0.282,0.935,0.047
""",
)

printed(
    "student-t",
    "Two-sided critical values of Student's t at confidence level 0.95, as printed and exact",
    f"{ZAKI}, table 22.7",
    """
degrees,printed,exact
1,12.7065,12.706205
2,4.3026,4.302653
3,3.1824,3.182446
4,2.7764,2.776445
5,2.5706,2.570582
6,2.4469,2.446912
""",
)

printed(
    "digits-polynomial",
    "Error in percent and mean number of support vectors on two sets of digits, by degree",
    BOSER,
    """
degree,error_1,patterns_1,error_2,patterns_2
1,3.2,36,10.5,97
2,1.5,44,5.8,89
3,1.7,50,5.2,79
4,nan,nan,4.9,72
5,nan,nan,5.2,69
""",
)

printed(
    "digits-power-series",
    "Error in percent on the first set of digits, by the gamma of the power-series kernel",
    BOSER,
    """
gamma,error_1
0.25,2.3
0.50,2.2
0.75,1.3
1.00,1.5
""",
)

printed(
    "digits-smoothing",
    "Error in percent and mean number of support vectors by the width of the smoothing (0: none)",
    BOSER,
    """
sigma,error_1,patterns_1,error_2,patterns_2
0,1.5,44,4.9,72
0.5,1.3,41,4.6,73
0.8,0.8,36,5.0,79
1.0,0.3,31,6.0,83
1.2,0.8,31,nan,nan
""",
)
