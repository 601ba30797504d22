// The transposition table of a search in depth: what is known of positions that may be met again by
// another way. It is a cache; what is written last stays.
//
// Several processes may read and write the same table without a lock. An entry is two words, the
// facts and the key mixed with them; whoever finds words of different writers sees no entry. Every
// fact is true whoever found it, so what others write changes how much a search looks at, never
// what it finds.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>

#include "carcbot/random.hpp"

namespace carcbot::search {

/// Words that processes may share. Memory full of zeros is words that say nothing.
using Word = std::atomic<std::uint64_t>;
static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint64_t));

/// A table in memory that outlives it. Each search has its own salt, and sees only its own entries.
class Table {
  public:
    struct Known {
        std::int64_t low, high;
        bool cut_off;  ///< what lies beyond the depth of the search may change it
    };

    /// A table that forgets everything.
    Table() = default;

    /// As large as there is room for. Half the words are for values and half for moves.
    Table(std::span<Word> words, std::uint64_t salt) : salt_(salt) {
        const std::size_t half = std::bit_floor(words.size() / 2);
        if (half < 2) return;
        values_ = words.first(half);
        moves_ = words.subspan(half, half);
    }

    [[nodiscard]] std::optional<Known> find(std::uint64_t key) const {
        if (values_.empty()) return std::nullopt;
        const Word* entry = place_of(key);
        const std::uint64_t facts = entry[1].load(std::memory_order_relaxed);
        if ((entry[0].load(std::memory_order_relaxed) ^ facts ^ salt_) != key) return std::nullopt;
        const auto low = static_cast<std::int32_t>(facts >> 32);
        return Known{low, low + static_cast<std::int64_t>(facts >> 1 & kMostApart),
                     (facts & 1) != 0};
    }

    /// Adds bounds to what is known of this position. They are less than 2^31 apart.
    void store(std::uint64_t key, Known known) {
        if (values_.empty()) return;
        if (const auto before = find(key)) {
            known.low = std::max(known.low, before->low);
            known.high = std::min(known.high, before->high);
            known.cut_off |= before->cut_off;
        }
        const std::uint64_t facts =
            static_cast<std::uint64_t>(known.low) << 32 |
            (static_cast<std::uint64_t>(known.high - known.low) & kMostApart) << 1 |
            static_cast<std::uint64_t>(known.cut_off);
        Word* entry = place_of(key);
        entry[0].store(key ^ facts ^ salt_, std::memory_order_relaxed);
        entry[1].store(facts, std::memory_order_relaxed);
    }

    /// The move that was best in this position when it was searched last. Rarely that of another
    /// position, so it may not be possible here.
    [[nodiscard]] std::optional<std::uint64_t> find_move(std::uint64_t digest) const {
        if (moves_.empty()) return std::nullopt;
        const std::uint64_t entry =
            moves_[digest & (moves_.size() - 1)].load(std::memory_order_relaxed);
        if (entry >> 32 != sign_of(digest)) return std::nullopt;
        return entry & 0xffff'ffff;
    }

    void store_move(std::uint64_t digest, std::uint64_t move) {
        if (moves_.empty()) return;
        moves_[digest & (moves_.size() - 1)].store(sign_of(digest) << 32 | (move & 0xffff'ffff),
                                                   std::memory_order_relaxed);
    }

  private:
    static constexpr std::uint64_t kMostApart = 0x7fff'ffff;

    [[nodiscard]] Word* place_of(std::uint64_t key) const {
        return &values_[2 * (key & (values_.size() / 2 - 1))];
    }
    [[nodiscard]] std::uint64_t sign_of(std::uint64_t digest) const {
        return mix64(digest ^ salt_) >> 32;
    }

    std::span<Word> values_;
    std::span<Word> moves_;
    std::uint64_t salt_ = 0;
};

/// Memory for a table of one's own: zeros that cost nothing until they are written to, for most
/// searches touch a part of the table.
class TableMemory {
  public:
    /// So many megabytes at most; 0 is none.
    explicit TableMemory(int megabytes) {
        if (megabytes == 0) return;
        size_ = std::bit_floor((static_cast<std::size_t>(megabytes) << 20) / sizeof(Word)) / 2;
        words_.reset(static_cast<Word*>(std::calloc(size_, sizeof(Word))));
        if (!words_) throw std::bad_alloc();
    }

    /// The table, which has forgotten everything.
    Table empty() { return {std::span(words_.get(), size_), mix64(++round_)}; }

  private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::size_t size_ = 0;
    std::unique_ptr<Word[], Free> words_;
    std::uint64_t round_ = 0;
};

}  // namespace carcbot::search
