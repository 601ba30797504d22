#include <map>
#include <sstream>
#include <string>

#include "carcbot/weights_file.hpp"
#include "outlook.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

constexpr char kShipped[] =
#include "thurn_and_taxis_weights.inc"
    ;

/// The file of weights: "version 1"; then for each feature whose weights are not both 0 a line with
/// them, a tab, and its name; and so for the next turn, which has one.
OutlookWeights read_weights(const std::string& text) {
    std::map<std::string, std::size_t> places;
    for (std::size_t place = 0; place < feature::kAll; ++place)
        places.emplace(feature::name(place), place);
    OutlookWeights weights;
    each_line_of_weights(text, [&](const std::string& line) {
        const std::string name = weighed_by(line);
        std::istringstream numbers(line);
        if (name == "next turn") {
            numbers >> weights.tempo;
        } else {
            auto& [early, late] = weights.features[places.at(name)];
            numbers >> early >> late;
        }
    });
    return weights;
}

}  // namespace

const OutlookWeights kOutlook = read_weights(kShipped);

OutlookWeights OutlookWeights::of(std::span<const std::int32_t> row) {
    OutlookWeights weights;
    for (std::size_t place = 0; place < feature::kAll; ++place)
        weights.features[place] = {row[2 * place], row[2 * place + 1]};
    weights.tempo = row[2 * feature::kAll];
    return weights;
}

std::vector<std::int32_t> OutlookWeights::row() const {
    std::vector<std::int32_t> row;
    for (const auto& [early, late] : features) row.insert(row.end(), {early, late});
    row.push_back(tempo);
    return row;
}

}  // namespace carcbot::thurn_and_taxis
