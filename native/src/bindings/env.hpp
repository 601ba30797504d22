// Batches of games for learners, for each game that has numbers. carcbot/env/batch.py is their
// face: it makes the arrays, and checks what is not checked here.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>

#include "bindings/game.hpp"
#include "env/batch.hpp"

namespace carcbot::bindings {

/// The index of a kind of observation that the game has.
template <EncodedGame G>
int observation_named(std::string_view name) {
    return index_of_name(name, Encoded<G>::kObservations, "the observation");
}

/// Throws InputError if a game's numbers have no such version.
void need_version(int version, int versions);

/// A game's numbers, as Python names their kind and version.
template <EncodedGame G>
Encoded<G> encoded_named(const typename G::State& first, std::string_view observation,
                         int version) {
    need_version(version, versions_of<G>());
    return encoded_of<G>(first, observation_named<G>(observation), version);
}

env::Rules batch_rules(std::string_view reward, std::string_view illegal, bool restarts,
                       int threads, std::string_view masks);

/// Any library's array in the memory of this machine, of which the numbers lie in a row.
template <typename Number>
using Rows = nb::ndarray<Number, nb::c_contig, nb::device::cpu>;
template <typename Number>
using GivenNumbers = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The arrays of a batch, kept alive as long as it is.
struct BatchArrays {
    Rows<float> observations;
    Rows<std::uint8_t> masks;
    Rows<float> rewards;
    Rows<std::int32_t> scores;
    Rows<std::int32_t> to_move;
    Rows<std::uint8_t> ended;
    Rows<std::uint8_t> illegal;

    [[nodiscard]] env::Arrays pointers() const;
};

/// Throws InputError if an array has not this many numbers.
void need_size(std::size_t size, std::size_t wanted, const char* what);
void need_sizes(const BatchArrays& arrays, std::size_t games, std::size_t seats,
                std::size_t numbers, std::size_t mask_bytes);
void need_game(std::int64_t game, std::size_t games);

/// Numbers of C++ that Python owns from now on.
template <typename Number>
nb::ndarray<nb::numpy, Number> owned_array(std::vector<Number> numbers,
                                           std::vector<std::size_t> shape) {
    auto kept = std::make_unique<std::vector<Number>>(std::move(numbers));
    Number* const data = kept->data();
    nb::capsule owner(kept.release(),
                      [](void* of) noexcept { delete static_cast<std::vector<Number>*>(of); });
    return {data, shape.size(), shape.data(), owner};
}

/// env::Afterstates as arrays, in the same order.
using AfterstateArrays =
    std::tuple<nb::ndarray<nb::numpy, std::int64_t>, nb::ndarray<nb::numpy, std::int32_t>,
               nb::ndarray<nb::numpy, float>, nb::ndarray<nb::numpy, std::int32_t>,
               nb::ndarray<nb::numpy, std::uint8_t>>;

/// A batch that Python's threads share: one of them at a time is in it, without the interpreter.
template <EncodedGame G>
class BoundBatch {
  public:
    BoundBatch(const typename G::State& first, const Encoded<G>& encoded, std::size_t games,
               const env::Rules& rules, BatchArrays arrays)
        : arrays_(std::move(arrays)),
          batch_(first, encoded, games, rules, pointers(first, encoded, games, rules)) {}

    void reset(const GivenNumbers<std::int64_t>& which, const GivenNumbers<std::uint64_t>& seeds) {
        need_size(seeds.size(), which.size(), "the seeds");
        const auto games = checked(which);
        alone([&] { batch_.reset(games, {seeds.data(), seeds.size()}); });
    }

    void put(std::int64_t game, const typename G::State& state) {
        need_game(game, batch_.games());
        if (G::options(state) != G::options(batch_.first())) {
            throw InputError(Fault::options, "the position has other options",
                             quote(G::options(state)), G::options(batch_.first()));
        }
        const typename G::State mine = state;
        alone([&] { batch_.put(static_cast<std::size_t>(game), mine); });
    }

