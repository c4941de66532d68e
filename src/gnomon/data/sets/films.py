"""A matrix of film ratings and its two factors (matrix factorization)."""

from gnomon.data.sets.printed import FLACH, printed

printed(
    "films",
    "How much six people like four films",
    FLACH,
    """
film 1,film 2,film 3,film 4
1,0,1,0
0,2,2,2
0,0,0,1
1,2,3,2
1,0,1,1
0,2,2,3
""",
)

printed(
    "films-people",
    "Which of three genres six people like; its product with diag(1, 2, 1) and films-genres is films",
    FLACH,
    """
genre 1,genre 2,genre 3
1,0,0
0,1,0
0,0,1
1,1,0
1,0,1
0,1,1
""",
)

printed(
    "films-genres",
    "Which of four films belong to three genres",
    FLACH,
    """
film 1,film 2,film 3,film 4
1,0,1,0
0,1,1,1
0,0,0,1
""",
)
