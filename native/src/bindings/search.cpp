// Searcher, Progress and Board, as Python sees them.

#include "search.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "budget.hpp"
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

/// Settings of a family, as the texts say: each of them changes what those before it said.
std::unique_ptr<Settings> settings_of(const Family& family, const std::vector<std::string>& texts) {
    std::unique_ptr<Settings> settings = usual_settings(family);
    for (const std::string& text : texts) read_settings(*settings, text);
    settings->check();
    return settings;
}

std::vector<Parameter> parameters_of(Settings& settings) {
    Parameters parameters;
    settings.list(parameters);
    return parameters.all();
}

/// All that can be chosen about every family, for those who read the stubs.
std::string page_of_families() {
    std::string page = "Every family of searches, with all that can be chosen about it.";
    for_each_way([&]<typename W>(W) {
        typename W::Settings settings;
        const Family& family = settings.family();
        page += "\n\n" + std::string(family.name) + ": " + std::string(family.title);
        for (const Parameter& each : parameters_of(settings)) {
            page += "\n    " + std::string(each.name) + "=" + text_of(each.value) + ": " +
                    std::string(each.help) + " (" + each.expected + ")";
        }
    });
    return page;
}

void register_families(nb::module_& module) {
    nb::class_<Parameter>(module, "Parameter", "Something about a search that can be chosen.")
        .def_ro("name", &Parameter::name, "As it is written.")
        .def_ro("help", &Parameter::help, "What it does, in one line.")
        .def_ro("expected", &Parameter::expected, "What may be written.")
        .def_ro("value", &Parameter::value, "What it is.")
        .def_prop_ro(
            "text", [](const Parameter& p) { return text_of(p.value); }, "That, as it is written.");
    nb::class_<Settings>(module, "Settings", "What is chosen about a search.")
        .def_prop_ro("parameters", &parameters_of, "Every parameter as it is here.")
        .def_prop_ro("cheats", &Settings::cheats,
                     "Whether it looks at what is hidden, which only who owns a game can show it.")
        .def_ro("budget", &Settings::budget,
                "What a decision may cost, besides what is said when it is due.");
    nb::class_<Family>(module, "Family", "A way to search, whatever the game.")
        .def_ro("name", &Family::name, "As users write it.")
        .def_ro("title", &Family::title, "What it is, in a few words.")
        .def_ro("adds_up", &Family::adds_up,
                "Whether what workers with other seeds find can be added up.")
        .def_ro("is_shared", &Family::is_shared,
                "Whether workers can help each other with one search.")
        .def_ro("is_endless", &Family::is_endless, "Whether only a limit or a stop ends it.")
        .def_ro("remembers", &Family::remembers,
                "Whether it goes on from move to move with what it knows.")
        .def_ro("sees_all", &Family::sees_all,
                "Whether it plays only games in which nothing is hidden.")
        .def_ro("bounds_rest", &Family::bounds_rest,
                "Whether it knows upper bounds of moves that are not the best.")
        .def("settings", &settings_of, nb::arg("texts"),
             "Settings as these texts say, each of which changes what those before it said: "
             "'c=2,sims=5000'.\nRaises AgentError for what cannot be chosen.");
    module.def(
        "families",
        [] {
            std::vector<const Family*> all;
            for_each_way([&]<typename W>(W) { all.push_back(&W::Settings::kFamily); });
            return all;
        },
        nb::rv_policy::reference, page_of_families().c_str());
}

}  // namespace

void register_search(nb::module_& parent) {
    nb::module_ module =
        parent.def_submodule("search", "Searches over any game: what they have in common.");
    register_families(module);

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
                     "For each legal move its visits and the sum of their values.")
        .def_ro("left_out", &Progress::left_out,
                "The last of the legal moves, for which the board had no room.");

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
            [](Searcher& searcher, const Budget& budget, Nanoseconds began_ns, OwnedBoard& board,
               OwnedBlackboard* blackboard, std::uint64_t search) {
                const nb::gil_scoped_release unlocked;
                const std::scoped_lock turn(searcher.one_at_a_time);
                return searcher.think(
                    budget, began_ns, board.board,
                    blackboard ? Blackboard(blackboard->memory.bytes(), search) : Blackboard());
            },
            nb::arg("budget"), nb::arg("began_ns"), nb::arg("board"),
            nb::arg("blackboard").none() = nb::none(), nb::arg("search") = 0,
            "Searches until a limit is reached or the board says stop. Seconds count from the\n"
            "moment `began_ns` of CLOCK_MONOTONIC; if it is 0 they do not count.\n"
            "Searches in depth about the same position, by the same settings, help each other if\n"
            "they have the blackboard and the number in common; a blackboard serves many "
            "searches,\n"
            "each with a number that none before it had.")
        .def(
            "advance",
            [](Searcher& searcher, std::string_view text) {
                const nb::gil_scoped_release unlocked;
                const std::scoped_lock turn(searcher.one_at_a_time);
                searcher.advance(text);
            },
            nb::arg("text"),
            "Makes a move or a draw, and keeps what is known of the position that follows.")
        .def_prop_ro(
            "position",
            [](const Searcher& searcher) {
                const nb::gil_scoped_release unlocked;
                const std::scoped_lock turn(searcher.one_at_a_time);
                return searcher.position();
            },
            "The position in one line.")
        // What RAVE sums up shows in no move by itself: the slow twin compares these sums.
        .def(
            "root_all_as_first",
            [](const Searcher& searcher) {
                const nb::gil_scoped_release unlocked;
                const std::scoped_lock turn(searcher.one_at_a_time);
                return searcher.root_all_as_first();
            },
            "With RAVE, for each legal move the random games in which its seat made it at any "
            "time, and the sum of their rewards.");
    module.def("monotonic_ns", &now, "The clock of began_ns.");
    // For slow twins of tree searches, which can only agree bit by bit with the same functions.
    module.def("exact_log", &exact_log, nb::arg("x"),
               "The natural logarithm as searches compute it: the same bits everywhere.");
    module.def("exact_exp", &exact_exp, nb::arg("x"), "The same of e to the power of x.");
    module.def("exact_erf", &exact_erf, nb::arg("x"), "The same of the error function.");
}

}  // namespace carcbot::bindings
