// What Python sees of the kernels of Bayesian networks: structure.
#include "../families.hpp"

namespace gnomon {

void bind_structure(nanobind::module_&) {}

}  // namespace gnomon
