"""A table, two learners, one honest answer: which is better, and how sure is that?"""

import gnomon as gn

task = gn.load("wine")
print(task)

# A plan says how to cut; the same plan for both learners makes their scores pair up.
plan = gn.repeated(gn.k_fold(10), times=3, random_state=0)
bayes = gn.resample(task, gn.GaussianNB(), plan)
near = gn.resample(task, gn.KNeighborsClassifier(n_neighbors=5), plan)

# An estimate carries its interval, and the reason why that interval is valid for this plan.
for predictions in (bayes, near):
    estimate = predictions.estimate("accuracy")
    print(f"{predictions.learner}: {estimate}")
print(bayes.estimate("accuracy").why)

print(gn.compare(bayes, near, "accuracy").sentence)

# Predictions are kept, so another measure costs no new fit.
print("log loss of naive Bayes:", bayes.estimate("log_loss"))
