// What can be chosen about Expectimax and its pruned forms.
#pragma once

#include "parameters.hpp"
#include "reward.hpp"
#include "searcher.hpp"

namespace carcbot::search {

enum class Pruning : std::uint8_t {
    none,        ///< Expectimax
    sequential,  ///< probing factor 0 is Star1, 1 is Star2, more is Star2.5
    cyclic,      ///< Star2.5 that probes one more move of each outcome a round
};
inline constexpr std::array<Named<Pruning>, 2> kProbings = {
    {{"sequential", Pruning::sequential}, {"cyclic", Pruning::cyclic}}};
inline constexpr std::array<Named<bool>, 2> kCentres = {{{"dynamic", true}, {"fixed", false}}};
/// The move order that every game has: the best by the evaluation first.
inline constexpr std::string_view kByWorth = "worth";

struct StarSettings : Settings {
    static constexpr Family kFamily{
        .name = "star",
        .title = "Expectimax with pruning: Star1 for f=0, Star2 for f=1, else Star2.5",
        .is_shared = true,
        .bounds_rest = true};
    [[nodiscard]] const Family& family() const override { return kFamily; }
    void list(Parameters& all) override {
        all.number("f", probe, 0, 100, "Probing factor: moves looked at before all others.");
        all.choice("probing", pruning, kProbings,
                   "All f moves of an outcome at once, or one more of each outcome a round.");
        all.number("width", width, 0, 1000,
                   "With order=worth, at how many moves of a decision it looks further than one "
                   "ahead: the best; 0 is all.");
        list_depth(all);
    }
    void check() const override {
        if (!deepening && depth == 0) {
            throw InputError(Fault::agent, "without deepening it has to be said how deep",
                             "parameter depth", "1 or more");
        }
        if (width > 0 && order != kByWorth) {
            throw InputError(Fault::agent,
                             "which moves are the best is only known with order=worth",
                             "parameter width", "0, or order=worth");
        }
    }

    Pruning pruning = Pruning::sequential;
    int probe = 5;
    int width = 0;
    int depth = 0;
    bool deepening = true;
    double bound = 20;
    bool centred = true;
    Rivals rivals = Rivals::best;
    std::string order{kUsual};
    std::string worth{kUsual};
    bool likely_first = true;
    int table_megabytes = 16;

  protected:
    /// Those that Expectimax has as well.
    void list_depth(Parameters& all) {
        all.number("depth", depth, 0, 60, "Decisions ahead; 0 is no limit.");
        all.flag("deepening", deepening, "Depth 1, 2, 3 and so on, instead of `depth` at once.");
        all.number("bound", bound, 1e-3, 1e4, "Points that no value is above or below the centre.");
        all.choice("bounds", centred, kCentres,
                   "Whether the centre is the value at the root, or 0.");
        list_rivals(all, rivals);
        all.word("order", order,
                 "Which moves are looked at first: by an order of the game, or by worth, which is "
                 "what the evaluation says of each, one ahead.");
        list_evaluation(all, worth);
        all.flag("likely", likely_first, "Whether likely draws are looked at first.");
        all.number("table", table_megabytes, 0, 4096,
                   "Megabytes of the transposition table, at most; 0 is none.");
        list_limits(all);
    }
};

struct ExpectimaxSettings : StarSettings {
    static constexpr Family kFamily{
        .name = "expectimax", .title = "looks at everything up to a depth", .is_shared = true};
    [[nodiscard]] const Family& family() const override { return kFamily; }
    ExpectimaxSettings() {
        pruning = Pruning::none;
        probe = 0;
    }
    void list(Parameters& all) override { list_depth(all); }
};

}  // namespace carcbot::search
