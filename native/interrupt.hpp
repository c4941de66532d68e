// Ctrl-C in a long kernel: the thread called from Python checks for signals a few times a second. Only the
// main thread receives the signal; a flag stops kernels on other threads.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>

namespace gnomon {

// Set by one thread, read by kernels on others.
struct Stop {
    std::atomic<bool> is_set = false;
};

class Interrupt {
   public:
    explicit Interrupt(const Stop* stop = nullptr) : stop_(stop) {}

    // Throws KeyboardInterrupt if the user asked to stop. Cheap enough to call every few microseconds of
    // work; only on the thread that released the GIL.
    void check() {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_check_ < std::chrono::milliseconds(100)) return;
        last_check_ = now;
        nanobind::gil_scoped_acquire hold;
        if (stop_ && stop_->is_set) PyErr_SetNone(PyExc_KeyboardInterrupt);
        if (PyErr_Occurred() || PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

   private:
    const Stop* stop_;
    std::chrono::steady_clock::time_point last_check_ = std::chrono::steady_clock::now();
};

}  // namespace gnomon
