"""A few points in the plane or on a line, with classes: fixtures for linear models and kernels."""

from gnomon.data.sets.printed import MIT, OWN, ROGERS, printed

printed(
    "xor",
    "The four points of exclusive or",
    MIT,
    """
x1,x2,y
0,0,0
0,1,1
1,0,1
1,1,0
""",
    target="y",
)

printed(
    "bankruptcy",
    "Fourteen people by late payments a year and expenses over income; recalled, not from the notes",
    f"{MIT}; recalled from an earlier chapter, not checked against a copy",
    """
late,ratio,bankrupt
3,0.2,-1
1,0.3,-1
4,0.5,-1
2,0.7,-1
0,1.0,-1
1,1.2,-1
1,1.7,-1
6,0.2,1
7,0.3,1
6,0.7,1
3,1.1,1
2,1.5,1
4,1.7,1
2,1.9,1
""",
    target="bankrupt",
)

printed(
    "gaussian-exercise",
    "Ten points of two classes for a worked Gaussian classifier",
    f"lecture slides after {ROGERS}",
    """
a1,a2,class
-4,1,1
-5,2,1
-3,3,1
-2.5,4.5,1
-4,5,1
3,1,2
3.5,0,2
4,0.5,2
4,-1,2
3.5,-1,2
""",
    target="class",
)

printed(
    "four-points",
    "Four points of which three are support vectors",
    f"{OWN}, after a lost figure of {MIT}",
    """
x1,x2,y
3,2,1
4,3,1
1,1,-1
5,1,-1
""",
    target="y",
)

printed(
    "five-points",
    "Four points and an outlier: not linearly separable",
    f"{OWN}, after a lost figure of {MIT}",
    """
x1,x2,y
3,2,1
4,3,1
1,1,-1
5,1,-1
0,0,1
""",
    target="y",
)

printed(
    "inner-outer",
    "Six points on a line, the inner two of one class: separable by an RBF kernel, not by a threshold",
    f"{OWN}, after a lost figure of {MIT}",
    """
x,y
-0.3,1
-0.2,1
-0.1,-1
0.1,-1
0.2,1
0.3,1
""",
    target="y",
)

printed(
    "checkerboard",
    "Eight points of a board of four by two fields",
    f"{OWN}, after a lost figure of {MIT}",
    """
x1,x2,y
0,0,1
0,1,-1
1,0,-1
1,1,1
2,0,1
2,1,-1
3,0,-1
3,1,1
""",
    target="y",
)

printed(
    "twelve-values",
    "Twelve ordered values with two classes, for discretization and calibration",
    OWN,
    """
v,y
1,0
2,0
3,1
4,0
5,0
6,1
7,1
8,0
9,1
10,1
11,1
12,1
""",
    target="y",
)

printed(
    "relief-points",
    "Six points whose classes only the first feature separates",
    OWN,
    """
x1,x2,y
1,5,0
2,1,0
3,4,0
7,4.5,1
8,1.5,1
9,5.5,1
""",
    target="y",
)

printed(
    "three-gaussians",
    "Means, variances (divisor n - 1) and covariance of three classes of 30 points in the plane",
    ROGERS,
    """
class,mean_1,mean_2,variance_1,covariance,variance_2
1,-0.114148,0.111695,1.023684,0.091616,1.559543
2,1.816124,2.544471,1.766215,-0.106383,1.102675
3,1.635607,-2.138779,1.154257,1.083086,1.232838
""",
)
