"""Eight e-mails over the words a to e, as words, as counts and as bits (d and e are stop words)."""

from gnomon.data.sets.printed import FLACH, printed

printed(
    "mail-words",
    "Eight e-mails as lists of words, spam (+) or ham (-)",
    FLACH,
    """
email,tokens,class
e1,b d e b b d e,+
e2,b c e b b d d e c c,+
e3,a d a d e a e e,+
e4,b a d b e d a b,+
e5,a b a b a b a e d,-
e6,a c a c a c a e d,-
e7,e a e d a e a,-
e8,d e d e d,-
""",
)

printed(
    "mail-counts",
    "Eight e-mails by how often they hold the words a, b and c, spam (+) or ham (-)",
    FLACH,
    """
a,b,c,class
0,3,0,+
0,3,3,+
3,0,0,+
2,3,0,+
4,3,0,-
4,0,3,-
3,0,0,-
0,0,0,-
""",
    target="class",
    positive="+",
)

printed(
    "mail-bits",
    "Eight e-mails by whether they hold the words a, b and c, spam (+) or ham (-)",
    FLACH,
    """
a,b,c,class
0,1,0,+
0,1,1,+
1,0,0,+
1,1,0,+
1,1,0,-
1,0,1,-
1,0,0,-
0,0,0,-
""",
    target="class",
    positive="+",
)
