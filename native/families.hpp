// Families of kernels, one folder each, whose bind.cpp holds its Python bindings.
#pragma once

#include <nanobind/nanobind.h>

namespace gnomon {

void bind_bayes(nanobind::module_& m);
void bind_boosting(nanobind::module_& m);
void bind_discretize(nanobind::module_& m);
void bind_forest(nanobind::module_& m);
void bind_gradient_boosting(nanobind::module_& m);
void bind_information(nanobind::module_& m);
void bind_kmeans(nanobind::module_& m);
void bind_linear(nanobind::module_& m);
void bind_linear_svm(nanobind::module_& m);
void bind_linkage(nanobind::module_& m);
void bind_mixture(nanobind::module_& m);
void bind_moments(nanobind::module_& m);
void bind_neighbors(nanobind::module_& m);
void bind_network(nanobind::module_& m);
void bind_ranks(nanobind::module_& m);
void bind_relevance(nanobind::module_& m);
void bind_stumps(nanobind::module_& m);
void bind_structure(nanobind::module_& m);
void bind_svm(nanobind::module_& m);
void bind_trees(nanobind::module_& m);

}  // namespace gnomon
