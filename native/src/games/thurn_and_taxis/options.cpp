#include "options.hpp"

#include <array>

#include "carcbot/option_text.hpp"

namespace carcbot::thurn_and_taxis {
namespace {

constexpr std::array<Choice<Options>, 6> kChoices = {{
    {"officials", "step", "start", &Options::officials_at_start, true},
    {"useless", "left_out", "offered", &Options::useless_offered, true},
    {"carrier", "optional", "must", &Options::carrier_must, true},
    {"ties", "official", "shared", &Options::ties_shared, true},
    {"one_card", "once", "twice", &Options::one_card_twice, false},
    {"provinces", "9", "8", &Options::without_baiern, false},
}};
constexpr std::array<Number<Options>, 1> kNumbers = {{{"cut", &Options::cut, 9999}}};
constexpr OptionTable<Options> kTable = {4, kChoices, kNumbers};

}  // namespace

Options read_options(Reader& reader) {
    const Options options = kTable.read(reader);
    if (options.officials_at_start && !options.useless_offered) {
        reader.fail("at the start of a turn it is not known which officials will be useless",
                    "useless=offered with officials=start");
    }
    return options;
}

std::string options_text(const Options& options) {
    return kTable.text(options);
}

}  // namespace carcbot::thurn_and_taxis
