#include "pot.hpp"

#include <cstdlib>

#include "carcbot/reader.hpp"

namespace carcbot::pot {
namespace {

using State = Pot::State;
using Move = Pot::Move;

constexpr std::array<std::string_view, 4> kMoveNames = {"take", "throw", "stack", "sweep"};
constexpr std::array<std::string_view, 4> kChipNames = {"", "ones", "twos", "threes"};
constexpr int kMostPot = 9 * (1 + 2 + 3);

int chips_left(const State& state) {
    return state.bag[1] + state.bag[2] + state.bag[3];
}

int worth_left(const State& state) {
    return state.bag[1] + 2 * state.bag[2] + 3 * state.bag[3] + state.chip;
}

State read_options(Reader& reader) {
    State state;
    state.full_bag = {0, 3, 2, 1};
    std::vector<std::string_view> seen;
    do {
        const std::size_t at = reader.at();
        const std::string_view key = reader.new_option(seen);
        reader.need('=', "the option");
        if (key == "seats") {
            state.seats = static_cast<std::int8_t>(reader.number(2, 4, "the number of seats"));
            continue;
        }
        const auto* chip = std::find(kChipNames.begin() + 1, kChipNames.end(), key);
        if (chip == kChipNames.end()) {
            reader.back_to(at);
            reader.fail("there is no such option", "one of seats ones twos threes");
        }
        state.full_bag[static_cast<std::size_t>(chip - kChipNames.begin())] =
            static_cast<std::int8_t>(reader.number(0, 9, "the number of chips"));
    } while (reader.take(','));
    if (state.full_bag == std::array<std::int8_t, 4>{}) reader.fail("the bag is empty", "a chip");
    state.bag = state.full_bag;
    return state;
}

void need_phase(const State& state, int wanted, const std::string& asked) {
    const int now = Pot::to_move(state);
    if ((now >= 0) == (wanted >= 0) && (now != kOver)) return;
    throw InputError(Fault::out_of_turn, asked + " is not possible now", Pot::position_text(state),
                     now == kOver     ? "nothing: the game is over"
                     : now == kChance ? "a draw"
                                      : "a move");
}

}  // namespace

State Pot::new_game(std::string_view options) {
    Reader reader(options.empty() ? std::string_view("seats=2") : options);
    try {
        State state = read_options(reader);
        reader.need_end("the options");
        return state;
    } catch (const InputError& error) {
        throw InputError(Fault::options, error.what(), "options, " + error.where, error.expected);
    }
}

std::string Pot::options(const State& state) {
    std::string text = "seats=" + std::to_string(state.seats);
    constexpr std::array<std::int8_t, 4> usual = {0, 3, 2, 1};
    for (std::size_t chip = 1; chip <= 3; ++chip) {
        if (state.full_bag[chip] == usual[chip]) continue;
        text += "," + std::string(kChipNames[chip]) + "=" + std::to_string(state.full_bag[chip]);
    }
    return text;
}

int Pot::to_move(const State& state) {
    if (state.chip) return state.seat;
    return chips_left(state) ? kChance : kOver;
}

std::vector<Move> Pot::legal_moves(const State& state) {
    if (state.chip == 0) return {};
    std::vector<Move> moves = {Move::take, Move::throw_away, Move::stack};
    if (state.pot > 0) moves.push_back(Move::sweep);
    return moves;
}

void Pot::apply(State& state, Move move) {
    const auto seat = static_cast<std::size_t>(state.seat);
    const std::size_t next = (seat + 1) % static_cast<std::size_t>(state.seats);
    const auto add = [](std::int16_t& to, int points) {
        to = static_cast<std::int16_t>(to + points);
    };
    switch (move) {
        case Move::take:
            add(state.points[seat], state.chip);
            break;
        case Move::throw_away:
            add(state.points[next], -state.chip);
            break;
        case Move::stack:
            add(state.pot, state.chip);
            break;
        case Move::sweep:
            add(state.points[seat], state.pot);
            state.pot = 0;
            break;
    }
    state.chip = 0;
    state.seat = static_cast<std::int8_t>(next);
}

PerSeat Pot::scores(const State& state) {
    PerSeat scores{};
    std::copy(state.points.begin(), state.points.end(), scores.begin());
    return scores;
}

PerSeat Pot::ranking(const State& state) {
    PerSeat places{};
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(state.seats); ++seat) {
        places[seat] = 1;
        for (std::size_t other = 0; other < static_cast<std::size_t>(state.seats); ++other) {
            places[seat] += state.points[other] > state.points[seat];
        }
    }
    return places;
}

std::uint64_t Pot::digest(const State& state) {
    std::uint64_t digest =
        mix64(static_cast<std::uint64_t>(state.seats * 64 + state.seat * 8 + state.chip));
    const auto absorb = [&](int value) {
        digest = mix64(digest ^ static_cast<std::uint64_t>(static_cast<std::uint32_t>(value)));
    };
    absorb(state.pot);
    for (const auto copies : state.bag) absorb(copies);
    for (const auto copies : state.full_bag) absorb(copies);
    for (const auto points : state.points) absorb(points);
    return digest;
}

