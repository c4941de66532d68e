"""A matrix of film preferences and the two factors it is the product of."""

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
    "Which of three genres six people like; times the weights 1, 2, 1 and the films it gives the preferences",
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
