// Hoard in numbers, for learners: carcbot/encoded.hpp says what for.
#pragma once

#include "carcbot/encoded.hpp"
#include "hoard.hpp"

namespace carcbot {

template <>
struct Encoded<hoard::Hoard> {
    using Hoard = hoard::Hoard;
    using What = Hoard::Move::What;

    static constexpr std::array<std::string_view, 1> kObservations = {"compact"};

    Encoded(const Hoard::State& first, int /*observation*/)
        : seats_(first.seats), ranks_(first.ranks) {}

    /// open, blind, lay0 to lay3, drop0 to drop3, cash, keep.
    [[nodiscard]] static int actions() { return 12; }
    [[nodiscard]] std::vector<std::size_t> shape() const { return {names().size()}; }
    [[nodiscard]] std::vector<std::string> names() const {
        std::vector<std::string> names = {"to draw", "to play", "to cash", "turns over",
                                          "cards in the deck"};
        const auto each_rank = [&](const std::string& what) {
            for (int rank = 1; rank <= ranks_; ++rank) {
                names.push_back(what + " " + std::to_string(rank));
            }
        };
        each_rank("laid in this turn:");
        each_rank("the open card:");
        each_rank("discarded:");
        for (int player = 0; player < seats_; ++player) {
            const std::string of = " of player " + std::to_string(player);
            names.push_back("points" + of);
            names.push_back("cards in the hand" + of);
            each_rank("row" + of + ":");
            for (std::size_t card = 0; card < hoard::kMostCards; ++card) {
                each_rank("card " + std::to_string(card) + of + ":");
            }
        }
        for (int player = 0; player < seats_; ++player) {
            names.push_back("to move is player " + std::to_string(player));
        }
        return names;
    }

    static void list(const Hoard::State& state, Choices<Hoard::Move>& choices) {
        choices.clear();
        for (const auto move : Hoard::legal_moves(state)) choices.add(move, number_of(move));
    }

    /// A card that the seat does not know has no rank: its zeros are alone.
    void observe(const Hoard::View& view, int seat, float* out) const {
        NumberWriter numbers(out);
        numbers.add(view.phase == hoard::Phase::draw);
        numbers.add(view.phase == hoard::Phase::play);
        numbers.add(view.phase == hoard::Phase::cash);
        numbers.add(view.done);
        numbers.add(view.deck_cards);
        numbers.add_one_of(ranks_, view.laid - 1);
        numbers.add_one_of(ranks_, view.open - 1);
        add_counts(numbers, view.discards);
        for (int player = 0; player < seats_; ++player) {
            const auto at = static_cast<std::size_t>((seat + player) % seats_);
            numbers.add(view.points[at]);
            numbers.add(view.hands[at].cards);
            add_counts(numbers, view.rows[at]);
            for (const hoard::Held& card : view.hands[at].card) {
                const auto place = &card - view.hands[at].card.data();
                numbers.add_one_of(ranks_, place < view.hands[at].cards ? card.rank - 1 : -1);
            }
        }
        numbers.add_player(seats_, Hoard::to_move(view), seat);
    }

  private:
    static std::int32_t number_of(Hoard::Move move) {
        constexpr int most = static_cast<int>(hoard::kMostCards);
        switch (move.what) {
            case What::open:
                return 0;
            case What::blind:
                return 1;
            case What::lay:
                return 2 + move.place;
            case What::drop:
                return 2 + most + move.place;
            case What::cash:
                return 2 + 2 * most;
            default:
                return 3 + 2 * most;
        }
    }

    void add_counts(NumberWriter& numbers, const hoard::Counts& counts) const {
        for (int rank = 1; rank <= ranks_; ++rank) {
            numbers.add(counts[static_cast<std::size_t>(rank)]);
        }
    }

    int seats_;
    int ranks_;
};

static_assert(EncodedGame<hoard::Hoard>);

}  // namespace carcbot
