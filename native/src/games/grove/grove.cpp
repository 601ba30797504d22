#include "grove.hpp"

#include "carcbot/reader.hpp"

namespace carcbot::grove {
namespace {

using Shape = Grove::Shape;
using State = Grove::State;

constexpr std::array<std::string_view, 2> kSwitch = {"off", "on"};
constexpr std::array<std::string_view, 2> kTurns = {"fixed", "mixed"};

std::uint32_t read_seed(Reader& reader) {
    const int high = reader.number(0, 999'999'999, "the seed");
    return static_cast<std::uint32_t>(high);
}

void read_weights(Reader& reader, Shape& shape) {
    shape.weights = {};
    std::size_t count = 0;
    do {
        if (count == kMostOutcomes) reader.fail("there are too many weights", "8 or fewer");
        shape.weights[count++] = static_cast<std::uint8_t>(reader.number(1, 99, "a weight"));
    } while (reader.take('+'));
    shape.outcomes = static_cast<std::int8_t>(count);
}

void read_option(Reader& reader, std::string_view key, std::size_t at, Shape& shape) {
    const auto small = [&](int low, int high) {
        return static_cast<std::int8_t>(reader.number(low, high, std::string(key)));
    };
    if (key == "seats") {
        shape.seats = small(2, 4);
    } else if (key == "decisions") {
        shape.decisions = small(1, kMostDecisions);
    } else if (key == "moves") {
        shape.moves = small(1, kMostMoves);
    } else if (key == "weights") {
        read_weights(reader, shape);
    } else if (key == "spread") {
        shape.spread = static_cast<std::int16_t>(reader.number(1, 1000, "the spread"));
    } else if (key == "ragged") {
        shape.ragged = reader.one_name_of(kSwitch, "ragged") == 1;
    } else if (key == "turns") {
        shape.mixed = reader.one_name_of(kTurns, "turns") == 1;
    } else if (key == "seed") {
        shape.seed = read_seed(reader);
    } else {
        reader.back_to(at);
        reader.fail("there is no such option",
                    "one of seats decisions moves weights spread ragged turns seed");
    }
}

Shape read_options(Reader& reader) {
    Shape shape;
    std::vector<std::string_view> seen;
    do {
        const std::size_t at = reader.at();
        const std::string_view key = reader.new_option(seen);
        reader.need('=', "the option");
        read_option(reader, key, at, shape);
    } while (reader.take(','));
    return shape;
}

State beginning(const Shape& shape) {
    State state;
    state.shape = shape;
    const auto absorb = [&](int value) {
        state.place = mix64(state.place ^ static_cast<std::uint64_t>(value));
    };
    for (const int value : {int{shape.seats}, int{shape.decisions}, int{shape.moves},
                            int{shape.spread}, int{shape.ragged}, int{shape.mixed}}) {
        absorb(value);
    }
    for (const auto weight : shape.weights) absorb(weight);
    state.place = mix64(state.place ^ shape.seed);
    return state;
}

bool draw_is_due(const State& state) {
    return state.steps % 2 == 0;
}

/// A random number that belongs to this place and purpose.
std::uint64_t random_here(const State& state, std::uint64_t purpose) {
    return mix64(state.place + 0x100 * (purpose + 1));
}

int moves_here(const State& state) {
    if (!state.shape.ragged) return state.shape.moves;
    return 1 + static_cast<int>(random_here(state, 10) % static_cast<unsigned>(state.shape.moves));
}

int decider(const State& state) {
    if (state.shape.mixed) {
        return static_cast<int>(random_here(state, 11) % static_cast<unsigned>(state.shape.seats));
    }
    return state.steps / 2 % state.shape.seats;
}

void take_step(State& state, std::uint8_t step) {
    state.step[static_cast<std::size_t>(state.steps++)] = step;
    state.place = mix64(state.place ^ (step + 1U));
}

/// The number behind the letter; 100 if the text is none.
int number_after(char letter, std::string_view text) {
    if (text.size() != 2 || text[0] != letter || text[1] < '0' || text[1] > '9') return 100;
    return text[1] - '0';
}

}  // namespace

State Grove::new_game(std::string_view options) {
    Reader reader(options.empty() ? std::string_view("seats=2") : options);
    try {
        const Shape shape = read_options(reader);
        reader.need_end("the options");
        return beginning(shape);
    } catch (const InputError& error) {
        throw InputError(Fault::options, error.what(), "options, " + error.where, error.expected);
    }
}

std::string Grove::options(const State& state) {
    const Shape& shape = state.shape;
    const Shape usual;
    std::string text = "seats=" + std::to_string(shape.seats);
    const auto say = [&](const char* key, int value, int default_value) {
        if (value != default_value) text += "," + std::string(key) + "=" + std::to_string(value);
    };
    say("decisions", shape.decisions, usual.decisions);
    say("moves", shape.moves, usual.moves);
    if (shape.weights != usual.weights) {
        text += ",weights=";
        for (std::size_t i = 0; i < static_cast<std::size_t>(shape.outcomes); ++i) {
            text += (i ? "+" : "") + std::to_string(shape.weights[i]);
        }
    }
    say("spread", shape.spread, usual.spread);
    if (shape.ragged) text += ",ragged=on";
    if (shape.mixed) text += ",turns=mixed";
    say("seed", static_cast<int>(shape.seed), 0);
    return text;
}

int Grove::to_move(const State& state) {
    if (state.steps == 2 * state.shape.decisions) return kOver;
    return draw_is_due(state) ? kChance : decider(state);
}

std::vector<Grove::Move> Grove::legal_moves(const State& state) {
    std::vector<Move> moves;
    if (to_move(state) < 0) return moves;
    for (int move = 0; move < moves_here(state); ++move) moves.push_back(static_cast<Move>(move));
    return moves;
}

void Grove::apply(State& state, Move move) {
    take_step(state, move);
}

PerSeat Grove::scores(const State& state) {
    PerSeat scores{};
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(state.shape.seats); ++seat) {
        const auto width = static_cast<std::uint64_t>(2 * state.shape.spread + 1);
        scores[seat] = static_cast<int>(random_here(state, seat) % width) - state.shape.spread;
    }
    return scores;
}

