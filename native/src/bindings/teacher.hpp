// How the weights of a game's evaluation learn, as `carcbot train` calls it.
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "bindings/game.hpp"
#include "carcbot/lesson.hpp"

namespace carcbot::bindings {

using WeightArray = nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<1>, nb::c_contig>;
using Numbers = nb::ndarray<nb::numpy, double>;
/// Matrix, target, samples, their squared errors, and final points.
using LessonRow = std::tuple<Numbers, Numbers, std::int64_t, double, double>;

inline Numbers numbers(std::vector<double> from, std::initializer_list<std::size_t> shape) {
    auto kept = std::make_unique<std::vector<double>>(std::move(from));
    double* const data = kept->data();
    nb::capsule owner(kept.release(),
                      [](void* of) noexcept { delete static_cast<std::vector<double>*>(of); });
    return Numbers(data, shape, owner);
}

inline std::span<const std::int32_t> checked_weights(const WeightArray& weights,
                                                     std::size_t wanted) {
    if (weights.size() != wanted) {
        throw InputError(Fault::options, std::to_string(weights.size()) + " weights", "weights",
                         std::to_string(wanted));
    }
    return {weights.data(), weights.size()};
}

/// Binds `learn` and `compare` of a game whose evaluation has so many weights. `learn_from` takes a
/// state in which games begin, weights, and SelfPlay, and returns a Lesson; `play_against` takes a
/// state, two sets of weights, a seed and how many decks, and returns the final points of games.
template <ChanceGame G, typename Learn, typename Compare>
void bind_teacher(nb::module_& module, std::size_t weights, Learn learn_from,
                  Compare play_against) {
    using State = typename G::State;
    module.def(
        "learn",
        [=](const State& state, const WeightArray& by, std::uint64_t seed, int games,
            int random_per_mille, double patience, double common, double softness,
            const std::optional<WeightArray>& others) -> LessonRow {
            const auto mine = checked_weights(by, weights);
            SelfPlay how{seed, games, random_per_mille, patience, common, softness};
            if (others) how.others = checked_weights(*others, weights);
            const State start = state;
            Lesson lesson(0);
            {
                const nb::gil_scoped_release unlocked;
                lesson = learn_from(start, mine, how);
            }
            return {numbers(std::move(lesson.matrix), {weights, weights}),
                    numbers(std::move(lesson.target), {weights}), lesson.samples,
                    lesson.squared_error, lesson.points};
        },
        nb::arg("state"), nb::arg("weights"), nb::arg("seed"), nb::arg("games"),
        nb::arg("random_per_mille"), nb::arg("patience"), nb::arg("common"),
        nb::arg("softness") = 0.0, nb::arg("others") = nb::none(),
        "Plays games by these weights, and of choices in mixed company where others play by "
        "weights of theirs; returns normal equations (a matrix of which the upper "
        "triangle counts, and a target), how many samples are in them, the sum of their squared "
        "errors, and that of all final points.");
    module.def(
        "compare",
        [=](const State& state, const WeightArray& by, const WeightArray& rival, std::uint64_t seed,
            int decks) {
            const auto one = checked_weights(by, weights), other = checked_weights(rival, weights);
            const State start = state;
            std::vector<PerSeat> games;
            {
                const nb::gil_scoped_release unlocked;
                games = play_against(start, one, other, seed, decks);
            }
            std::vector<std::vector<int>> points;
            for (const PerSeat& each : games) points.push_back(for_seats(each, G::seats(start)));
            return points;
        },
        nb::arg("state"), nb::arg("weights"), nb::arg("rival"), nb::arg("seed"), nb::arg("decks"),
        "Plays games at one ply by these weights against rivals who play by others, in each seat "
        "of each deck; returns final points, those of the first in front.");
}

}  // namespace carcbot::bindings
