#include "outside.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "matches.hpp"
#include "search.hpp"
#include "topics.hpp"

namespace carcbot::outside {

namespace nb = nanobind;

namespace {

constexpr std::size_t kMostChoices = search::Pool<Word>::kLargest;  ///< a node of a tree has room
constexpr std::size_t kLongestWord = 100;  ///< messages and records have room for no more
constexpr int kMostPlies = 10'000;         ///< no game that anybody plays is as long
constexpr std::int64_t kMost = INT32_MAX;
constexpr int kLeastSeats = 2;
/// Tables keep 32 bits of a lead in thousandths of a point, which may be over five rivals together.
constexpr std::int64_t kMostPoints = 300'000;

/// Every text of a move, a draw or a step that was met. Whoever has the lock does not wait for the
/// interpreter.
class Words {
  public:
    static Word of(std::string_view text) {
        std::uint64_t hash = text.size();
        for (const char c : text) hash = mix64(hash ^ static_cast<unsigned char>(c));
        const std::lock_guard locked(mutex());
        for (auto number = static_cast<std::uint32_t>(hash);; ++number) {
            const auto& [at, is_new] = texts().try_emplace(number, text);
            if (is_new || at->second == text) return {number};
        }
    }

    /// It stays where it is for as long as the process lives.
    static std::string_view text(Word word) {
        const std::lock_guard locked(mutex());
        return texts().at(word.number);
    }

