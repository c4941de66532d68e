"""Bayes' rule for one test, naive Bayes for many features, and Bayesian networks."""

import gnomon as gn

# 1. The posterior of a positive test at a low prevalence. Fractions stay exact.
print(
    gn.probability.bayes_table({"ill": "1/100", "well": "99/100"}, {"ill": "8/10", "well": "96/1000"}), "\n"
)

# 2. Naive Bayes on mixed columns with missing values, and the factors behind a prediction.
task = gn.load("cleveland")
model = gn.MixedNB().fit(task.X, task.y)
print(model.factors(task.X[:1]).frame().head(8), "\n")
for learner in (gn.MixedNB(), gn.BayesianNetworkClassifier(structure="tan")):
    predictions = gn.resample(task, learner, gn.repeated(gn.k_fold(10), 3))
    print(predictions.learner, predictions.estimate("auc"))

# 3. Inference in a network with known tables: both neighbors call. Was it a burglar?
network = gn.networks.burglary()
print("\n", network.query("Burglary", {"JohnCalls": True, "MaryCalls": True}))
print(gn.networks.d_separation(network.graph, "Burglary", "JohnCalls", ["Alarm"]), "\n")

# 4. Structure learning from rows, and the bootstrap confidence of each edge.
rows = network.sample(20_000, random_state=0)
print(gn.networks.hill_climbing(rows), "\n")
print(gn.networks.edge_confidence(rows, n_samples=20, random_state=0))
