"""Reasoning by Bayes' rule: one test, many features, a network of causes."""

import gnomon as gn

# 1. One test: what a positive result is worth when few people are ill. Fractions stay exact.
print(
    gn.probability.bayes_table({"ill": "1/100", "well": "99/100"}, {"ill": "8/10", "well": "96/1000"}), "\n"
)

# 2. Naive Bayes on numbers and categories as they are, missing values left open, and why it decides so.
task = gn.load("cleveland")
model = gn.MixedNB().fit(task.X, task.y)
print(model.factors(task.X[:1]).frame().head(8), "\n")
for learner in (gn.MixedNB(), gn.BayesianNetworkClassifier(structure="tan")):
    found = gn.resample(task, learner, gn.repeated(gn.k_fold(10), 3))
    print(found.learner, found.estimate("auc"))

# 3. A network with tables set by hand: both neighbors call. Was it a burglar?
network = gn.networks.burglary()
print("\n", network.query("Burglary", {"JohnCalls": True, "MaryCalls": True}))
print(gn.networks.d_separation(network.graph, "Burglary", "JohnCalls", ["Alarm"]), "\n")

# 4. A graph learned from rows, and how sure each edge is.
rows = network.sample(20_000, random_state=0)
print(gn.networks.hill_climbing(rows), "\n")
print(gn.networks.edge_confidence(rows, n_samples=20, random_state=0))
