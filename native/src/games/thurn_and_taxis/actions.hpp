// All that a seat does after it drew, as one choice: section 4.4.3 of Schadd's thesis joins the
// cards that are attached with whether the route is closed. Of a closing the houses and the cards
// that go are no choice of their own here: the most houses that can be placed, and the three cards
// that are worth most to keep; what is equal, alike.
#pragma once

#include <string>

#include "merits.hpp"

namespace carcbot::thurn_and_taxis {

struct Action {
    enum class First : std::uint8_t { postmaster, start, left, right, scrap };
    /// `again`: no second card fits, the route goes, and a card starts the next one.
    enum class Second : std::uint8_t { none, left, right, again };

    First first;
    Second second;
    City first_city;
    City second_city;  ///< kNoCity without one
    bool closes;

    [[nodiscard]] bool scraps() const { return first == First::scrap || second == Second::again; }
    /// As in `right:Ulm left:Kem close`.
    [[nodiscard]] std::string text() const;
};

/// What a seat may do beside laying one card and closing.
struct Means {
    enum class SecondCard : std::uint8_t { no, may, must };

    SecondCard second = SecondCard::no;
    bool has_postmaster = false;  ///< may draw once more, and choose then
    bool has_cartwright = false;  ///< for a closing without a second card
    bool one_card_twice = false;
};

/// Of the turn that is due. Where officials are called in the step that they support, those that
/// would be of no use are not called.
Means means_of(const Options& options, Official official, bool can_draw);

class ActionList {
  public:
    ActionList(const Player& player, const Means& means);

    [[nodiscard]] unsigned size() const { return size_; }
    const Action& operator[](unsigned i) const { return actions_[i]; }
    [[nodiscard]] int merit(unsigned i) const;

  private:
    void add_first(Action::First first, City city);
    void add_second(const Player& laid, const Action& first);
    void add(const Action& action) { actions_[size_++] = action; }
    void add_closing_too(Action action, unsigned length);

    /// A first card can be put at either end, where 7 roads go at most, or start a route; then a
    /// second at either end. Both may close.
    static constexpr std::size_t kMost = std::size_t{7 + 7 + kCities} * (2 + 2 * (7 + 7)) + 1;

    const Player& player_;
    const Means& means_;
    unsigned size_ = 0;
    std::array<Action, kMost> actions_;
};

}  // namespace carcbot::thurn_and_taxis
