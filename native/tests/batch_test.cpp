// Threads that share work do each part once, and a batch of games is the same on one as on several.
// The sanitizers look on.

#include "env/batch.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string_view>

#include "check.hpp"
#include "games/carcassonne/encoded.hpp"
#include "games/carcassonne/searchable.hpp"
#include "random_games.hpp"

namespace {

using carcbot::carcassonne::Carcassonne;
using carcbot::env::Batch;
using carcbot::env::Crew;
using carcbot::env::MaskKind;

void test_every_part_once() {
    for (const std::size_t threads : {1U, 2U, 5U}) {
        Crew crew(threads);
        for (const std::size_t count : {0U, 1U, 3U, 1000U}) {
            std::vector<int> done(count);
            crew.share(count, [&](std::size_t i) { ++done[i]; });
            for (const int times : done) CHECK_EQ(times, 1);
        }
    }
}

void test_failures_are_told() {
    Crew crew(3);
    for (int round = 0; round < 3; ++round) {
        bool told = false;
        try {
            crew.share(30, [](std::size_t i) {
                if (i == 29) throw std::runtime_error("the last one");
            });
        } catch (const std::runtime_error&) {
            told = true;
        }
        CHECK(told);
        int sum = 0;
        crew.share(1, [&](std::size_t) { ++sum; });  // the next round knows nothing of it
        CHECK_EQ(sum, 1);
    }
}

/// The numbers that a row of masks says are legal.
std::vector<std::int32_t> marked(std::span<const std::uint8_t> row, MaskKind kind) {
    const std::size_t in_byte = kind == MaskKind::bits ? 8 : 1;
    std::vector<std::int32_t> found;
    for (std::size_t i = 0; i < row.size() * in_byte; ++i) {
        const std::uint8_t byte = row[i / in_byte];
        const bool legal = kind == MaskKind::bits ? byte >> (7 - i % 8) & 1 : byte == 1;
        if (legal) found.push_back(static_cast<std::int32_t>(i));
    }
    return found;
}

/// Those of moves that have one, in order.
std::vector<std::int32_t> numbers(const carcbot::Choices<Carcassonne::Move>& choices) {
    std::vector<std::int32_t> found;
    for (const std::int32_t action : choices.actions()) {
        if (action != carcbot::kOutside) found.push_back(action);
    }
    CHECK_EQ(found.size() + choices.outside(), choices.count());
    std::sort(found.begin(), found.end());
    return found;
}

/// What a batch writes in some steps of random moves.
std::vector<float> written(std::string_view options, int threads, MaskKind kind) {
    constexpr std::size_t games = 9;
    const auto first = Carcassonne::new_game(options);
    const carcbot::Encoded<Carcassonne> encoded(first, 0);
    const auto seats = static_cast<std::size_t>(Carcassonne::seats(first));
    std::vector<float> observations(games * encoded.shape()[0]), rewards(games * seats);
    const std::size_t row = mask_bytes(kind, static_cast<std::size_t>(encoded.actions()));
    std::vector<std::uint8_t> masks(games * row);
    std::vector<std::int32_t> scores(games * seats), to_move(games);
    std::vector<std::uint8_t> ended(games), illegal(games);
    carcbot::env::Rules rules;
    rules.threads = threads;
    rules.masks = kind;
    Batch<Carcassonne> batch(first, encoded, games, rules,
                             {observations.data(), masks.data(), rewards.data(), scores.data(),
                              to_move.data(), ended.data(), illegal.data()});
    std::vector<std::int64_t> which, actions(games);
    std::vector<std::uint64_t> seeds;
    for (std::size_t game = 0; game < games; ++game) {
        which.push_back(static_cast<std::int64_t>(game));
        seeds.push_back(game);
    }
    batch.reset(which, seeds);
    std::vector<float> all;
    for (int step = 0; step < 80; ++step) {
        batch.sample(actions);
        for (std::size_t game = 0; game < games; ++game) {
            const std::span mask(masks.data() + game * row, row);
            CHECK(marked(mask, kind) == numbers(batch.choices(game)));
        }
        batch.step(actions);
        // what is kept from step to step changes nothing
        for (std::size_t game = 0; game < games; ++game) {
            carcbot::Choices<Carcassonne::Move> listed;
            encoded.list(batch.state(game), listed);
            const auto& choices = batch.choices(game);
            CHECK(std::ranges::equal(listed.moves(), choices.moves()));
            CHECK(std::ranges::equal(listed.actions(), choices.actions()));
            std::vector<float> anew(encoded.shape()[0]);
            encoded.observe(batch.state(game), std::max(to_move[game], 0), anew.data());
            CHECK(
                std::equal(anew.begin(), anew.end(),
                           observations.begin() + static_cast<std::ptrdiff_t>(game * anew.size())));
        }
        all.insert(all.end(), observations.begin(), observations.end());
        all.insert(all.end(), rewards.begin(), rewards.end());
    }
    for (std::size_t game = 0; game < games; ++game) {
        const auto state = batch.state(game);
        const auto text = Carcassonne::position_text(state);
        CHECK_EQ(Carcassonne::digest(state),
                 Carcassonne::digest(Carcassonne::parse_position(text)));
    }
    const auto after = batch.afterstates(which, 1);
    all.insert(all.end(), after.observations.begin(), after.observations.end());
    return all;
}

}  // namespace

int main() {
    test_every_part_once();
    test_failures_are_told();
    for (const std::string_view options : random_games::kOptionSets) {
        const std::vector<float> alone = written(options, 1, MaskKind::bytes);
        CHECK(alone == written(options, 3, MaskKind::bytes));
        CHECK(alone == written(options, 2, MaskKind::bits));
    }
    return check::result();
}
