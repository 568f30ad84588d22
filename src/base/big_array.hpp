// Large zeroed arrays on large pages, which say so when there is no room for them.
#pragma once

#if defined(__wasm__)
#include <cstdlib>
#include <cstring>
#else
#include <sys/mman.h>
#endif

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace rimau {

// The system's zeroed pages, large ones where it has them: who looks up a place here and a place there would else miss
// the processor's page addresses too. Null when it refuses. In WebAssembly there are none apart from the heap.
inline void* take_pages(std::size_t bytes) noexcept {
#if defined(__wasm__)
  constexpr std::size_t line = 64;  // of the processor's cache
  void* const memory = std::aligned_alloc(line, (bytes + line - 1) / line * line);
  if (memory != nullptr) std::memset(memory, 0, bytes);
  return memory;
#else
  void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  ::madvise(memory, bytes, MADV_HUGEPAGE);  // only a wish
  return memory;
#endif
}
inline void give_pages_back(void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__wasm__)
  std::free(memory);
#else
  ::munmap(memory, bytes);
#endif
}

// An array on pages of its own whose elements are all zero bytes at first, which must be a value of theirs (numbers,
// atomic numbers). Moves, does not copy.
template <class T>
class BigArray {
 public:
  static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= 64);

  BigArray() = default;
  // Fails as `limit` when the system refuses the memory.
  [[nodiscard]] static Result<BigArray> make(std::uint64_t count) {
    BigArray array;
    if (count == 0) return array;
    // More than can be addressed is refused like what is not there.
    const bool fits = count <= std::numeric_limits<std::ptrdiff_t>::max() / sizeof(T);
    void* memory = fits ? take_pages(static_cast<std::size_t>(count) * sizeof(T)) : nullptr;
    if (memory == nullptr)
      return fail(ErrorKind::limit, cat("the system refused ", (count * sizeof(T) >> 20) + 1, " MiB of memory"));
    array.data_ = static_cast<T*>(memory);
    array.count_ = static_cast<std::size_t>(count);
    return array;
  }
  BigArray(BigArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  BigArray& operator=(BigArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~BigArray() {
    if (data_ != nullptr) give_pages_back(data_, count_ * sizeof(T));
  }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] T* data() const noexcept { return data_; }
  [[nodiscard]] std::span<T> slice(std::size_t first, std::size_t count) const noexcept {
    return {data_ + first, count};
  }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace rimau