    void choose(std::int64_t game, std::string_view text) {
        need_game(game, batch_.games());
        alone([&] { batch_.choose(static_cast<std::size_t>(game), text); });
    }

    void step(const GivenNumbers<std::int64_t>& actions) {
        need_size(actions.size(), batch_.games(), "the actions");
        alone([&] { batch_.step({actions.data(), actions.size()}); });
    }

    void forget_choices() {
        alone([&] { batch_.forget_choices(); });
    }

    void sample(const std::optional<GivenNumbers<std::int64_t>>& which,
                const nb::ndarray<std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>& out) {
        need_size(out.size(), batch_.games(), "the actions");
        const std::span actions(out.data(), out.size());
        if (which) {
            const auto games = checked(*which);
            alone([&] { batch_.sample(games, actions); });
        } else {
            alone([&] { batch_.sample(actions); });
        }
    }

    AfterstateArrays afterstates(const GivenNumbers<std::int64_t>& which, std::uint64_t seed) {
        const auto games = checked(which);
        env::Afterstates all;
        alone([&] { all = batch_.afterstates(games, seed); });
        const std::size_t total = all.actions.size();
        std::vector<std::size_t> shape = batch_.encoded().shape();
        shape.insert(shape.begin(), total);
        return {owned_array(std::move(all.offsets), {games.size() + 1}),
                owned_array(std::move(all.actions), {total}),
                owned_array(std::move(all.observations), shape),
                owned_array(std::move(all.scores), {total, batch_.seats()}),
                owned_array(std::move(all.over), {total})};
    }

    typename G::State state(std::int64_t game) {
        need_game(game, batch_.games());
        std::optional<typename G::State> copy;
        alone([&] { copy = batch_.state(static_cast<std::size_t>(game)); });
        return *copy;
    }

    std::vector<std::pair<std::string, std::int32_t>> moves(std::int64_t game) {
        need_game(game, batch_.games());
        std::vector<std::pair<std::string, std::int32_t>> found;
        alone([&] {
            const auto& choices = batch_.choices(static_cast<std::size_t>(game));
            for (std::size_t i = 0; i < choices.count(); ++i) {
                found.emplace_back(G::move_text(choices.moves()[i]), choices.actions()[i]);
            }
        });
        return found;
    }

    std::vector<std::string> plies(std::int64_t game) {
        need_game(game, batch_.games());
        std::vector<std::string> texts;
        alone([&] { texts = batch_.plies(static_cast<std::size_t>(game)); });
        return texts;
    }

    nb::ndarray<nb::numpy, float> observation(std::int64_t game, int seat) {
        need_game(game, batch_.games());
        checked_seat<G>(batch_.first(), seat);
        std::vector<float> numbers(env::numbers_in(batch_.encoded().shape()));
        alone([&] { batch_.observe(static_cast<std::size_t>(game), seat, numbers.data()); });
        return owned_array(std::move(numbers), batch_.encoded().shape());
    }

  private:
    /// Those of arrays that have the right sizes.
    env::Arrays pointers(const typename G::State& first, const Encoded<G>& encoded,
                         std::size_t games, const env::Rules& rules) const {
        const auto actions = static_cast<std::size_t>(encoded.actions());
        need_sizes(arrays_, games, static_cast<std::size_t>(G::seats(first)),
                   env::numbers_in(encoded.shape()), env::mask_bytes(rules.masks, actions));
        return arrays_.pointers();
    }

    /// Without the interpreter, so that a thread that waits for its turn keeps nobody else.
    template <typename Work>
    void alone(Work work) {
        const nb::gil_scoped_release unlocked;
        const std::scoped_lock turn(mutex_);
        work();
    }

    [[nodiscard]] std::vector<std::int64_t> checked(const GivenNumbers<std::int64_t>& which) const {
        for (std::size_t i = 0; i < which.size(); ++i) need_game(which.data()[i], batch_.games());
        return {which.data(), which.data() + which.size()};
    }

