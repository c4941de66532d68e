// Ctrl-C in a long kernel: the thread that came from Python looks up from its work a few times a second.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

namespace gnomon {

class Interrupt {
   public:
    // Throws KeyboardInterrupt if the user asked to stop. Cheap enough to call every few microseconds of work;
    // only on the thread that released the GIL.
    void check() {
        const auto now = std::chrono::steady_clock::now();
        if (now - looked_ < std::chrono::milliseconds(100)) return;
        looked_ = now;
        nanobind::gil_scoped_acquire hold;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

   private:
    std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
};

}  // namespace gnomon
