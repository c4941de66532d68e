// What Python sees of the kernels of information theory.
#include "../families.hpp"

namespace gnomon {

void bind_information(nanobind::module_&) {}

}  // namespace gnomon
