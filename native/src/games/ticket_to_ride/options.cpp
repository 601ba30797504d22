// Options of Ticket to Ride as text.

#include <array>

#include "carcbot/option_text.hpp"
#include "text.hpp"

namespace carcbot::ticket_to_ride {
namespace {

constexpr std::array<Choice<Options>, 7> kChoices = {{
    {"first", "seat0", "lot", &Options::first_by_lot, false},
    {"start", "two_or_three", "two", &Options::keep_two, true},
    {"tickets", "any_time", "when_done", &Options::tickets_when_done, true},
    {"locos", "any_number", "fewest", &Options::fewest_locos, true},
    {"second", "must", "may", &Options::second_optional, false},
    {"shuffle", "at_once", "late", &Options::shuffle_late, true},
    {"resets", "guard", "limit3", &Options::three_resets, false},
}};
constexpr OptionTable<Options> kTable = {kMostPlayers, kChoices};

}  // namespace

Options read_options(Reader& reader) {
    return kTable.read(reader);
}

std::string options_text(const Options& options) {
    return kTable.text(options);
}

}  // namespace carcbot::ticket_to_ride
