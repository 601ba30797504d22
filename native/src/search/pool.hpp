// Memory for the arrays of a tree: blocks of a few elements out of large pieces, known by a number
// of four bytes. Nothing moves when the pool grows, and giving everything back costs next to
// nothing.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

namespace carcbot::search {

/// Blocks of T, each of a power of two of elements. T needs no destructor.
template <typename T>
class Pool {
  public:
    using Block = std::uint32_t;

    /// The elements of the largest block.
    static constexpr std::uint32_t kLargest = 1U << 15;

    /// A block for at least `count` elements, whose values mean nothing; count is 1 to kLargest.
    Block take(std::uint32_t count) {
        const auto size_class = static_cast<std::size_t>(std::bit_width(count - 1));
        auto& free = free_[size_class];
        if (!free.empty()) {
            const Block block = free.back();
            free.pop_back();
            return block;
        }
        const std::uint32_t size = 1U << size_class;
        if (used_ + size > kPiece || pieces_.empty()) {
            pieces_.push_back(std::make_unique_for_overwrite<T[]>(kPiece));
            used_ = 0;
        }
        const auto block = static_cast<Block>((pieces_.size() - 1) * kPiece + used_);
        used_ += size;
        return block;
    }

    /// Gives a block back that was taken for this many elements.
    void give(Block block, std::uint32_t count) {
        free_[static_cast<std::size_t>(std::bit_width(count - 1))].push_back(block);
    }

    T* operator[](Block block) { return &pieces_[block / kPiece][block % kPiece]; }
    const T* operator[](Block block) const { return &pieces_[block / kPiece][block % kPiece]; }

    [[nodiscard]] std::size_t bytes() const { return pieces_.size() * kPiece * sizeof(T); }

  private:
    static constexpr std::uint32_t kPiece = kLargest;
    std::vector<std::unique_ptr<T[]>> pieces_;
    std::array<std::vector<Block>, 16> free_;
    std::uint32_t used_ = 0;
};

}  // namespace carcbot::search
