// The weights of prospects, as `python -m carcbot.lab.fit_prospects` writes them.

#include "prospects.hpp"

namespace carcbot::ticket_to_ride {

// clang-format off
const std::array<ProspectWeight, kFacts> kProspects = {{
    {-26029, -11276},  // one
    {1154, 1074},  // track points
    {481, 1093},  // completed
    {750, 787},  // planned
    {-673, -888},  // lost
    {-2492, -1625},  // plan turns
    {326, 35},  // plan points
    {2330, -503},  // plan trains
    {-21, -4},  // plan risk
    {143, 1237},  // trains
    {-15, 312},  // trains squared
    {-783, 1330},  // cards
    {2310, -1666},  // spare cards
    {0, 1747},  // locos
    {132, 1536},  // most of a colour
    {366, 129},  // path
    {-427, 431},  // path ahead
    {3855, 991},  // turns left
    {3242, 1341},  // is next
}};
// clang-format on

}  // namespace carcbot::ticket_to_ride
