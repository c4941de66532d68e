// Memory aligned to 64 bytes, for wide vectors, freed with its owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace gnomon {

template <class Value>
class Buffer {
public:
    explicit Buffer(int64_t size) : values(allocate(size)) {}
    Buffer(int64_t size, int) : Buffer(size) { std::memset(data(), 0, bytes(size)); }

    Value* data() const { return values.get(); }
    Value& operator[](int64_t i) const { return values.get()[i]; }

private:
    struct Free {
        void operator()(Value* p) const { ::operator delete(p, std::align_val_t{64}); }
    };
    static size_t bytes(int64_t size) { return (static_cast<size_t>(size) + 16) * sizeof(Value); }
    static Value* allocate(int64_t size) {
        return static_cast<Value*>(::operator new(bytes(size), std::align_val_t{64}));
    }
    std::unique_ptr<Value, Free> values;
};

constexpr int zeroed = 0;  // Buffer(size, zeroed)

}  // namespace gnomon