  private:
    static std::mutex& mutex() {
        static std::mutex one;
        return one;
    }
    static std::unordered_map<std::uint32_t, std::string>& texts() {
        static auto* all = new std::unordered_map<std::uint32_t, std::string>;
        return *all;
    }
};

/// Raises carcbot.errors.GameError; `object` is what was asked.
[[noreturn]] void raise(nb::handle object, const char* question, const nb::object& what,
                        const char* expected, nb::handle cause = {}) {
    nb::str game("?");
    try {
        game = nb::str(nb::object(object.attr("text")).attr("partition")("/")[0]);
    } catch (nb::python_error&) {  // it cannot even say its name
    }
    const nb::object kind = nb::borrow(reinterpret_cast<PyObject*>(Py_TYPE(object.ptr())));
    const nb::object type = nb::module_::import_("carcbot.errors").attr("GameError");
    const nb::object error =
        type(what,
             nb::arg("where") = nb::str("the game {}, {}.{}.{}")
                                    .format(game, kind.attr("__module__"),
                                            kind.attr("__qualname__"), nb::str(question)),
             nb::arg("expected") = nb::str(expected));
    if (cause.is_valid()) error.attr("__cause__") = cause;
    PyErr_SetObject(type.ptr(), error.ptr());
    nb::raise_python_error();
}

/// Asks the object, holding the interpreter. Errors of input go on as they are, for what was asked
/// may have been wrong; not so if only the game can be to blame.
template <typename Ask>
auto ask(const Place& place, const char* question, Ask ask_it, bool may_refuse = true) {
    const nb::gil_scoped_acquire held;
    const nb::handle object = place.object();
    try {
        return ask_it(object);
    } catch (nb::python_error& error) {
        const nb::module_ errors = nb::module_::import_("carcbot.errors");
        if (!error.matches(PyExc_Exception) || error.matches(errors.attr("GameError"))) throw;
        if (may_refuse && error.matches(errors.attr("InputError"))) throw;
        raise(object, question,
              nb::str("{}: {:.200}").format(error.type().attr("__name__"), nb::str(error.value())),
              "what carcbot.games.contract promises", error.value());
    }
}

/// An answer was not what it has to be; the beginning of a long one will do.
[[noreturn]] void refuse(nb::handle object, const char* question, nb::handle said,
                         const char* expected) {
    raise(object, question, nb::str("it says {:.200}").format(nb::repr(said)), expected);
}

std::int64_t number(nb::handle object, const char* question, nb::handle said, std::int64_t low,
                    std::int64_t high) {
    const nb::object index = nb::steal(PyNumber_Index(said.ptr()));
    int is_beyond = 0;
    const long long value =
        index.is_valid() ? PyLong_AsLongLongAndOverflow(index.ptr(), &is_beyond) : 0;
    PyErr_Clear();
    if (!index.is_valid() || is_beyond != 0 || value < low || value > high) {
        const std::string range =
            "a number from " + std::to_string(low) + " to " + std::to_string(high);
        refuse(object, question, said, range.c_str());
    }
    return value;
}

std::string text(nb::handle object, const char* question, nb::handle said) {
    Py_ssize_t size = 0;
    const char* bytes =
        PyUnicode_Check(said.ptr()) ? PyUnicode_AsUTF8AndSize(said.ptr(), &size) : nullptr;
    PyErr_Clear();
    if (!bytes) refuse(object, question, said, "text");
    return {bytes, static_cast<std::size_t>(size)};
}

/// The text of a ply: a word, for a line of thought is several.
Word word(nb::handle object, const char* question, nb::handle said) {
    const std::string found = text(object, question, said);
    const bool is_plain =
        std::all_of(found.begin(), found.end(), [](char c) { return c > ' ' && c <= '~'; });
    if (found.empty() || found.size() > kLongestWord || !is_plain) {
        refuse(object, question, said, "plain ASCII without blanks, 100 characters at most");
    }
    return Words::of(found);
}

nb::object python_text(std::string_view text) {
    return nb::str(text.data(), text.size());
}

int number_of(const Place& place, const char* question, std::int64_t low, std::int64_t high) {
    return ask(place, question, [&](nb::handle object) {
        return static_cast<int>(number(object, question, object.attr(question), low, high));
    });
}

std::string text_of(const Place& place, const char* question) {
    return ask(place, question,
               [&](nb::handle object) { return text(object, question, object.attr(question)); });
}

/// A number for each seat, none of them further from 0 than `most`.
PerSeat for_seats(const Place& place, const char* question, std::int64_t most) {
    const auto seats = static_cast<std::size_t>(Asked::seats(place));
    return ask(place, question, [&](nb::handle object) {
        PerSeat values{};
        const nb::object said = object.attr(question)();
        std::size_t seat = 0;
        for (const nb::handle each : nb::iter(said)) {
            if (seat == seats) refuse(object, question, said, "a number for each seat");
            values[seat++] = static_cast<int>(number(object, question, each, -most, most));
        }
        if (seat != seats) refuse(object, question, said, "a number for each seat");
        return values;
    });
}

/// What the Python registry makes of a text.
Place read(const char* function, std::string_view text) {
    const nb::gil_scoped_acquire held;
    const nb::object registry = nb::module_::import_("carcbot.games.registry");
    return Place::owned(registry.attr(function)(python_text(text)));
}

/// Whether the one whose place it is has to decide; a position is everybody's.
bool decides(nb::handle object, int to_move) {
    if (to_move < 0 || nb::hasattr(object, "outcomes")) return to_move >= 0;
    return object.attr("seat").equal(nb::int_(to_move));
}

}  // namespace

struct Place::Held {
    Held(PyObject* python, bool ours) : object(python), is_ours(ours) {}
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() {
        const nb::gil_scoped_acquire held;
        Py_DECREF(object);
    }
    PyObject* object;
    bool is_ours;
};

Place Place::borrowed(nb::handle object) {
    Place place;
    place.held_ = std::make_shared<const Held>(object.inc_ref().ptr(), false);
    return place;
}

Place Place::owned(nb::object object) {
    Place place;
    place.held_ = std::make_shared<const Held>(object.release().ptr(), true);
    return place;
}

nb::handle Place::object() const {
    return held_->object;
}

void Place::apply(std::string_view text, bool is_offered) {
    if (plies_ == kMostPlies) {
        const nb::gil_scoped_acquire held;
        const nb::object where = nb::borrow(object());
        raise(where, "to_move", nb::str("it is not over after {} plies").format(kMostPlies),
              "an end, also where all move at random");
    }
    const bool is_mine = held_->is_ours && held_.use_count() == 1;
    const Place changed = ask(
        *this, "apply",
        [&](nb::handle object) {
            const Place next = is_mine ? *this : owned(object.attr("copy")());
            next.object().attr("apply")(python_text(text));
            return next;
        },
        !is_offered);
    held_ = changed.held_;
    ++plies_;
}

Place Asked::new_game(std::string_view text) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const nb::gil_scoped_acquire held;
    const nb::object registry = nb::module_::import_("carcbot.games.registry");
    const nb::object game = registry.attr("get")(python_text(text.substr(0, blank)));
    return Place::owned(
        game.attr("new")(python_text(text.substr(std::min(blank + 1, text.size())))));
}

