#include "bindings/env.hpp"

#include <algorithm>

namespace carcbot::bindings {
namespace {

constexpr std::array<std::string_view, 3> kRewards = {"win", "difference", "gain"};
constexpr std::array<std::string_view, 3> kIllegal = {"raise", "lose", "random"};
constexpr std::array<std::string_view, 2> kMasks = {"bytes", "bits"};
constexpr int kMostThreads = 256;

}  // namespace

void need_version(int version, int versions) {
    if (version >= 0 && version < versions) return;
    throw InputError(Fault::options, "there is no version " + std::to_string(version),
                     "the version", "from 0 to " + std::to_string(versions - 1));
}

env::Rules batch_rules(std::string_view reward, std::string_view illegal, bool restarts,
                       int threads, std::string_view masks) {
    if (threads < 1 || threads > kMostThreads) {
        throw InputError(Fault::options, std::to_string(threads) + " threads", "the threads",
                         "from 1 to " + std::to_string(kMostThreads));
    }
    return {static_cast<env::Reward>(index_of_name(reward, kRewards, "the reward")),
            static_cast<env::Illegal>(index_of_name(illegal, kIllegal, "what illegal moves do")),
            restarts, threads,
            static_cast<env::MaskKind>(index_of_name(masks, kMasks, "the masks"))};
}

env::Arrays BatchArrays::pointers() const {
    return {observations.data(), masks.data(), rewards.data(), scores.data(),
            to_move.data(),      ended.data(), illegal.data()};
}

void need_size(std::size_t size, std::size_t wanted, const char* what) {
    if (size == wanted) return;
    throw InputError(Fault::options, std::to_string(size) + " numbers", what,
                     std::to_string(wanted) + " numbers");
}

void need_sizes(const BatchArrays& arrays, std::size_t games, std::size_t seats,
                std::size_t numbers, std::size_t mask_bytes) {
    need_size(arrays.observations.size(), games * numbers, "the observations");
    need_size(arrays.masks.size(), games * mask_bytes, "the masks");
    need_size(arrays.rewards.size(), games * seats, "the rewards");
    need_size(arrays.scores.size(), games * seats, "the scores");
    need_size(arrays.to_move.size(), games, "the seats to move");
    need_size(arrays.ended.size(), games, "the ends");
    need_size(arrays.illegal.size(), games, "the illegal moves");
}

void need_game(std::int64_t game, std::size_t games) {
    if (game >= 0 && game < static_cast<std::int64_t>(games)) return;
    throw InputError(Fault::options, "there is no game " + std::to_string(game), "the batch",
                     "a game from 0 to " + std::to_string(games - 1));
}

}  // namespace carcbot::bindings
