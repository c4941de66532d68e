// A parallel loop over tasks on a number of std::threads. There is no thread pool, so nothing is lost in a
// fork; tasks, not threads, own the partial results, so a result cannot depend on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gnomon {

// Run work(task, workspace) for every task in [0, tasks); each thread has its own workspace. The first
// exception is rethrown.
template <class Make, class Work>
void parallel(int threads, int64_t tasks, const Make& make_workspace, const Work& work) {
    std::atomic<int64_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    auto run = [&] {
        try {
            auto workspace = make_workspace();
            for (int64_t task; (task = next.fetch_add(1)) < tasks;) work(task, workspace);
        } catch (...) {
            next.store(tasks);
            std::lock_guard<std::mutex> lock(failing);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    const int64_t wanted = std::min<int64_t>(threads, tasks) - 1;
    others.reserve(static_cast<size_t>(std::max<int64_t>(wanted, 0)));
    try {
        for (int64_t i = 0; i < wanted; i++) others.emplace_back(run);
    } catch (const std::system_error&) {
        // The system cannot start more threads: the existing ones and this one do the work.
    }
    if (tasks > 0) run();
    for (auto& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

// Run work(task) for every task in [0, tasks).
template <class Work>
void parallel(int threads, int64_t tasks, const Work& work) {
    parallel(threads, tasks, [] { return 0; }, [&](int64_t task, int) { work(task); });
}

// The number of blocks of this length that n items fill, the last one possibly shorter.
inline int64_t blocks_of(int64_t n, int64_t length) { return (n + length - 1) / length; }

}  // namespace gnomon
