"""Scores and true classes of published classifiers, as Tables, for ROC curves."""

from gnomon.data.sets.printed import FAWCETT, ZAKI, printed

printed(
    "fawcett-scores",
    "Twenty scored instances, ten of each class (p, n)",
    FAWCETT,
    """
score,class
0.9,p
0.8,p
0.7,n
0.6,p
0.55,p
0.54,p
0.53,n
0.52,n
0.51,p
0.505,n
0.4,p
0.39,n
0.38,p
0.37,n
0.36,n
0.35,n
0.34,p
0.33,n
0.30,p
0.1,n
""",
)

printed(
    "naive-bayes-scores",
    "Ten perfectly ranked scores that are miscalibrated at a threshold of 0.5; recalled, not checked",
    FAWCETT,
    """
score,class
0.99999,p
0.99999,p
0.99993,p
0.99986,p
0.99964,p
0.99955,p
0.68139,n
0.50961,n
0.48880,n
0.44951,n
""",
)

printed(
    "tied-scores",
    "Five scored points of which three are tied",
    f"{ZAKI}, example 22.5",
    """
score,class
0.9,c1
0.8,c2
0.8,c1
0.8,c1
0.1,c2
""",
)

printed(
    "exercise-scores",
    "Ten probabilities of the class +1 with a tie of three",
    f"{ZAKI}, exercise Q5",
    """
score,class
0.53,+1
0.86,-1
0.25,+1
0.95,+1
0.87,-1
0.86,+1
0.76,-1
0.94,+1
0.44,-1
0.86,-1
""",
)

printed(
    "iris-scores",
    "Thirty naive Bayes scores of versicolor (c1) on held-out rows of Iris: as printed, and exact",
    f"{ZAKI}, table 22.5; ranks 20 and 21 are printed with a wrong exponent",
    """
row,species,class,printed,score
106,virginica,c2,0.93,0.92616
87,versicolor,c1,0.82,0.81808
113,virginica,c2,0.80,0.79995
92,versicolor,c1,0.77,0.77459
88,versicolor,c1,0.74,0.73970
91,versicolor,c1,0.71,0.71051
138,virginica,c2,0.69,0.69177
81,versicolor,c1,0.67,0.66870
126,virginica,c2,0.66,0.66333
123,virginica,c2,0.61,0.60965
146,virginica,c2,0.59,0.59130
133,virginica,c2,0.55,0.55235
51,versicolor,c1,0.55,0.54794
64,versicolor,c1,0.53,0.52914
79,versicolor,c1,0.47,0.47297
93,versicolor,c1,0.30,0.30480
57,versicolor,c1,0.26,0.26107
145,virginica,c2,0.11,0.11255
108,virginica,c2,0.04,0.043651
107,virginica,c2,2.97e-03,2.9691e-04
109,virginica,c2,1.28e-03,1.2829e-04
5,setosa,c2,2.55e-07,2.5497e-07
30,setosa,c2,6.99e-08,6.997e-08
39,setosa,c2,3.11e-08,3.110e-08
46,setosa,c2,3.109e-08,3.109e-08
28,setosa,c2,1.53e-08,1.5336e-08
36,setosa,c2,9.76e-09,9.7571e-09
2,setosa,c2,2.08e-09,2.0809e-09
14,setosa,c2,1.95e-09,1.9538e-09
42,setosa,c2,7.83e-10,7.8286e-10
""",
)
