// What the searches promise and Python cannot see: windows, boards, and the logarithm.

#include <cmath>
#include <string>
#include <vector>

#include "carcbot/exact_math.hpp"
#include "check.hpp"
#include "games/grove/grove.hpp"
#include "games/pot/pot.hpp"
#include "search/mcts.hpp"
#include "search/star.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::search;

template <ChanceGame G>
StarSettings settings_for(Pruning pruning, int probe) {
    StarSettings settings;
    settings.pruning = pruning;
    settings.probe = probe;
    settings.order = Searchable<G>::kOrders[0];
    settings.worth = Searchable<G>::kEvaluations[0];
    settings.table_megabytes = 1;
    return settings;
}

/// Searches a position in every window of some width apart, and compares with Expectimax.
template <ChanceGame G>
void check_windows(const std::string& position, int depth, Value bound, Value step) {
    StarSettings plain = settings_for<G>(Pruning::none, 0);
    plain.bound = bound;
    const Value low = -2 * bound, high = 2 * bound;
    const Value value = Star<G>(position, 0, plain).value_within(depth, low, high);
    for (const Pruning pruning : {Pruning::sequential, Pruning::cyclic}) {
        for (const int probe : {0, 1, 2, 5}) {
            for (const bool table : {false, true}) {
                StarSettings settings = settings_for<G>(pruning, probe);
                settings.bound = bound;
                settings.table_megabytes = table;
                Star<G> star(position, 0, settings);
                for (Value alpha = low; alpha < high; alpha += step) {
                    for (const Value width : {Value{1}, step, 5 * step}) {
                        const Value beta = alpha + width;
                        const Value found = star.value_within(depth, alpha, beta);
                        if (found <= alpha) {
                            CHECK(value <= found);
                        } else if (found >= beta) {
                            CHECK(value >= found);
                        } else {
                            CHECK_EQ(found, value);
                        }
                    }
                }
            }
        }
    }
}

template <ChanceGame G>
void check_windows_of_games(const std::string& options, int depth, int count, Value bound,
                            Value step) {
    Random random(7);
    for (int game = 0; game < count; ++game) {
        const std::string seeded =
            options + (G::kName == "grove" ? ",seed=" + std::to_string(game) : "");
        auto state = G::new_game(seeded);
        const int plies = 1 + 2 * (game % 3);
        for (int ply = 0; ply < plies || G::to_move(state) == kChance; ++ply) {
            if (G::to_move(state) == kOver) break;
            if (G::to_move(state) == kChance) {
                draw_by_weight<G>(state, random);
            } else {
                const auto moves = G::legal_moves(state);
                G::apply(state, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
            }
        }
        if (G::to_move(state) >= 0) {
            check_windows<G>(G::position_text(state), depth, bound, step);
        }
    }
}

void check_log() {
    for (std::uint32_t n = 1; n < 2'000'000; n += n / 100 + 1) {
        const double exact = exact_log(n);
        CHECK(std::abs(exact - std::log(static_cast<double>(n))) <=
              4e-16 * std::abs(exact) + 1e-300);
    }
}

/// A reader finds what was published last, whole, and nothing after it was cleared.
void check_board() {
    std::vector<std::uint64_t> memory(Board::bytes_for(3) / 8);
    const auto bytes = std::as_writable_bytes(std::span(memory));
    Board writer(bytes);
    const Board reader(bytes);
    CHECK(!reader.read());
    Progress progress;
    for (int i = 1; i <= 5; ++i) {
        progress.nodes = i;
        progress.moves.assign(5, {static_cast<std::uint64_t>(i), 0.5 * i});
        progress.line = std::string(static_cast<std::size_t>(200 * i), 'x') + " end";
        progress.iterations.assign(40, {1.5, i});
        writer.publish(progress);
        const auto read = reader.read();
        CHECK(read.has_value());
        CHECK_EQ(read->nodes, i);
        CHECK_EQ(read->moves.size(), 3U);  // as many as there is room for
        CHECK_EQ(read->moves[2].visits, static_cast<std::uint64_t>(i));
        CHECK_EQ(read->iterations.size(), kMostIterations);
        CHECK(read->line.size() <= kLineBytes);
    }
    writer.share(3, 10);
    writer.share(3, 5);
    CHECK_EQ(reader.shared(3), 10);
    CHECK_EQ(reader.shared(4), Board::kNothingShared);
    CHECK(!reader.stops());
    writer.ask_to_stop();
    CHECK(reader.stops());
    writer.clear();
    CHECK(!reader.stops());
    CHECK(!reader.read());
    CHECK_EQ(reader.shared(3), Board::kNothingShared);
}

/// Blocks do not overlap, and come back when they were given back.
void check_pool() {
    Pool<std::uint32_t> pool;
    std::vector<std::pair<Pool<std::uint32_t>::Block, std::uint32_t>> taken;
    Random random(1);
    for (std::uint32_t i = 0; i < 3000; ++i) {
        const std::uint32_t count = 1 + random.below(600);
        taken.emplace_back(pool.take(count), count);
        std::fill_n(pool[taken.back().first], count, i);
    }
    for (std::uint32_t i = 0; i < taken.size(); ++i) {
        const auto* block = pool[taken[i].first];
        CHECK(std::all_of(block, block + taken[i].second, [&](auto each) { return each == i; }));
    }
    const std::size_t bytes = pool.bytes();
    for (const auto& [block, count] : taken) pool.give(block, count);
    for (const auto& [block, count] : taken) pool.take(count);
    CHECK_EQ(pool.bytes(), bytes);
}

}  // namespace

int main() {
    check_windows_of_games<grove::Grove>("decisions=3,moves=3,weights=3+2+1,spread=9", 3, 6, 9000,
                                         1700);
    check_windows_of_games<grove::Grove>(
        "seats=3,decisions=4,moves=4,weights=5+1,spread=20,ragged=on,turns=mixed", 3, 6, 8000,
        2300);
    check_windows_of_games<pot::Pot>("ones=1,twos=1,threes=2", 3, 3, 4000, 900);
    check_log();
    check_board();
    check_pool();
    return check::result();
}
