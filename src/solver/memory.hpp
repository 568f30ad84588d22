// Large zeroed arrays that say so when there is no room for them.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <span>
#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace rimau::solver {

// An array of trivially copyable elements, zeroed, on pages of its own. Moves, does not copy.
template <class T>
class BigArray {
 public:
  BigArray() = default;
  // Fails as `limit` when the system refuses the memory.
  [[nodiscard]] static Result<BigArray> make(std::size_t count) {
    BigArray array;
    if (count == 0) return array;
    void* memory = ::mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      return fail(ErrorKind::limit, cat("the system refused ", (count * sizeof(T) >> 20) + 1, " MiB of memory"));
    ::madvise(memory, count * sizeof(T), MADV_HUGEPAGE);  // only a wish
    array.data_ = static_cast<T*>(memory);
    array.count_ = count;
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
    if (data_ != nullptr) ::munmap(data_, count_ * sizeof(T));
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

}  // namespace rimau::solver