std::string Asked::options(const Place& place) {
    return text_of(place, "options");
}

int Asked::seats(const Place& place) {
    return number_of(place, "seats", kLeastSeats, kMostSeats);
}

int Asked::to_move(const Place& place) {
    const int turn = number_of(place, "to_move", kOver, kMostSeats - 1);
    if (turn < kLeastSeats) return turn;  // which all games have; so most need not be asked
    return number_of(place, "to_move", kOver, seats(place) - 1);
}

std::vector<Word> Asked::legal_moves(const Place& place) {
    return ask(place, "legal_moves", [&](nb::handle object) {
        std::vector<Word> moves;
        const nb::object said = object.attr("legal_moves")();
        for (const nb::handle each : nb::iter(said)) {
            moves.push_back(word(object, "legal_moves", each));
        }
        if (moves.empty() ? decides(object, to_move(place)) : moves.size() > kMostChoices) {
            refuse(object, "legal_moves", said, "1 to 32768 moves where a seat is to move");
        }
        return moves;
    });
}

void Asked::apply(Place& state, Word move) {
    state.apply(Words::text(move), true);
}

PerSeat Asked::scores(const Place& place) {
    return for_seats(place, "scores", kMostPoints);
}

PerSeat Asked::ranking(const Place& state) {
    return for_seats(state, "ranking", kMost);
}

std::uint64_t Asked::digest(const Place& place) {
    return ask(place, "digest", [](nb::handle object) {
        const nb::object said = object.attr("digest");
        if (!PyLong_Check(said.ptr())) refuse(object, "digest", said, "64 bits");
        const std::uint64_t bits = PyLong_AsUnsignedLongLong(said.ptr());
        if (PyErr_Occurred()) {
            PyErr_Clear();
            refuse(object, "digest", said, "64 bits");
        }
        // An author may number positions: what is equal here is looked up beside other numbers.
        return mix64(bits);
    });
}

int Asked::turns_left(const Place& place, int seat) {
    return ask(place, "turns_left", [&](nb::handle object) {
        const nb::object said = object.attr("turns_left")(seat);
        return static_cast<int>(number(object, "turns_left", said, 0, kMost));
    });
}

std::pair<int, int> Asked::value_bounds(const Place& state, int seat) {
    return ask(state, "value_bounds", [&](nb::handle object) {
        const nb::object said = object.attr("value_bounds")(seat);
        std::vector<int> bounds;
        for (const nb::handle each : nb::iter(said)) {
            bounds.push_back(static_cast<int>(number(object, "value_bounds", each, -kMost, kMost)));
        }
        if (bounds.size() != 2) refuse(object, "value_bounds", said, "two numbers");
        return std::pair(bounds[0], bounds[1]);
    });
}

Turn Asked::turn(const Place& place) {
    const int count = number_of(place, "turn", 1, kMost);
    return {count, Words::text(Words::of(text_of(place, "step")))};
}

std::string Asked::move_text(Word move) {
    return std::string(Words::text(move));
}

