"""Compare two classifiers by repeated cross-validation, with confidence intervals and a paired test."""

import gnomon as gn

task = gn.load("wine")
print(task)

# A plan is a resampling scheme; with the same plan the scores of both learners are paired.
plan = gn.repeated(gn.k_fold(10), times=3, random_state=0)
bayes = gn.resample(task, gn.GaussianNB(), plan)
neighbors = gn.resample(task, gn.KNeighborsClassifier(n_neighbors=5), plan)

# An estimate has a confidence interval, and the reason why that interval is valid for this plan.
for predictions in (bayes, neighbors):
    estimate = predictions.estimate("accuracy")
    print(f"{predictions.learner}: {estimate}")
print(bayes.estimate("accuracy").why)

print(gn.compare(bayes, neighbors, "accuracy").sentence)

# Predictions are stored, so another measure needs no new fit.
print("log loss of naive Bayes:", bayes.estimate("log_loss"))
