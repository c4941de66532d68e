// What Python sees of the kernels of Bayesian networks: inference.
#include "../families.hpp"

namespace gnomon {

void bind_network(nanobind::module_&) {}

}  // namespace gnomon