Word Asked::parse_move(const Place& place, std::string_view text) {
    return ask(place, "canonical_move", [&](nb::handle object) {
        return word(object, "canonical_move", object.attr("canonical_move")(python_text(text)));
    });
}

std::string Asked::position_text(const Place& place) {
    return text_of(place, "text");
}

Place Asked::parse_position(std::string_view text) {
    return read("parse", text);
}

std::vector<std::pair<Word, int>> Asked::outcomes(const Place& state) {
    return ask(state, "outcomes", [&](nb::handle object) {
        std::vector<std::pair<Word, int>> found;
        const nb::object said = object.attr("outcomes")();
        std::int64_t left = kMost;
        for (const nb::handle each : nb::iter(said)) {
            const auto pair = nb::borrow<nb::sequence>(each);
            const Word draw = word(object, "outcomes", nb::object(pair[0]));
            const auto weight =
                static_cast<int>(number(object, "outcomes", nb::object(pair[1]), 1, left));
            left -= weight;
            found.emplace_back(draw, weight);
        }
        if (found.empty() ? to_move(state) == kChance : found.size() > kMostChoices) {
            refuse(object, "outcomes", said, "1 to 32768 draws where one is due");
        }
        return found;
    });
}

void Asked::draw(Place& state, Word outcome) {
    state.apply(Words::text(outcome), false);
}

Word Asked::parse_outcome(std::string_view text) {
    return Words::of(text);
}

Place Secret::view(const Place& state, int seat) {
    return ask(state, "view", [&](nb::handle object) {
        const nb::object viewer = seat == kNoSeat ? nb::none() : nb::object(nb::int_(seat));
        return Place::owned(object.attr("view")(viewer));
    });
}

int Secret::seat(const Place& view) {
    return ask(view, "seat", [](nb::handle object) {
        const nb::object said = object.attr("seat");
        if (said.is_none()) return kNoSeat;
        return static_cast<int>(number(object, "seat", said, 0, kMostSeats - 1));
    });
}

std::string Secret::seen(const Place& state, int seat, std::string_view ply) {
    return ask(state, "seen", [&](nb::handle object) {
        const nb::object viewer = seat == kNoSeat ? nb::none() : nb::object(nb::int_(seat));
        return text(object, "seen", object.attr("seen")(python_text(ply), viewer));
    });
}

void Secret::see(Place& view, std::string_view text) {
    view.apply(text, false);
}

Place Secret::determinize(const Place& view, Random& random) {
    Place guess = ask(view, "determinize", [&](nb::handle object) {
        return Place::owned(object.attr("determinize")(random.next()));
    });
    const int turn = to_move(view);
    if (to_move(guess) == turn && (turn < 0 || turn != seat(view))) return guess;
    const auto sorted = [](std::vector<Word> moves) {
        std::sort(moves.begin(), moves.end(), [](Word a, Word b) { return a.number < b.number; });
        return moves;
    };
    if (to_move(guess) == turn && sorted(legal_moves(guess)) == sorted(legal_moves(view))) {
        return guess;
    }
    return ask(view, "determinize", [&](nb::handle object) -> Place {
        refuse(object, "determinize", guess.object(),
               "a position in which the same seat is to move and has the same moves");
    });
}

Place Secret::parse_view(std::string_view text) {
    return read("parse_view", text);
}

}  // namespace carcbot::outside

namespace carcbot::bindings {

void register_outside(nb::module_& module) {
    nb::module_ open =
        module.def_submodule("outside", "Games in plain Python, in which nothing is hidden.");
    bind_searches<outside::Open>(open);
    bind_matches<outside::Open>(open);
    nb::module_ secret =
        module.def_submodule("outside_secret", "Games in plain Python with secrets.");
    bind_searches<outside::Secret>(secret);
    bind_matches<outside::Secret>(secret);
}

}  // namespace carcbot::bindings