int Pot::turns_left(const State& state, int seat) {
    const int chips = chips_left(state) + (state.chip != 0);
    const int ahead = (seat - state.seat + state.seats) % state.seats;
    return chips <= ahead ? 0 : (chips - ahead + state.seats - 1) / state.seats;
}

Turn Pot::turn(const State& state) {
    int drawn = -chips_left(state);
    for (const auto chips : state.full_bag) drawn += chips;
    if (to_move(state) == kChance) return {drawn + 1, kNoStep};
    return {drawn, state.chip ? "move" : kNoStep};
}

std::pair<int, int> Pot::value_bounds(const State& state, int seat) {
    const int points = state.points[static_cast<std::size_t>(seat)];
    const int left = worth_left(state);
    return {points - left, points + left + (to_move(state) == kOver ? 0 : state.pot)};
}

std::string Pot::move_text(Move move) {
    return std::string(kMoveNames[static_cast<std::size_t>(move)]);
}

Move Pot::parse_move(const State& state, std::string_view text) {
    const auto* found = std::find(kMoveNames.begin(), kMoveNames.end(), text);
    if (found == kMoveNames.end()) {
        throw InputError(Fault::notation, quote(text) + " is not a move", "a move",
                         "one of take throw stack sweep");
    }
    need_phase(state, 0, "a move");
    const auto move = static_cast<Move>(found - kMoveNames.begin());
    if (move == Move::sweep && state.pot == 0) {
        throw InputError(Fault::illegal_move, "the pot is empty", "move sweep",
                         "take, throw or stack");
    }
    return move;
}

std::string Pot::position_text(const State& state) {
    std::string text = "pot/1 position " + options(state) + " ";
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(state.seats); ++seat) {
        text += (seat ? ":" : "") + std::to_string(state.points[seat]);
    }
    text += " " + std::to_string(state.pot) + " " + std::to_string(state.seat) + ":" +
            std::to_string(state.chip) + " ";
    for (std::size_t chip = 1; chip <= 3; ++chip)
        text += (chip > 1 ? "." : "") + std::to_string(state.bag[chip]);
    return text;
}

State Pot::parse_position(std::string_view text) {
    Reader reader(text);
    if (reader.word() != "pot/1")
        reader.fail("this is not a position of Pot", "pot/1 position ...");
    reader.need(' ', "the position");
    if (reader.word() != "position") reader.fail("this is not a position", "the word position");
    reader.need(' ', "the position");
    State state = read_options(reader);
    reader.need(' ', "the position");
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(state.seats); ++seat) {
        if (seat) reader.need(':', "the points");
        state.points[seat] =
            static_cast<std::int16_t>(reader.number(-kMostPot, kMostPot, "the points"));
    }
    reader.need(' ', "the position");
    state.pot = static_cast<std::int16_t>(reader.number(0, kMostPot, "the pot"));
    reader.need(' ', "the position");
    state.seat = static_cast<std::int8_t>(reader.number(0, state.seats - 1, "the seat"));
    reader.need(':', "the turn");
    state.chip = static_cast<std::int8_t>(reader.number(0, 3, "the chip in hand"));
    reader.need(' ', "the position");
    int chips = 0;
    for (std::size_t chip = 1; chip <= 3; ++chip) {
        if (chip > 1) reader.need('.', "the bag");
        const int most = state.full_bag[chip] - (state.chip == static_cast<int>(chip));
        state.bag[chip] = static_cast<std::int8_t>(reader.number(0, most, "the number of chips"));
        chips += state.full_bag[chip] - state.bag[chip];
    }
    reader.need_end("the position");
    int accounted = state.pot;
    int drawn = -state.chip;
    for (const int points : state.points) accounted += std::abs(points);
    for (int chip = 1; chip <= 3; ++chip) {
        const auto at = static_cast<std::size_t>(chip);
        drawn += chip * (state.full_bag[at] - state.bag[at]);
    }
    if (accounted > drawn) {
        reader.fail("pot and points are worth more than the chips drawn", "at most their worth");
    }
    if ((chips - (state.chip != 0)) % state.seats != state.seat) {
        reader.fail("another seat is to move", "the seat that follows from the chips drawn");
    }
    return state;
}

std::vector<std::pair<Pot::Outcome, int>> Pot::outcomes(const State& state) {
    std::vector<std::pair<Outcome, int>> out;
    if (to_move(state) != kChance) return out;
    for (std::uint8_t chip = 1; chip <= 3; ++chip) {
        if (state.bag[chip]) out.emplace_back(chip, state.bag[chip]);
    }
    return out;
}

void Pot::draw(State& state, Outcome chip) {
    need_phase(state, kChance, "a draw");
    if (chip < 1 || chip > 3 || state.bag[chip] == 0) {
        throw InputError(Fault::illegal_move, "no chip " + std::to_string(chip) + " is left",
                         position_text(state), "a chip in the bag");
    }
    --state.bag[chip];
    state.chip = static_cast<std::int8_t>(chip);
}

Pot::Outcome Pot::parse_outcome(std::string_view text) {
    if (text.size() == 1 && text[0] >= '1' && text[0] <= '3')
        return static_cast<Outcome>(text[0] - '0');
    throw InputError(Fault::notation, quote(text) + " is not a chip", "a draw", "1, 2 or 3");
}

}  // namespace carcbot::pot
