// What Python sees of the kernels of discretisation.
#include "../families.hpp"

namespace gnomon {

void bind_discretise(nanobind::module_&) {}

}  // namespace gnomon
