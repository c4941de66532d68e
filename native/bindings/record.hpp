// Results with names: tuples of the classes made by collections.namedtuple.
#pragma once

#include <nanobind/nanobind.h>

namespace gnomon {

// Adds a class of named tuples to the module; fields: their names, separated by spaces.
inline void add_record(nanobind::module_& m, const char* name, const char* fields, const char* doc) {
    nanobind::object type =
        nanobind::module_::import_("collections").attr("namedtuple")(name, fields);
    type.attr("__module__") = m.attr("__name__");
    type.attr("__doc__") = doc;
    m.attr(name) = type;
}

// A named tuple of such a class. It is looked up: a reference held by C++ would outlive the interpreter.
template <class... Values>
nanobind::object record(const char* name, const Values&... values) {
    return nanobind::module_::import_("gnomon.native").attr(name)(values...);
}

}  // namespace gnomon
