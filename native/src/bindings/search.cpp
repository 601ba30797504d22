// Searcher, Progress and Board, as Python sees them.

#include "search.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "topics.hpp"

namespace carcbot::bindings {
namespace {

using namespace search;

/// Writable bytes that Python lends: a bytearray, or memory that processes share.
class LentMemory {
  public:
    explicit LentMemory(const nb::object& owner) {
        if (PyObject_GetBuffer(owner.ptr(), &view_, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) != 0) {
            throw nb::python_error();
        }
    }
    LentMemory(const LentMemory&) = delete;
    LentMemory& operator=(const LentMemory&) = delete;
    ~LentMemory() { PyBuffer_Release(&view_); }

    [[nodiscard]] std::span<std::byte> bytes() const {
        if (reinterpret_cast<std::uintptr_t>(view_.buf) % alignof(std::uint64_t) != 0) {
            throw InputError(Fault::options, "the memory is not aligned", "the memory of a board",
                             "an address that 8 divides");
        }
        return {static_cast<std::byte*>(view_.buf), static_cast<std::size_t>(view_.len)};
    }

  private:
    Py_buffer view_{};
};

/// A blackboard, not yet of any search, in memory that is lent to it.
struct OwnedBlackboard {
    explicit OwnedBlackboard(const nb::object& owner) : memory(owner) {
        static_cast<void>(Blackboard(memory.bytes(), 0));  // there is enough of it
    }
    LentMemory memory;
};

/// A board together with the memory it lies in.
struct OwnedBoard {
    explicit OwnedBoard(const nb::object& owner) : memory(owner), board(memory.bytes()) {}
    LentMemory memory;
    Board board;
};

std::vector<std::pair<std::uint64_t, double>> rows_of(const Progress& progress) {
    std::vector<std::pair<std::uint64_t, double>> rows;
    for (const RootMove& move : progress.moves) rows.emplace_back(move.visits, move.total);
    return rows;
}

}  // namespace

void register_search(nb::module_& parent) {
    nb::module_ module =
        parent.def_submodule("search", "Searches over any game: what they have in common.");

    nb::class_<Progress>(module, "Progress", "What a search knows so far.")
        .def_ro("nodes", &Progress::nodes, "Positions stored or looked at.")
        .def_ro("leaves", &Progress::leaves, "Evaluations made.")
        .def_ro("simulations", &Progress::simulations, "Random games begun from the tree.")
        .def_ro("elapsed_ns", &Progress::elapsed, "Nanoseconds since the search began.")
        .def_ro("memory", &Progress::memory, "Bytes of the tree.")
        .def_ro("changes", &Progress::changes, "How often the best move changed.")
        .def_ro("depth", &Progress::depth, "Complete iterations, or the longest line in the tree.")
        .def_ro("best", &Progress::best, "Number of the best move among legal_moves().")
        .def_ro("value", &Progress::value, "Of the best move, in points for the seat to move.")
        .def_ro("finished", &Progress::finished, "Whether going on would change nothing.")
        .def_ro("line", &Progress::line, "How the game might go on.")
        .def_ro("best_depth", &Progress::best_depth,
                "Of the iteration that found the best move, which may be incomplete.")
        .def_prop_ro("moves", &rows_of,
                     "For each legal move its visits and the sum of their values.");

    nb::class_<OwnedBoard>(module, "Board",
                           "Where a search shows its progress, in memory that is lent to it.")
        .def(nb::init<nb::object>(), nb::arg("memory"),
             nb::sig("def __init__(self, memory: bytearray | memoryview) -> None"))
        .def_static("bytes_for", &Board::bytes_for, nb::arg("moves"),
                    "The size of a board for positions with this many moves.")
        .def(
            "read", [](const OwnedBoard& b) { return b.board.read(); },
            "What was shown last, or None.")
        .def(
            "clear", [](OwnedBoard& b) { b.board.clear(); }, "Empties it and takes back a stop.")
        .def(
            "stop", [](OwnedBoard& b) { b.board.ask_to_stop(); },
            "Asks the search that shows its progress here to end.");

    nb::class_<OwnedBlackboard>(module, "Blackboard",
                                "What workers tell each other, in memory that is lent to it.")
        .def(nb::init<nb::object>(), nb::arg("memory"),
             nb::sig("def __init__(self, memory: bytearray | memoryview) -> None"));

    nb::class_<Searcher>(module, "Searcher", "A search and the position it is about.")
        .def(
            "think",
            [](Searcher& searcher, OwnedBoard& board, OwnedBlackboard* blackboard,
               std::uint64_t search, std::int64_t nodes, std::int64_t simulations, int depth,
               std::int64_t soft_at_ns, std::int64_t hard_at_ns) {
                const nb::gil_scoped_release unlocked;
                return searcher.think(
                    {nodes, simulations, depth, soft_at_ns, hard_at_ns}, board.board,
                    blackboard ? Blackboard(blackboard->memory.bytes(), search) : Blackboard());
            },
            nb::arg("board"), nb::arg("blackboard").none() = nb::none(), nb::arg("search") = 0,
            nb::kw_only(), nb::arg("nodes") = 0, nb::arg("simulations") = 0, nb::arg("depth") = 0,
            nb::arg("soft_at_ns") = 0, nb::arg("hard_at_ns") = 0,
            "Searches until a limit is reached or the board says stop; 0 is no limit. Times are "
            "those of CLOCK_MONOTONIC. Searches in depth about the same position, by the same\n"
            "settings, help each other if they have the blackboard and the number in common; a\n"
            "blackboard serves many searches, each with a number that none before it had.")
        .def("advance", &Searcher::advance, nb::arg("text"),
             "Makes a move or a draw, and keeps what is known of the position that follows.")
        .def_prop_ro("position", &Searcher::position, "The position in one line.")
        .def("root_all_as_first", &Searcher::root_all_as_first,
             "With RAVE, for each legal move the random games in which its seat made it at any "
             "time, and the sum of their rewards.");
    module.def("monotonic_ns", &now, "The clock of soft_at_ns and hard_at_ns.");
    module.def("exact_log", &exact_log, nb::arg("x"),
               "The natural logarithm as searches compute it: the same bits everywhere.");
}

}  // namespace carcbot::bindings
