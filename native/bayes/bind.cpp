// What Python sees of the kernels of naive Bayes.
#include "../families.hpp"

namespace gnomon {

void bind_bayes(nanobind::module_&) {}

}  // namespace gnomon
