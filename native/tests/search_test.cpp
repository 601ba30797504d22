// What the searches promise and Python cannot see: windows, boards, blackboards, and the logarithm.

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

StarSettings settings_for(Pruning pruning, int probe) {
    StarSettings settings;
    settings.pruning = pruning;
    settings.probe = probe;
    settings.table_megabytes = 1;
    return settings;
}

double in_points(Value worth) {
    return static_cast<double>(worth) / kWorthOfAPoint;
}

/// Searches a position in every window of some width apart, and compares with Expectimax.
template <ChanceGame G>
void check_windows(const std::string& position, int depth, Value bound, Value step) {
    StarSettings plain = settings_for(Pruning::none, 0);
    plain.bound = in_points(bound);
    const Value low = -2 * bound, high = 2 * bound;
    const Value value = Star<G>(position, 0, plain).value_within(depth, low, high);
    for (const Pruning pruning : {Pruning::sequential, Pruning::cyclic}) {
        for (const int probe : {0, 1, 2, 5}) {
            for (const bool table : {false, true}) {
                StarSettings settings = settings_for(pruning, probe);
                settings.bound = in_points(bound);
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

void check_exp_and_erf() {
    for (double x = -699; x < 699; x += 0.37) {
        CHECK(std::abs(exact_exp(x) / std::exp(x) - 1) <= 4e-16);
    }
    CHECK(exact_exp(0) == 1);
    CHECK(exact_exp(-1e6) == 0);
    double before = -2;
    for (double x = -7; x < 7; x += 0.01) {
        const double value = exact_erf(x);
        CHECK(std::abs(value - std::erf(x)) <= 3e-7);
        CHECK(value == -exact_erf(-x));
        CHECK(value >= before);
        before = value;
    }
    CHECK(exact_erf(0) == 0);
    CHECK(exact_erf(1e300) == 1);
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
        progress.best_depth = i;
        writer.publish(progress);
        const auto read = reader.read();
        CHECK(read.has_value());
        CHECK_EQ(read->nodes, i);
        CHECK_EQ(read->moves.size(), 3U);  // as many as there is room for
        CHECK_EQ(read->left_out, 2U);
        CHECK_EQ(read->moves[2].visits, static_cast<std::uint64_t>(i));
        CHECK_EQ(read->best_depth, i);
        CHECK(read->line.size() <= kLineBytes);
    }
    CHECK(!reader.stops());
    writer.ask_to_stop();
    CHECK(reader.stops());
    writer.clear();
    CHECK(!reader.stops());
    CHECK(!reader.read());
}

/// Entries are found by who wrote them and those who help; halves of two are no entry.
void check_table() {
    std::vector<Word> words(64);
    const std::uint64_t key = 0x1234567890abcdef, digest = 77;
    Table one(words, 1), same(words, 1), other(words, 2);
    one.store(key, {-7, 20'000'000, true});
    one.store_move(digest, 5);
    CHECK(same.find(key)->low == -7 && same.find(key)->high == 20'000'000);
    CHECK(same.find(key)->cut_off);
    CHECK_EQ(*same.find_move(digest), 5U);
    CHECK(!other.find(key) && !other.find_move(digest));
    same.store(key, {-5, 30'000'000, false});
    CHECK(one.find(key)->low == -5 && one.find(key)->high == 20'000'000);
    CHECK(one.find(key)->cut_off);
    std::vector<std::uint64_t> before(words.begin(), words.end());
    other.store(key, {1, 1, false});
    for (std::size_t i = 0; i < words.size(); i += 2) words[i] = before[i];
    CHECK(!one.find(key) && !other.find(key));
    CHECK(!Table().find(key));
}

/// Signs of those who died say for ever that somebody is at something: at anything, here. Who
/// searches beside them finds what one alone finds.
void check_signs() {
    constexpr std::uint64_t kSearch = 9;
    Random random(3);
    for (int game = 0; game < 400; ++game) {
        auto state = grove::Grove::new_game(
            "decisions=4,moves=3,weights=5+2+1,spread=5,turns=mixed,ragged=on,seed=" +
            std::to_string(game));
        draw_by_weight<grove::Grove>(state, random);
        const std::string position = grove::Grove::position_text(state);
        constexpr Pruning kAll[] = {Pruning::none, Pruning::sequential, Pruning::cyclic};
        StarSettings settings = settings_for(kAll[game % 3], game % 4);
        settings.depth = 4;
        settings.bound = 1 + game % 7;
        settings.deepening = game % 5 != 0;
        std::vector<std::uint64_t> sheet(Board::bytes_for(8) / 8);
        Board board(std::as_writable_bytes(std::span(sheet)));
        const Progress alone =
            Star<grove::Grove>(position, 0, settings).think({}, 0, board, Blackboard());

        std::vector<Word> seen(1 << 14), words(1 << 14);
        const Blackboard first(std::as_writable_bytes(std::span(seen)), kSearch);
        Star<grove::Grove>(position, 0, settings).think({}, 0, board, first);
        const Blackboard second(std::as_writable_bytes(std::span(words)), kSearch);
        std::vector<std::unique_ptr<Blackboard::Sign>> signs;
        for (std::size_t i = Blackboard::kSigns; i + 1 < seen.size(); i += 2) {
            if (seen[i + 1] == 0) continue;
            const std::uint64_t key = seen[i] ^ seen[i + 1] ^ mix64(kSearch);
            for (std::uint64_t number = 0; number <= 3; ++number) {
                if (random.below(2) == 0) continue;
                signs.push_back(
                    std::make_unique<Blackboard::Sign>(second, number ? mix64(key + number) : key));
            }
        }
        CHECK(alone.finished || !signs.empty());
        const Progress beside =
            Star<grove::Grove>(position, 0, settings).think({}, 0, board, second);
        CHECK_EQ(beside.best, alone.best);
        CHECK_EQ(beside.value, alone.value);
        CHECK(beside.depth == alone.depth || beside.finished);
    }
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
    check_exp_and_erf();
    check_board();
    check_table();
    check_signs();
    check_pool();
    return check::result();
}