    BatchArrays arrays_;
    env::Batch<G> batch_;
    std::mutex mutex_;
};

template <EncodedGame G>
void bind_batches(nb::module_& module) {
    using Bound = BoundBatch<G>;
    module.def(
        "observations",
        [] {
            const auto& names = Encoded<G>::kObservations;
            return std::vector<std::string>(names.begin(), names.end());
        },
        "Kinds of observations; the first is the usual one.");
    module.def(
        "versions", [] { return versions_of<G>(); },
        "How many versions there are of the numbers; the last is the newest.");
    module.def(
        "encoding",
        [](std::string_view options, std::string_view observation, int version) {
            const auto encoded = encoded_named<G>(G::new_game(options), observation, version);
            return std::make_tuple(encoded.actions(), encoded.shape(), encoded.names());
        },
        nb::arg("options"), nb::arg("observation"), nb::arg("version"),
        "How many actions there are, the shape of an observation, and what it is made of.");
    nb::class_<Bound>(module, "Batch", "Many games at once, which write into the caller's arrays.")
        .def(
            "__init__",
            [](Bound* self, std::string_view options, std::string_view observation, int version,
               std::size_t games, std::string_view reward, std::string_view illegal, bool restarts,
               int threads, std::string_view mask_kind, Rows<float> observations,
               Rows<std::uint8_t> masks, Rows<float> rewards, Rows<std::int32_t> scores,
               Rows<std::int32_t> to_move, Rows<std::uint8_t> ended,
               Rows<std::uint8_t> illegal_moves) {
                const auto first = G::new_game(options);
                new (self)
                    Bound(first, encoded_named<G>(first, observation, version), games,
                          batch_rules(reward, illegal, restarts, threads, mask_kind),
                          {observations, masks, rewards, scores, to_move, ended, illegal_moves});
            },
            nb::arg("options"), nb::arg("observation"), nb::arg("version"), nb::arg("games"),
            nb::arg("reward"), nb::arg("illegal"), nb::arg("restarts"), nb::arg("threads"),
            nb::arg("mask_kind"), nb::arg("observations").noconvert(), nb::arg("masks").noconvert(),
            nb::arg("rewards").noconvert(), nb::arg("scores").noconvert(),
            nb::arg("to_move").noconvert(), nb::arg("ended").noconvert(),
            nb::arg("illegal_moves").noconvert())
        .def("reset", &Bound::reset, nb::arg("which"), nb::arg("seeds"),
             "Begins these games anew, each from its seed.")
        .def("put", &Bound::put, nb::arg("game"), nb::arg("state"),
             "Puts a game into a position of the same options.")
        .def("choose", &Bound::choose, nb::arg("game"), nb::arg("text"),
             "The next step of this game makes this move, whatever action it is given.")
        .def("forget_choices", &Bound::forget_choices, "What was chosen is not made.")
        .def("step", &Bound::step, nb::arg("actions"), "Makes a move in every game.")
        .def("sample", &Bound::sample, nb::arg("which").none(), nb::arg("actions").noconvert(),
             "Writes a random legal action for each of these games, or of all; -1 for none.")
        .def(
            "afterstates", &Bound::afterstates, nb::arg("which"), nb::arg("seed"),
            "Offsets, actions, observations, scores and ends after all legal moves of these games.")
        .def("state", &Bound::state, nb::arg("game"), "A copy of the position of a game.")
        .def("moves", &Bound::moves, nb::arg("game"),
             "Every legal move of a game and its action; -1 for one outside.")
        .def("plies", &Bound::plies, nb::arg("game"),
             "All that was drawn and moved in a game since it began.")
        .def("observation", &Bound::observation, nb::arg("game"), nb::arg("seat"),
             "What a seat sees of a game now.");
}

}  // namespace carcbot::bindings
