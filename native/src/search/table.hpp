// The transposition table of a search in depth: what is known of positions that may be met again by
// another way. It is a cache; what is written last stays.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

namespace carcbot::search {

class Table {
  public:
    struct Known {
        std::int64_t low, high;
    };

    /// A table of about this size; 0 is one that forgets everything.
    explicit Table(int megabytes) {
        if (megabytes == 0) return;
        const auto half = static_cast<std::size_t>(megabytes) << 19;
        values_ = Entries<ValueEntry>(std::bit_floor(half / sizeof(ValueEntry)));
        moves_ = Entries<MoveEntry>(std::bit_floor(half / sizeof(MoveEntry)));
    }

    /// Forgets everything, at the price of the next write to each place.
    void clear() { ++round_; }

    [[nodiscard]] std::optional<Known> find(std::uint64_t key) const {
        if (values_.size == 0) return std::nullopt;
        const ValueEntry& entry = values_.at[key & (values_.size - 1)];
        if (entry.key != key || entry.round != round_) return std::nullopt;
        return Known{entry.low, entry.high};
    }

    /// Adds bounds to what is known of this position.
    void store(std::uint64_t key, std::int64_t low, std::int64_t high) {
        if (values_.size == 0) return;
        ValueEntry& entry = values_.at[key & (values_.size - 1)];
        if (entry.key == key && entry.round == round_) {
            entry.low = std::max<std::int32_t>(entry.low, static_cast<std::int32_t>(low));
            entry.high = std::min<std::int32_t>(entry.high, static_cast<std::int32_t>(high));
            return;
        }
        entry = {key, static_cast<std::int32_t>(low), static_cast<std::int32_t>(high), round_};
    }

    /// The move that was best in this position when it was searched last.
    [[nodiscard]] std::optional<std::uint64_t> find_move(std::uint64_t digest) const {
        if (moves_.size == 0) return std::nullopt;
        const MoveEntry& entry = moves_.at[digest & (moves_.size - 1)];
        if (entry.digest != digest || entry.round != round_) return std::nullopt;
        return entry.move;
    }

    void store_move(std::uint64_t digest, std::uint64_t move) {
        if (moves_.size == 0) return;
        moves_.at[digest & (moves_.size - 1)] = {digest, static_cast<std::uint32_t>(move), round_};
    }

  private:
    struct ValueEntry {
        std::uint64_t key = 0;
        std::int32_t low = 0, high = 0;
        std::uint32_t round = 0;
    };
    struct MoveEntry {
        std::uint64_t digest = 0;
        std::uint32_t move = 0;
        std::uint32_t round = 0;
    };

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    /// Zeros that cost nothing until they are written to: most searches touch a part of the table.
    template <typename T>
    struct Entries {
        Entries() = default;
        explicit Entries(std::size_t count)
            : size(count), at(static_cast<T*>(std::calloc(count, sizeof(T)))) {
            if (!at) throw std::bad_alloc();
        }
        std::size_t size = 0;
        std::unique_ptr<T[], Free> at;
    };

    Entries<ValueEntry> values_;
    Entries<MoveEntry> moves_;
    std::uint32_t round_ = 0;
};

}  // namespace carcbot::search
