"""Without a target: how many groups, of which shape, and in how many directions the rows vary."""

import gnomon as gn

task = gn.load("iris")
X = task.X

# 1. How many groups? Several criteria side by side, as no single one knows.
choice = gn.clustering.choose_clusters(X, range(1, 7), random_state=0)
print(choice)
print(choice.frame().round(3), "\n")

# 2. Three groups by their centers, by a tree of mergers, and by a mixture of normal densities.
centers = gn.KMeans(3, n_init=10, random_state=0).fit(X)
print(f"k-means: inertia {centers.inertia_:.2f}, restarts {centers.restarts_}")
tree = gn.AgglomerativeClustering(3, linkage="ward").fit(X)
mixture = gn.GaussianMixture(3, random_state=0).fit(X)
for name, labels in (("k-means", centers.labels_), ("Ward", tree.labels_), ("mixture", mixture.predict(X))):
    print(name, gn.metrics.ConfusionMatrix.of(task.codes, labels), sep="\n")

# 3. How many directions tell rows apart, judged on values that were left out.
print(gn.decomposition.choose_components(X))
print(gn.PCA(2).fit(X).explained_variance_ratio_.round(3), "\n")

# 4. Rings, which no mean can tell apart: mergers of nearest rows follow them.
rings = gn.datasets.make_rings(300, random_state=0)
chains = gn.AgglomerativeClustering(2, linkage="single").fit(rings.X)
print(gn.metrics.ConfusionMatrix.of(rings.codes, chains.labels_))
