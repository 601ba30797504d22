// What the workers of one search in depth tell each other, in memory that their processes share:
// the facts they found, which part of the tree each is at, and that the search is done.
//
// Every worker searches the whole tree, and finds in the table what others have found. What another
// is at just now it leaves for later. All of this only says what to look at next, or is a fact that
// holds whoever found it: so each worker by itself finds what one alone would find, and whatever
// the others do, be it to stop in the middle of a word, it can only take longer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "carcbot/error.hpp"
#include "table.hpp"

namespace carcbot::search {

class Blackboard {
  public:
    /// That of somebody who searches alone: nobody is at anything.
    Blackboard() = default;

    /// The blackboard of the search with this number, in memory of zeros, or in which other
    /// searches were told of or are: each sees only what is its own.
    Blackboard(std::span<std::byte> memory, std::uint64_t search)
        : words_(reinterpret_cast<Word*>(memory.data()), memory.size() / sizeof(Word)),
          salt_(mix64(search)) {
        if (memory.size() < kLeastBytes) {
            throw InputError(Fault::options, "the blackboard is too small",
                             "the memory of a blackboard",
                             std::to_string(kLeastBytes) + " bytes or more");
        }
    }

    [[nodiscard]] bool is_shared() const { return !words_.empty(); }

    /// What all workers together know of positions.
    [[nodiscard]] Table table() const { return {words_.subspan(kSigns), salt_}; }

    /// Whether a worker said that it is at this.
    [[nodiscard]] bool is_taken(std::uint64_t key) const {
        return sign(key).load(std::memory_order_relaxed) == (key ^ salt_);
    }

    /// The first of so many things that no other worker is at; the very first if there is none.
    template <typename KeyOf>
    [[nodiscard]] std::size_t first_free(std::size_t from, std::size_t end, KeyOf key_of) const {
        for (std::size_t at = from; at < end; ++at) {
            if (!is_taken(key_of(at))) return at;
        }
        return from;
    }

    /// Says that this worker is at something, until it goes out of scope. Two things may have the
    /// same place; then only the later one is known.
    class Sign {
      public:
        /// Says nothing.
        Sign() = default;
        Sign(const Blackboard& blackboard, std::uint64_t key)
            : word_(&blackboard.sign(key)), said_(key ^ blackboard.salt_) {
            word_->store(said_, std::memory_order_relaxed);
        }
        Sign(const Sign&) = delete;
        Sign& operator=(const Sign&) = delete;
        ~Sign() {
            if (word_ && word_->load(std::memory_order_relaxed) == said_)
                word_->store(0, std::memory_order_relaxed);
        }

      private:
        Word* word_ = nullptr;
        std::uint64_t said_ = 0;
    };

    /// The others may end: nothing is left to find.
    void tell_done() const {
        if (is_shared()) sign(kDone).store(kDone ^ salt_, std::memory_order_relaxed);
    }
    [[nodiscard]] bool is_done() const { return is_shared() && is_taken(kDone); }

    /// Memory for signs and the smallest table.
    static constexpr std::size_t kSigns = 4096;
    static constexpr std::size_t kLeastBytes = 2 * kSigns * sizeof(Word);

  private:
    static constexpr std::uint64_t kDone = 0x646f6e65;

    [[nodiscard]] Word& sign(std::uint64_t key) const { return words_[(key ^ salt_) % kSigns]; }

    std::span<Word> words_;
    std::uint64_t salt_ = 0;
};

/// Brings the element `at` to `place`, and leaves the order of the others.
template <typename T>
void put_first(std::vector<T>& all, std::size_t place, std::size_t at) {
    const auto begin = all.begin();
    std::rotate(begin + static_cast<std::ptrdiff_t>(place), begin + static_cast<std::ptrdiff_t>(at),
                begin + static_cast<std::ptrdiff_t>(at) + 1);
}

}  // namespace carcbot::search
