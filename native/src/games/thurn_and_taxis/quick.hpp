// Random games at full speed. Nobody looks at them on their way, so nothing is kept of what anybody
// knows: hands are cards, and a route is its ends.
#pragma once

#include "actions.hpp"
#include "carcbot/searchable.hpp"
#include "worth.hpp"

namespace carcbot::thurn_and_taxis {

/// From where the limits of a sample count.
struct Origin {
    int done;        ///< turns that were over
    PerSeat points;  ///< asked for where a lead ends the sample
};

/// A position between two turns, or before the cards of one are laid, for random games.
class Quick {
  public:
    /// Whether a game can go on from here: the game is over, or in the turn that is due a card is
    /// drawn next or the first one placed, or nothing is decided yet.
    static bool can_go_on_from(const State& state);
    explicit Quick(const State& state);

    /// Plays on until the sample ends. By the policy uniform every choice of every decision is
    /// alike; by outlook a turn is one choice; by the others officials and draws are decided one
    /// by one, and all that follows is one action.
    void play(Random& random, const Sample& sample, const Origin& origin);

    [[nodiscard]] bool over() const { return over_; }
    [[nodiscard]] int done() const { return done_; }
    /// As those of a state. Of turns that were played nothing stays but this.
    [[nodiscard]] PerSeat scores() const;
    [[nodiscard]] PerSeat worth(Worth worth) const;
    /// Writes into the state what the points and the end follow from: turns, houses, carriages,
    /// tiles, who has the end tile, and whether it is over. Its cards and routes stay as they were.
    void leave(State& state) const;

    /// A card more in a hand, out of the supply; for those who deal hidden cards anew.
    void deal(int seat, City city) { seats_[static_cast<std::size_t>(seat)].hand.add_city(city); }
    void set_supply(const Cards& supply) { supply_ = supply; }

    /// One turn by the outlook with these weights, or with a normal error in all that it looks at:
    /// its standard deviation, in thousandths of a point.
    void play_best_turn(Random& random, const OutlookWeights& weights, int error = 0);
    /// Calls tell(seat, player) for each seat.
    template <typename Tell>
    void each_player(Tell tell) const {
        for (unsigned seat = 0; seat < options_.seats; ++seat) tell(seat, seats_[seat]);
    }
    [[nodiscard]] int phase() const { return phase_of(seats_, options_.seats); }
    [[nodiscard]] unsigned next() const { return seat_; }
    /// Whether nobody has more than a turn to come.
    [[nodiscard]] bool is_ending() const { return end_holder_ != kNoSeat; }
    [[nodiscard]] const Stacks& stacks() const { return stacks_; }

  private:
    void play_turn(Random& random, Policy policy);
    void begin_turn(Random& random, Policy policy);
    void end_turn();
    City next_card(Random& random);
    void fill_display(Random& random);
    void replace_display(Random& random);
    void draw(Random& random, Player& player, Policy policy);
    void take(Random& random, Player& player, City city);
    void scrap(Player& player);

    // every choice alike
    void place(Random& random, Player& player);
    void put_second(Random& random, Player& player);
    void finish(Random& random, Player& player);
    // by merits
    void act(Random& random, Player& player, Policy policy);
    void lay(Player& player, const Action& action);

    // by the outlook
    class Judge;
    struct Laid;
    template <typename Choice>
    struct Best {
        Choice choice;
        int lead;
    };
    static City least_card(const Judge& judge, const Player& player, const Stacks& stacks);
    Laid closed(const Judge& judge, const Player& before, bool has_cartwright) const;
    Laid laid(const Judge& judge, const Player& before, const Action& action,
              bool has_cartwright) const;
    Best<Action> best_action(const Judge& judge, const Player& player, Official official) const;
    Best<City> best_card(const Judge& judge, const Player& player, CitySet cards,
                         Official official) const;
    std::pair<City, Official> best_beginning(const Judge& judge, const Player& player) const;
    void lay_best(Random& random, const Judge& judge, Player& player);

    void close(Random& random, Player& player, Policy policy);
    CitySet any_houses(Random& random, const Player& player) const;
    CitySet best_houses(Random& random, const Player& player) const;
    CitySet scarce_houses(Random& random, const Player& player, bool as_many_as_can_be) const;
    void build(Player& player, CitySet chosen, Stacks& stacks) const;
    static CitySet best_city(CitySet cities, const Player& player, const Stacks& stacks,
                             const OutlookWeights& weights);
    void take_end_tile(Player& player);
    void keep_three(Random& random, Player& player, Policy policy);

    [[nodiscard]] bool has_cards() const { return !supply_.empty() || !discards_.empty(); }
    [[nodiscard]] bool can_draw() const { return shown_ > 0 || has_cards(); }

    Options options_;
    int done_;
    std::int8_t end_holder_;
    std::uint8_t shown_ = 0;  ///< cards of the display
    Official official_;
    std::uint8_t draws_left_ = 0;  ///< of the turn that goes on
    bool goes_on_;                 ///< a turn, of which something is decided
    bool over_;
    std::uint8_t seat_;
    Stacks stacks_;
    Cards supply_, discards_, display_;
    std::array<Player, kMostPlayers> seats_{};
};

}  // namespace carcbot::thurn_and_taxis
