#include "bindings/topics.hpp"
#include "bindings/whole_game.hpp"
#include "games/ticket_to_ride/encoded.hpp"
#include "games/ticket_to_ride/network.hpp"
#include "games/ticket_to_ride/planner.hpp"
#include "games/ticket_to_ride/searchable.hpp"

namespace carcbot::bindings {
namespace {

std::vector<std::string> stretch_names(std::span<const ticket_to_ride::StretchNumber> stretches) {
    std::vector<std::string> names;
    for (const auto stretch : stretches)
        names.push_back(
            ticket_to_ride::track_text(ticket_to_ride::kStretchTable[stretch].tracks[0]));
    return names;
}

}  // namespace

void register_ticket_to_ride(nb::module_& module) {
    using Game = ticket_to_ride::TicketToRide;
    nb::module_ own = bind_whole_game<Game>(module, "Ticket to Ride.");
    own.attr("STATE_BYTES") = sizeof(ticket_to_ride::State);
    own.def(
        "longest_path",
        [](std::string_view names) {
            Reader reader(names);
            ticket_to_ride::TrackSet set;
            do {
                set.add(ticket_to_ride::read_track(reader));
            } while (reader.take('.'));
            reader.need_end("the tracks");
            int tracks = 0;
            set.for_each([&](ticket_to_ride::TrackNumber) { ++tracks; });
            if (tracks > ticket_to_ride::kTrains)
                throw InputError(Fault::options, std::to_string(tracks) + " tracks", "the tracks",
                                 std::to_string(ticket_to_ride::kTrains) +
                                     " at most, for nobody has more trains");
            return ticket_to_ride::longest_path(set);
        },
        nb::arg("tracks"), "The most trains on a path over these tracks, as in 'DalHou.ElpHou'.");
    own.def(
        "merits",
        [](const ticket_to_ride::State& state) {
            std::vector<int> merits;
            ticket_to_ride::list_merits(state, Game::legal_moves(state), merits);
            return merits;
        },
        nb::arg("state"),
        "How good each legal move seems by the rules of thumb of a thesis, in their order.");
    own.def(
        "planner_merits",
        [](const ticket_to_ride::State& state) {
            std::vector<int> merits;
            ticket_to_ride::Planner().weigh(ticket_to_ride::Sight::of(state),
                                            Game::legal_moves(state), merits);
            return merits;
        },
        nb::arg("state"), "How good each legal move seems to the planner, in their order.");
    own.def(
        "cheapest_lines",
        [](const std::vector<int>& costs, std::string_view tickets) {
            ticket_to_ride::Costs all{};
            if (costs.size() != all.size())
                throw InputError(Fault::options, "so many costs do not fit", "the costs",
                                 std::to_string(all.size()) + " numbers");
            std::copy(costs.begin(), costs.end(), all.begin());
            Reader reader(tickets);
            ticket_to_ride::TicketSet set = 0;
            do {
                set |= ticket_to_ride::ticket_bit(ticket_to_ride::read_ticket(reader));
            } while (reader.take('+'));
            reader.need_end("the tickets");
            const auto lines = ticket_to_ride::TicketLines(all, set).cheapest();
            return std::pair(lines.cost, stretch_names(lines.all()));
        },
        nb::arg("costs"), nb::arg("tickets"),
        "What the lines cost that connect tickets, and the first track of each of their stretches,"
        " where the stretches cost so much, in the order of the tracks.");
    own.def(
        "plan",
        [](const ticket_to_ride::State& state, int seat) {
            const auto sight = ticket_to_ride::Sight::of(state, checked_seat<Game>(state, seat));
            ticket_to_ride::Planner planner;
            const auto lines = planner.lines(sight).all();
            const auto wanted = ticket_to_ride::wants_of(lines, sight.open(), sight.hand);
            return std::pair(stretch_names(lines), wanted.lack);
        },
        nb::arg("state"), nb::arg("seat"),
        "What a seat means to build, as the first track of each stretch, those that it could lose"
        " first; and how many cards it lacks for that.");
    own.def(
        "way",
        [](const ticket_to_ride::State& state, int seat, std::string_view ticket) {
            Reader reader(ticket);
            const auto number = ticket_to_ride::read_ticket(reader);
            reader.need_end("the ticket");
            std::vector<std::string> names;
            ticket_to_ride::way_of(state, checked_seat<Game>(state, seat), number)
                .for_each([&](ticket_to_ride::TrackNumber track) {
                    names.push_back(ticket_to_ride::track_text(track));
                });
            return names;
        },
        nb::arg("state"), nb::arg("seat"), nb::arg("ticket"),
        "The tracks that a seat still needs for a ticket, on a shortest way; of a double both.");
    own.def(
        "guess",
        [](const ticket_to_ride::View& view, std::string_view how, std::uint64_t seed) {
            Random random(seed);
            const int index = index_of_name(how, ticket_to_ride::kGuessNames, "the guess");
            return ticket_to_ride::guess(view, random, static_cast<ticket_to_ride::Guess>(index));
        },
        nb::arg("view"), nb::arg("how"), nb::arg("seed"),
        "A position that has this view, guessed in one of several ways.");
    own.def(
        "play_part",
        [](const ticket_to_ride::State& state, std::string_view policy, int turns,
           std::uint64_t seed) {
            Random random(seed);
            ticket_to_ride::State mine = state;
            const int index = index_of_name(policy, ticket_to_ride::kPolicyNames, "the policy");
            Sample sample{.policy = index, .later_policy = index};
            if (turns) sample.turns = turns;
            ticket_to_ride::play_part(mine, random, sample);
            return mine;
        },
        nb::arg("state"), nb::arg("policy"), nb::arg("turns"), nb::arg("seed"),
        "The position after a random game by a policy, of so many turns at most; 0 is no limit.");
    own.def(
        "choose",
        [](const ticket_to_ride::State& state, std::string_view policy, std::uint64_t seed) {
            const int seat = std::max(Game::to_move(state), kNoSeat);
            search::need_decision<Game>(Game::view(state, seat));
            Random random(seed);
            const int index = index_of_name(policy, ticket_to_ride::kPolicyNames, "the policy");
            return Game::move_text(ticket_to_ride::choose_move(
                state, random, static_cast<ticket_to_ride::Policy>(index)));
        },
        nb::arg("state"), nb::arg("policy"), nb::arg("seed"),
        "The move that a policy chooses in a position.");
    own.def(
        "play_games",
        [](const ticket_to_ride::State& state, std::int64_t games, std::uint64_t seed) {
            Random random(seed);
            const ticket_to_ride::State mine = state;
            const nb::gil_scoped_release unlocked;
            return ticket_to_ride::play_games(mine, games, random);
        },
        nb::arg("state"), nb::arg("games"), nb::arg("seed"),
        "Plays so many random games from here to the end; returns how many turns were played.");
    own.def(
        "determinize_repeatedly",
        [](const ticket_to_ride::View& view, std::int64_t times, std::uint64_t seed) {
            Random random(seed);
            const ticket_to_ride::View mine = view;
            const nb::gil_scoped_release unlocked;
            std::int64_t cards = 0;
            for (std::int64_t i = 0; i < times; ++i)
                cards += Game::determinize(mine, random).deck.count();
            return cards;
        },
        nb::arg("view"), nb::arg("times"), nb::arg("seed"),
        "View.determinize so many times in one call, for timings; the cards of all their decks.");
    own.def(
        "longest_paths_repeatedly",
        [](const ticket_to_ride::State& state, std::int64_t times) {
            const ticket_to_ride::State mine = state;
            const nb::gil_scoped_release unlocked;
            std::int64_t trains = 0;
            for (std::int64_t i = 0; i < times; ++i)
                trains += ticket_to_ride::longest_path(
                    mine.seats[static_cast<std::size_t>(i % mine.options.seats)].tracks);
            return trains;
        },
        nb::arg("state"), nb::arg("times"),
        "The longest paths of the seats in turn, so many in one call, for timings; their sum.");
    own.def(
        "ways_repeatedly",
        [](const ticket_to_ride::State& state, std::int64_t times) {
            const ticket_to_ride::State mine = state;
            const nb::gil_scoped_release unlocked;
            std::int64_t tracks = 0;
            for (std::int64_t i = 0; i < times; ++i) {
                const auto ticket =
                    static_cast<ticket_to_ride::TicketNumber>(i % ticket_to_ride::kTickets);
                tracks += ticket_to_ride::way_of(mine, 0, ticket).count();
            }
            return tracks;
        },
        nb::arg("state"), nb::arg("times"),
        "The shortest ways of seat 0 for all tickets in turn, so many in one call, for timings;"
        " the number of their tracks.");
}

}  // namespace carcbot::bindings
