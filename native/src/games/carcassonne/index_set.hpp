// Sets of labels, or of slots of the frontier, as bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "lanes.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// Some labels, or some slots of the frontier.
class IndexSet {
  public:
    IndexSet() = default;
    /// The first so many.
    static IndexSet first(int count) {
        IndexSet first;
        for (int i = 0; i < kWords; ++i) {
            const int more = std::clamp(count - 64 * i, 0, 64);
            first.words_[i] = more == 64 ? ~0ULL : (1ULL << more) - 1;
        }
        return first;
    }

    /// Those marked in a table as Features::held, which vectors are read from.
    static IndexSet marked(const std::uint8_t* marks) {
        IndexSet marked;
        for (int i = 0; i < kWords; ++i) marked.words_[i] = lanes::marked64(marks + 64 * i);
        return marked;
    }

    void add(int index) { words_[index / 64] |= 1ULL << (index & 63); }
    void remove(int index) { words_[index / 64] &= ~(1ULL << (index & 63)); }
    void add_all(const IndexSet& others) {
        for (int i = 0; i < kWords; ++i) words_[i] |= others.words_[i];
    }
    void keep(const IndexSet& others) {
        for (int i = 0; i < kWords; ++i) words_[i] &= others.words_[i];
    }
    [[nodiscard]] bool has(int index) const { return words_[index / 64] >> (index & 63) & 1; }

    template <typename Visit>
    void each(Visit visit) const {
        for (int i = 0; i < kWords; ++i) {
            for (std::uint64_t word = words_[i]; word; word &= word - 1) {
                visit(64 * i + std::countr_zero(word));
            }
        }
    }

  private:
    static constexpr int kWords = 4;
    static_assert(kLabelSlots <= 64 * kWords && kFrontierBytes <= 64 * kWords);

    std::uint64_t words_[kWords] = {};
};

}  // namespace carcbot::carcassonne
