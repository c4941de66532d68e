"""Unsupervised learning: the number of clusters, k-means, linkage, mixtures and principal components."""

import gnomon as gn

task = gn.load("iris")
X = task.X

# 1. The number of clusters, by several criteria side by side.
choice = gn.clustering.choose_clusters(X, range(1, 7), random_state=0)
print(choice)
print(choice.frame().round(3), "\n")

# 2. Three clusters by k-means, by Ward's linkage, and by a Gaussian mixture.
kmeans = gn.KMeans(3, n_init=10, random_state=0).fit(X)
print(f"k-means: inertia {kmeans.inertia_:.2f}, restarts {kmeans.restarts_}")
ward = gn.AgglomerativeClustering(3, linkage="ward").fit(X)
mixture = gn.GaussianMixture(3, random_state=0).fit(X)
for name, labels in (("k-means", kmeans.labels_), ("Ward", ward.labels_), ("mixture", mixture.predict(X))):
    print(name, gn.metrics.ConfusionMatrix.of(task.codes, labels), sep="\n")

# 3. The number of principal components, by cross-validation on left-out values.
print(gn.decomposition.choose_components(X))
print(gn.PCA(2).fit(X).explained_variance_ratio_.round(3), "\n")

# 4. Concentric rings, which k-means cannot separate: single linkage does.
rings = gn.datasets.make_rings(300, random_state=0)
single = gn.AgglomerativeClustering(2, linkage="single").fit(rings.X)
print(gn.metrics.ConfusionMatrix.of(rings.codes, single.labels_))
