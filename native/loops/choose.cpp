// The widest loops that this machine supports; GNOMON_LEVEL in the environment selects narrower ones.
#include <cstdlib>
#include <cstring>

#include "../level.hpp"
#include "loops.hpp"

namespace gnomon {

GNOMON_LEVELS(Loops table())

static Level widest() {
#ifdef GNOMON_X86_LEVELS
    const char* requested = std::getenv("GNOMON_LEVEL");
    const auto wanted = [requested](const char* level) {
        return !requested || std::strcmp(requested, level) >= 0;
    };
    __builtin_cpu_init();
    const bool has_v3 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    const bool has_v4 = has_v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512vl");
    if (has_v4 && wanted("v4")) return Level::v4;
    if (has_v3 && wanted("v3")) return Level::v3;
#endif
    return Level::plain;
}

Level level() {
    static const Level chosen = widest();
    return chosen;
}

const Loops& loops() {
    static const Loops chosen = GNOMON_CHOSEN(table)();
    return chosen;
}

}  // namespace gnomon
