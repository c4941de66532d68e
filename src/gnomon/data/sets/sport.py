"""Simple regression data: winning times of the Olympic 100 m, and three points."""

from gnomon.data.sets.printed import ROGERS, printed

printed(
    "olympic-men",
    "Winning time of the men's 100 m at 27 Olympic Games, 1896 to 2008",
    ROGERS,
    """
year,time
1896,12.00
1900,11.00
1904,11.00
1906,11.20
1908,10.80
1912,10.80
1920,10.80
1924,10.60
1928,10.80
1932,10.30
1936,10.30
1948,10.30
1952,10.40
1956,10.50
1960,10.20
1964,10.00
1968,9.95
1972,10.14
1976,10.06
1980,10.25
1984,9.99
1988,9.92
1992,9.96
1996,9.84
2000,9.87
2004,9.85
2008,9.69
""",
    target="time",
)

printed(
    "olympic-women",
    "Winning time of the women's 100 m at 19 Olympic Games, 1928 to 2008",
    ROGERS,
    """
year,time
1928,12.20
1932,11.90
1936,11.50
1948,11.90
1952,11.50
1956,11.50
1960,11.00
1964,11.40
1968,11.00
1972,11.07
1976,11.08
1980,11.06
1984,10.97
1988,10.54
1992,10.82
1996,10.94
2000,11.12
2004,10.93
2008,10.78
""",
    target="time",
)

printed(
    "three-points",
    "Three points for a worked least-squares line",
    ROGERS,
    """
x,t
1,4.8
3,11.3
5,17.2
""",
    target="t",
)
