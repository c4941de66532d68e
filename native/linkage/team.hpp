// A team of threads for many short parallel regions: a region costs about a microsecond, while starting
// threads would cost a hundred. The threads live as long as the team, so none is lost in a fork; the part of
// a delayed thread is done by another, so that a region does not wait on a busy machine.
#pragma once

#include <atomic>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace gnomon {

class Team {
   public:
    explicit Team(int threads) {
        try {
            for (int i = 1; i < threads; i++) others_.emplace_back([this] { serve(); });
        } catch (const std::system_error&) {
            // The system cannot start more threads: the existing ones do the work.
        }
    }
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    ~Team() {
        stopped_.store(true);
        ring();
        for (auto& other : others_) other.join();
    }

    int size() const { return static_cast<int>(others_.size()) + 1; }

    // work(part) for every part in [0, size()), which must not throw; returns when all are done.
    template <class Work>
    void run(const Work& work) {
        const auto parts = static_cast<uint64_t>(size());
        call_.store([](const void* what, int part) { (*static_cast<const Work*>(what))(part); });
        work_.store(&work);
        done_.store(0);
        const uint64_t round = (state_.load() >> 32) + 1;
        state_.store(round << 32 | parts << 16);
        if (asleep_.load() > 0) ring();
        while (take_part()) {
        }
        for (int turn = 0; done_.load(std::memory_order_acquire) != parts; turn++) rest(turn);
    }

   private:
    static constexpr int turns_awake = 1000;

    // Runs the next part that no thread has taken, if there is one. The state holds the index of the round,
    // the number of its parts and of those taken: no other round begins while a part is left, so what was
    // read before the exchange belongs to this round.
    bool take_part() {
        uint64_t state = state_.load(std::memory_order_acquire);
        const uint64_t parts = state >> 16 & 0xffff, next = state & 0xffff;
        if (next >= parts) return false;
        const auto call = call_.load();
        const void* work = work_.load();
        if (!state_.compare_exchange_strong(state, state + 1)) return true;
        call(work, static_cast<int>(next));
        done_.fetch_add(1, std::memory_order_release);
        return true;
    }

    void serve() {
        for (int turn = 0; !stopped_.load(std::memory_order_relaxed); turn++) {
            if (take_part())
                turn = 0;
            else if (turn < turns_awake)
                rest(0);
            else
                sleep();
        }
    }
    void sleep() {
        const uint32_t rung = bell_.load();
        asleep_.fetch_add(1);
        if ((state_.load() & 0xffff) >= (state_.load() >> 16 & 0xffff) && !stopped_.load()) bell_.wait(rung);
        asleep_.fetch_sub(1);
    }
    void ring() {
        bell_.fetch_add(1);
        bell_.notify_all();
    }
    static void rest(int turn) {
        if (turn > turns_awake) std::this_thread::yield();
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    }

    std::atomic<uint64_t> state_{0};
    std::atomic<uint64_t> done_{0};
    std::atomic<void (*)(const void*, int)> call_{nullptr};
    std::atomic<const void*> work_{nullptr};
    std::atomic<uint32_t> bell_{0};
    std::atomic<int> asleep_{0};
    std::atomic<bool> stopped_{false};
    std::vector<std::thread> others_;
};

// The range of n items, in whole units, of one of several parts.
struct Share {
    int64_t first, last;
};
inline Share share(int64_t n, int64_t unit, int part, int parts) {
    const int64_t units = (n + unit - 1) / unit;
    const int64_t first = units * part / parts * unit, last = units * (part + 1) / parts * unit;
    return {first < n ? first : n, last < n ? last : n};
}

}  // namespace gnomon
