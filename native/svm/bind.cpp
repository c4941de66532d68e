// What Python sees of this family: src/gnomon/native.pyi says what each takes and gives.
#include "../door/arrays.hpp"
#include "../families.hpp"

namespace gnomon {

void bind_svm(nb::module_&) {}

}  // namespace gnomon
