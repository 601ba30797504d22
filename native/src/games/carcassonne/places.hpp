// Sets of labels, or of slots of the frontier, as bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "lanes.hpp"
#include "state.hpp"

namespace carcbot::carcassonne {

/// Some labels, or some slots of the frontier.
class Places {
  public:
    Places() = default;
    /// The first so many.
    static Places first(int count) {
        Places first;
        for (int i = 0; i < kWords; ++i) {
            const int more = std::clamp(count - 64 * i, 0, 64);
            first.words_[i] = more == 64 ? ~0ULL : (1ULL << more) - 1;
        }
        return first;
    }

    /// Of 256 marks as Features::held those that are set.
    static Places marked(const std::uint8_t* marks) {
        Places marked;
        for (int i = 0; i < kWords; ++i) marked.words_[i] = lanes::marked64(marks + 64 * i);
        return marked;
    }

    void add(int place) { words_[place / 64] |= 1ULL << (place & 63); }
    void remove(int place) { words_[place / 64] &= ~(1ULL << (place & 63)); }
    void add_all(const Places& others) {
        for (int i = 0; i < kWords; ++i) words_[i] |= others.words_[i];
    }
    void keep(const Places& others) {
        for (int i = 0; i < kWords; ++i) words_[i] &= others.words_[i];
    }
    [[nodiscard]] bool has(int place) const { return words_[place / 64] >> (place & 63) & 1; }

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
