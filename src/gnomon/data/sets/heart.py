"""Heart disease by 13 measurements: the Statlog rows, coded as numbers, and those of Cleveland."""

from gnomon.data.sets.packaged import packaged

SOURCE = "A. Janosi, W. Steinbrunn, M. Pfisterer and R. Detrano (1988), UCI Machine Learning Repository"
CODED = (
    "age,sex,chest_pain,rest_pressure,cholesterol,fasting_sugar,rest_ecg,max_heart_rate,exercise_angina,"
    "st_depression,slope,vessels,thal"
)

packaged(
    "heart",
    "Heart disease of 270 patients by 13 measurements, all as numbers (Statlog)",
    SOURCE,
    rows=270,
    target="disease",
    positive="present",
    kinds=dict.fromkeys(CODED.split(","), "quantitative"),
)

packaged(
    "cleveland",
    "Heart disease of 303 patients by numbers and categories, six of them with missing values (Cleveland)",
    SOURCE,
    rows=303,
    target="disease",
    positive="present",
    kinds={"vessels": "quantitative"},
)
