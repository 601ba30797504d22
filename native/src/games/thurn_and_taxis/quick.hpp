// Random games at full speed. Nobody looks at them on their way, so nothing is kept of what anybody
// knows: hands are cards, and a route is its ends.
#pragma once

#include <vector>

#include "game.hpp"

namespace carcbot::thurn_and_taxis {

/// A position between two turns, for random games.
class Quick {
  public:
    /// Of a state in which a turn begins, or the game is over.
    explicit Quick(const State& state);

    /// Plays so many turns, fewer if the game ends: every choice of every decision alike.
    void play(Random& random, int turns);

    [[nodiscard]] bool over() const { return over_; }
    [[nodiscard]] int done() const { return done_; }
    /// As those of a state. Of turns that were played nothing stays but this.
    [[nodiscard]] PerSeat scores() const;
    /// Writes into the state what the points and the end follow from.
    void leave(State& state) const;

    /// A card more in a hand, out of the supply; for those who deal hidden cards anew.
    void deal(int seat, City city) { seats_[static_cast<std::size_t>(seat)].hand.add_city(city); }
    void set_supply(const Cards& supply) { supply_ = supply; }

  private:
    struct Player {
        Cards hand;
        CitySet route = 0, houses = 0;
        City left = 0, right = 0;
        std::uint8_t length = 0, level = 0, tiles = 0, houses_left = kHouses;
    };

    void play_turn(Random& random);
    City next_card(Random& random);
    void fill_display(Random& random);
    void draw(Random& random, Player& player, bool may_have_administrator);
    void place(Random& random, Player& player);
    void put(Player& player, City city, bool at_left);
    void put_second(Random& random, Player& player);
    void finish(Random& random, Player& player);
    void close(Random& random, Player& player);
    void build(Random& random, Player& player);
    void keep_three(Random& random, Player& player);
    void scrap(Player& player);
    [[nodiscard]] bool has_cards() const { return !supply_.empty() || !discards_.empty(); }
    int take_tile(std::size_t stack);

    Options options_;
    std::uint16_t done_;
    std::int8_t end_holder_;
    std::uint8_t shown_;  ///< cards of the display
    Official official_ = Official::none;
    bool over_;
    std::uint8_t seat_;
    std::array<std::uint8_t, kStacks> stacks_;
    Cards supply_, discards_, display_;
    std::array<Player, kMostPlayers> seats_{};
};

/// Plays on to the end.
void play_to_end(State& state, Random& random);

/// Random games of so many turns from what a view knows, each from another state that has it.
/// Returns how many turns were played in all; the sum of the points goes to `points`.
std::int64_t play_samples(const View& view, std::int64_t samples, int turns, Random& random,
                          PerSeat& points);

}  // namespace carcbot::thurn_and_taxis
