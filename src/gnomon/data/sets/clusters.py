"""Points and distances without classes: fixtures for clustering."""

from gnomon.data.sets.printed import MIT, OWN, ROGERS, printed

printed(
    "eight-objects",
    "Eight objects in the plane for worked examples of k-means and hierarchical clustering",
    f"lecture slides after {ROGERS}",
    """
x,y
2,10
2,5
8,4
5,8
7,5
6,4
1,2
4,9
""",
    clusters=True,
)

printed(
    "distances-abcd",
    "The distances between four objects",
    f"lecture slides after {ROGERS}",
    """
A,B,C,D
0,1,4,5
1,0,2,6
4,2,0,3
5,6,3,0
""",
)

printed(
    "four-corners",
    "Twelve points in four corners; k-means can converge to a local optimum",
    f"{OWN}, after a lost figure of {MIT}",
    """
x1,x2
0,0
0,1
1,0
6,0
6,1
7,0
0,6
1,6
0,7
6,6
7,6
6,7
""",
    clusters=True,
)

printed(
    "two-runs",
    "Six points on a line in two runs",
    OWN,
    """
x
1
2
3
10
11
12
""",
    clusters=True,
)

printed(
    "rectangle",
    "The corners of a rectangle; k-means from the two left ones converges at once to a poor local optimum",
    OWN,
    """
x1,x2
0,0
0,1
3,0
3,1
""",
    clusters=True,
)

printed(
    "empty-cluster",
    "Six points on which k-means from rows 0, 1 and 4 gets an empty cluster",
    OWN,
    """
x1,x2
6,4
5,6
5,7
3,0
4,5
3,1
""",
    clusters=True,
)
