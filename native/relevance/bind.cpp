// What Python sees of the kernels of relevance of features.
#include "../families.hpp"

namespace gnomon {

void bind_relevance(nanobind::module_&) {}

}  // namespace gnomon