PerSeat Grove::ranking(const State& state) {
    const PerSeat points = scores(state);
    PerSeat places{};
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(state.shape.seats); ++seat) {
        places[seat] = 1;
        for (std::size_t other = 0; other < static_cast<std::size_t>(state.shape.seats); ++other) {
            places[seat] += points[other] > points[seat];
        }
    }
    return places;
}

int Grove::turns_left(const State& state, int seat) {
    const int left = state.shape.decisions - state.steps / 2;
    if (state.shape.mixed) return left;
    const int ahead =
        (seat - state.steps / 2 % state.shape.seats + state.shape.seats) % state.shape.seats;
    return left <= ahead ? 0 : (left - ahead + state.shape.seats - 1) / state.shape.seats;
}

Turn Grove::turn(const State& state) {
    if (to_move(state) == kOver) return {state.shape.decisions, kNoStep};
    return {state.steps / 2 + 1, draw_is_due(state) ? kNoStep : "move"};
}

std::pair<int, int> Grove::value_bounds(const State& state, int seat) {
    if (to_move(state) != kOver) return {-state.shape.spread, state.shape.spread};
    const int points = scores(state)[static_cast<std::size_t>(seat)];
    return {points, points};
}

Grove::Move Grove::parse_move(const State& state, std::string_view text) {
    const int move = number_after('m', text);
    if (move > kMostMoves) {
        throw InputError(Fault::notation, quote(text) + " is not a move", "a move", "m0, m1, ...");
    }
    if (to_move(state) < 0) {
        throw InputError(Fault::out_of_turn, "a move is not possible now", position_text(state),
                         to_move(state) == kOver ? "nothing: the game is over" : "a draw");
    }
    if (move >= moves_here(state)) {
        throw InputError(Fault::illegal_move, "there are fewer moves", quote(text),
                         "one from m0 to m" + std::to_string(moves_here(state) - 1));
    }
    return static_cast<Move>(move);
}

std::string Grove::position_text(const State& state) {
    std::string text = "grove/1 position " + options(state) + " ";
    for (std::size_t i = 0; i < static_cast<std::size_t>(state.steps); ++i) {
        if (i) text += '.';
        text += i % 2 ? move_text(state.step[i]) : outcome_text(state.step[i]);
    }
    return state.steps ? text : text + "-";
}

State Grove::parse_position(std::string_view text) {
    Reader reader(text);
    if (reader.word() != "grove/1") {
        reader.fail("this is not a position of Grove", "grove/1 position ...");
    }
    reader.need(' ', "the position");
    if (reader.word() != "position") reader.fail("this is not a position", "the word position");
    reader.need(' ', "the position");
    State state = beginning(read_options(reader));
    reader.need(' ', "the position");
    if (!reader.take('-')) {
        do {
            const int turn = to_move(state);
            if (turn == kOver) reader.fail("the game is over before that", "fewer steps");
            reader.need(turn == kChance ? 'o' : 'm', "the steps");
            const int most = turn == kChance ? state.shape.outcomes : moves_here(state);
            take_step(state, static_cast<std::uint8_t>(reader.number(0, most - 1, "the step")));
        } while (reader.take('.'));
    }
    reader.need_end("the position");
    return state;
}

std::vector<std::pair<Grove::Outcome, int>> Grove::outcomes(const State& state) {
    std::vector<std::pair<Outcome, int>> out;
    if (to_move(state) != kChance) return out;
    for (std::uint8_t i = 0; i < state.shape.outcomes; ++i) {
        out.emplace_back(i, state.shape.weights[i]);
    }
    return out;
}

void Grove::draw(State& state, Outcome outcome) {
    if (to_move(state) != kChance) {
        throw InputError(Fault::out_of_turn, "a draw is not possible now", position_text(state),
                         to_move(state) == kOver ? "nothing: the game is over" : "a move");
    }
    if (outcome >= state.shape.outcomes) {
        throw InputError(Fault::illegal_move, "there are fewer outcomes", outcome_text(outcome),
                         "one from o0 to o" + std::to_string(state.shape.outcomes - 1));
    }
    take_step(state, outcome);
}

Grove::Outcome Grove::parse_outcome(std::string_view text) {
    const int outcome = number_after('o', text);
    if (outcome > kMostOutcomes) {
        throw InputError(Fault::notation, quote(text) + " is not a draw", "a draw", "o0, o1, ...");
    }
    return static_cast<Outcome>(outcome);
}

}  // namespace carcbot::grove
