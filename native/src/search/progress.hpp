// What a search tells while it runs, and the board in memory on which it tells it.
//
// A board may lie in memory that processes share: the searcher writes, its owner reads at any time,
// also after the searcher was killed in the middle of a word. There are two sheets; the one that
// was published last is never written to, so a reader always finds a whole one. A reader that is
// overtaken twice while it reads notices by the number of the sheet, and reads again.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "carcbot/error.hpp"

namespace carcbot::search {

/// What is known of one move at the root.
struct RootMove {
    std::uint64_t visits = 0;  ///< simulations, or 1 if a search in depth has looked at it
    double total = 0;          ///< sum over its visits; the value is total / visits
};

struct Progress {
    std::int64_t nodes = 0;        ///< positions stored or looked at
    std::int64_t leaves = 0;       ///< evaluations made
    std::int64_t simulations = 0;  ///< random games played
    std::int64_t elapsed = 0;      ///< nanoseconds
    std::int64_t memory = 0;       ///< bytes of the tree
    std::int64_t changes = 0;      ///< how often the best move changed
    int depth = 0;                 ///< complete iterations, or the longest line in the tree
    int best_depth = 0;            ///< of the iteration that found the best move, maybe incomplete
    int best = 0;                  ///< number of the best move, in the order of legal_moves()
    double value = 0;              ///< of the best move, in points for the seat to move
    bool finished = false;         ///< nothing more would come of going on
    std::vector<RootMove> moves;   ///< one for each legal move, in their order
    std::uint32_t left_out = 0;    ///< read from a board: moves for which it had no room
    std::string line;              ///< how the game might go on: the best move, then others
};

/// The longest line that a board takes; the rest is cut off between words.
inline constexpr std::size_t kLineBytes = 512;

class Board {
  public:
    /// The bytes of a board for positions with this many moves.
    static std::size_t bytes_for(std::size_t moves) {
        return sizeof(Header) + 2 * (sizeof(Sheet) + moves * sizeof(RootMove));
    }

    /// A board in this memory, which outlives it. Memory full of zeros is an empty board.
    explicit Board(std::span<std::byte> memory) : memory_(memory) {
        if (memory.size() < bytes_for(1)) {
            throw InputError(Fault::options, "the board is too small", "the memory of a board",
                             std::to_string(bytes_for(1)) + " bytes or more");
        }
        most_moves_ = ((memory.size() - sizeof(Header)) / 2 - sizeof(Sheet)) / sizeof(RootMove);
    }

    /// Empties it, and takes back a stop.
    void clear() {
        header().published.store(0, std::memory_order_relaxed);
        header().stop.store(0, std::memory_order_relaxed);
    }

    void ask_to_stop() { header().stop.store(1, std::memory_order_relaxed); }
    [[nodiscard]] bool stops() const { return header().stop.load(std::memory_order_relaxed) != 0; }

    /// Shows a progress to whoever reads. Moves beyond the board's size are left out, and counted.
    void publish(const Progress& progress) {
        const std::uint64_t next = header().published.load(std::memory_order_relaxed) + 1;
        std::byte* to = sheet(next);
        Sheet words;  // of which the first part is filled, and of the lists what is used
        words.nodes = progress.nodes;
        words.leaves = progress.leaves;
        words.simulations = progress.simulations;
        words.elapsed = progress.elapsed;
        words.memory = progress.memory;
        words.changes = progress.changes;
        words.value = progress.value;
        words.depth = progress.depth;
        words.best_depth = progress.best_depth;
        words.best = progress.best;
        words.finished = progress.finished;
        words.moves = static_cast<std::uint32_t>(std::min(progress.moves.size(), most_moves_));
        words.left_out = static_cast<std::uint32_t>(progress.moves.size()) - words.moves;
        const std::string_view line = shortened(progress.line);
        words.line_bytes = static_cast<std::uint32_t>(line.size());
        const auto put = [to](std::size_t at, const void* from, std::size_t bytes) {
            if (bytes) std::memcpy(to + at, from, bytes);
        };
        // who still reads the sheet that was shown before last sees nothing of what comes now
        std::atomic_thread_fence(std::memory_order_release);
        put(0, &words, offsetof(Sheet, line));
        put(offsetof(Sheet, line), line.data(), line.size());
        put(sizeof words, progress.moves.data(), words.moves * sizeof(RootMove));
        header().published.store(next, std::memory_order_release);
    }

    /// What was published last, or nothing.
    [[nodiscard]] std::optional<Progress> read() const {
        for (;;) {
            const std::uint64_t number = header().published.load(std::memory_order_acquire);
            if (number == 0) return std::nullopt;
            Progress progress = copy_of(sheet(number));
            std::atomic_thread_fence(std::memory_order_acquire);
            const std::uint64_t after = header().published.load(std::memory_order_relaxed);
            if (after == number) return progress;
        }
    }

  private:
    struct Header {
        std::atomic<std::uint64_t> published;  ///< number of the newest sheet, 0 if there is none
        std::atomic<std::uint32_t> stop;
        std::uint32_t unused;
    };

    struct Sheet {
        std::int64_t nodes, leaves, simulations, elapsed, memory, changes;
        double value;
        std::int32_t depth, best_depth, best;
        std::uint32_t finished, moves, left_out, line_bytes;
        char line[kLineBytes];
    };

    [[nodiscard]] Header& header() const { return *reinterpret_cast<Header*>(memory_.data()); }
    [[nodiscard]] std::byte* sheet(std::uint64_t number) const {
        return memory_.data() + sizeof(Header) +
               (number & 1) * (sizeof(Sheet) + most_moves_ * sizeof(RootMove));
    }
    static std::string_view shortened(std::string_view line) {
        if (line.size() <= kLineBytes) return line;
        const std::size_t end = line.rfind(' ', kLineBytes);
        return line.substr(0, end == std::string_view::npos ? 0 : end);
    }
    [[nodiscard]] Progress copy_of(const std::byte* from) const {
        Sheet words;
        std::memcpy(&words, from, sizeof words);
        Progress progress;
        progress.nodes = words.nodes;
        progress.leaves = words.leaves;
        progress.simulations = words.simulations;
        progress.elapsed = words.elapsed;
        progress.memory = words.memory;
        progress.changes = words.changes;
        progress.value = words.value;
        progress.depth = words.depth;
        progress.best_depth = words.best_depth;
        progress.best = words.best;
        progress.finished = words.finished != 0;
        progress.left_out = words.left_out;
        // a sheet that is being written may say anything; read() throws that copy away
        progress.moves.resize(std::min<std::size_t>(words.moves, most_moves_));
        std::memcpy(progress.moves.data(), from + sizeof words,
                    progress.moves.size() * sizeof(RootMove));
        progress.line.assign(words.line, std::min<std::size_t>(words.line_bytes, kLineBytes));
        return progress;
    }

    std::span<std::byte> memory_;
    std::size_t most_moves_ = 0;
};

}  // namespace carcbot::search
