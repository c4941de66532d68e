"""Small classification data sets of textbooks and courses."""

from gnomon.data.sets.printed import BROWN, MITCHELL, ROGERS, ZAKI, printed

printed(
    "play-tennis",
    "Whether to play tennis, by the weather of 14 days",
    MITCHELL,
    """
Outlook,Temperature,Humidity,Wind,PlayTennis
Sunny,Hot,High,Weak,No
Sunny,Hot,High,Strong,No
Overcast,Hot,High,Weak,Yes
Rain,Mild,High,Weak,Yes
Rain,Cool,Normal,Weak,Yes
Rain,Cool,Normal,Strong,No
Overcast,Cool,Normal,Strong,Yes
Sunny,Mild,High,Weak,No
Sunny,Cool,Normal,Weak,Yes
Rain,Mild,Normal,Weak,Yes
Sunny,Mild,Normal,Strong,Yes
Overcast,Mild,High,Strong,Yes
Overcast,Hot,Normal,Weak,Yes
Rain,Mild,High,Strong,No
""",
    target="PlayTennis",
)

printed(
    "flu",
    "Whether a patient has the flu, by four symptoms",
    f"lecture slides after {ROGERS}",
    """
chills,runny nose,headache,fever,flu
Y,N,Mild,Y,N
Y,Y,No,N,Y
Y,N,Strong,Y,Y
N,Y,Mild,Y,Y
N,N,No,N,N
N,Y,Strong,Y,Y
N,Y,Strong,N,N
Y,Y,Mild,Y,Y
""",
    target="flu",
)

printed(
    "doctor",
    "Five patients: body measurements and whether they have diabetes",
    BROWN,
    """
height_cm,weight_kg,systolic_mmHg,diastolic_mmHg,blood_sugar_mM,diabetes
187,80,120,30,4.5,0
160,70,119,36,5.6,0
150,80,185,60,8.8,1
192,92,140,50,6.8,1
168,110,155,45,7.8,1
""",
    target="diabetes",
)

printed(
    "rugby-ballet",
    "Weight and height of rugby players (1) and ballet dancers (0); the seven rows that are printed",
    BROWN,
    """
weight,height,rugby
98.79,157.59,1
93.64,138.79,1
42.89,171.89,0
87.91,142.65,1
97.92,162.12,1
47.63,182.26,0
92.72,154.50,1
""",
    target="rugby",
)

printed(
    "neighbors",
    "Ten rugby players (1) and ballet dancers (0), for nearest neighbors",
    BROWN,
    """
weight,height,rugby
42.8,171.9,0
47.6,182.3,0
45.0,165.0,0
60.0,175.0,0
63.0,160.0,0
85.0,162.1,1
98.7,157.6,1
93.6,138.8,1
87.9,142.7,1
92.8,154.5,1
""",
    target="rugby",
)

printed(
    "people",
    "Ten people: gender, whether tall, blood type; for probability tables",
    f"{BROWN}, table 8.1",
    """
gender,tall,bloodtype
M,Y,A
M,Y,B
M,N,O
M,N,B
F,Y,A
F,Y,O
F,N,B
F,N,B
F,N,O
F,N,A
""",
)

printed(
    "three-bits",
    "Six examples of three bits and a label; the smallest naive Bayes",
    f"{BROWN}, table 8.3",
    """
X1,X2,X3,Y
1,1,0,1
1,0,0,1
0,0,1,1
0,0,0,1
1,0,1,0
0,1,0,0
""",
    target="Y",
)

printed(
    "gain-against-error",
    "Eight examples of two bits whose splits tie in error rate but differ in information gain",
    BROWN,
    """
x1,x2,y
1,1,1
1,0,0
1,1,1
1,0,1
0,0,0
0,0,0
0,0,0
0,0,1
""",
    target="y",
)

printed(
    "stump-points",
    "Eleven points on a line in four runs; 23.2 and 27.1 are printed, the others follow from the text",
    BROWN,
    """
x,y
5,1
12,1
18,0
20.5,0
23.2,0
27.1,1
32,1
38,1
45,1
55,0
62,0
""",
    target="y",
)

printed(
    "mixed-train",
    "Eight examples with numeric and categorical attributes; the training part",
    f"{ZAKI}, table 22.6",
    """
X,Y,Z,Class
15,1,A,1
20,3,B,2
25,2,A,1
30,4,A,1
35,2,B,2
25,4,A,1
15,2,B,2
20,3,B,2
""",
    target="Class",
)

printed(
    "mixed-test",
    "Five examples with numeric and categorical attributes; the test part",
    f"{ZAKI}, table 22.6",
    """
X,Y,Z,Class
10,2,A,2
20,1,B,1
30,3,A,2
40,2,B,2
15,1,B,1
""",
    target="Class",
)
