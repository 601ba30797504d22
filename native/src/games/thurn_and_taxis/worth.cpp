#include "worth.hpp"

#include <algorithm>

#include "carcbot/searchable.hpp"

namespace carcbot::thurn_and_taxis {

Worth Worth::named(std::string_view name) {
    constexpr std::array<std::string_view, 2> names = {"points", "outlook"};
    return {index_of_name(name, names, "the evaluation") == 1 ? &kOutlook : nullptr};
}

int phase_of(const std::array<Player, kMostPlayers>& players, int seats) {
    int phase = kPhases;
    for (int seat = 0; seat < seats; ++seat)
        phase = std::min(phase, cards_to_end(players[static_cast<std::size_t>(seat)]));
    return phase;
}

PerSeat worth_of(const std::array<Player, kMostPlayers>& players, const Prospects& prospects,
                 Worth worth) {
    PerSeat all{};
    const int phase = phase_of(players, prospects.seats);
    for (int i = 0; i < prospects.seats; ++i) {
        const auto seat = static_cast<std::size_t>(i);
        const Player& player = players[seat];
        all[seat] = kWorthOfAPoint * points_of(player);
        if (!worth.outlook || prospects.is_over) continue;
        if (!prospects.is_ending) {
            all[seat] +=
                outlook(player, prospects.stacks, prospects.without_baiern, phase, *worth.outlook);
            if (i == prospects.next) all[seat] += worth.outlook->tempo;
        } else if (i >= prospects.next) {
            all[seat] += kWorthOfAPoint * gain_of_closing(player, prospects.stacks);
        }
    }
    return all;
}

PerSeat worth_of(const State& state, Worth worth) {
    std::array<Player, kMostPlayers> players{};
    for (int seat = 0; seat < state.options.seats; ++seat)
        players[static_cast<std::size_t>(seat)] = player_of(state, seat);
    return worth_of(players,
                    {.stacks = state.stacks,
                     .without_baiern = state.options.without_baiern,
                     .seats = state.options.seats,
                     .next = state.turn_of(),
                     .is_ending = state.end_holder != kNoSeat,
                     .is_over = state.step == Step::over},
                    worth);
}

}  // namespace carcbot::thurn_and_taxis
