#include "parameters.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "carcbot/number_text.hpp"

namespace carcbot::search {
namespace {

constexpr double kMostCounted = 1e9;
constexpr double kMostSeconds = 1e6;

/// The digits without the underscores that may stand between them.
std::string joined_digits(std::string_view text) {
    const auto is_digit = [&](std::size_t at) {
        return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    std::string joined;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '_' || at == 0 || !is_digit(at - 1) || !is_digit(at + 1))
            joined += text[at];
    }
    return joined;
}

std::string names_of(const std::vector<Parameter>& parameters) {
    std::string names;
    for (const Parameter& each : parameters)
        names += (names.empty() ? "" : ", ") + std::string(each.name);
    return names;
}

}  // namespace

std::string text_of(const ParameterValue& value) {
    if (const auto* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&value)) return number_text(*number);
    return std::get<std::string>(value);
}

std::string Parameters::number_expected(bool whole, double low, double high) {
    return (whole ? "a whole number from " : "a number from ") + number_text(low) + " to " +
           number_text(high);
}

std::optional<double> Parameters::number_in(std::string_view text, bool whole, double low,
                                            double high) {
    const std::string digits = joined_digits(text);
    if (whole && digits.find_first_not_of("+-0123456789") != std::string::npos) return {};
    const std::optional<double> number = number_of_text(digits);
    return number && low <= *number && *number <= high ? number : std::nullopt;
}

void Parameters::flag(std::string_view name, bool& member, std::string_view help) {
    all_.push_back({name, help, "on or off", member, [&member](std::string_view text) {
                        if (text != "on" && text != "off") return false;
                        member = text == "on";
                        return true;
                    }});
}

void Parameters::word(std::string_view name, std::string& member, std::string_view help) {
    all_.push_back({name, help, std::string(kUsual) + ", or a word that the game knows", member,
                    [&member](std::string_view text) {
                        member = text;
                        return !text.empty();
                    }});
}

void Settings::list_limits_of_simulations(Parameters& all) {
    all.number("sims", budget.simulations, 0, kMostCounted,
               "Simulations for a decision; 0 is no limit.");
    list_limits(all);
}

void Settings::list_limits(Parameters& all) {
    all.number("nodes", budget.nodes, 0, kMostCounted, "Nodes for a decision; 0 is no limit.");
    all.number("time", budget.hard_s, 0, kMostSeconds, "Seconds for a decision; 0 is no limit.");
    all.choice("plan", plan, kPlans,
               "How a clock is spread over one's moves: early ones get more, or all the same.");
}

void read_settings(Settings& settings, std::string_view text) {
    constexpr const char* kWhere = "the agent's parameters";
    Parameters parameters;
    settings.list(parameters);
    const std::string wish = "NAME=VALUE with one of " + names_of(parameters.all());
    std::set<std::string_view> given;
    for (std::size_t from = 0; from <= text.size();) {
        const std::string_view part = text.substr(from, text.find(',', from) - from);
        from += part.size() + 1;
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) {
            throw InputError(Fault::agent, quote(part) + " says nothing", kWhere, wish);
        }
        const std::string_view name = part.substr(0, equals), value = part.substr(equals + 1);
        const auto& all = parameters.all();
        const auto parameter = std::find_if(
            all.begin(), all.end(), [&](const Parameter& each) { return each.name == name; });
        if (parameter == all.end()) {
            throw InputError(Fault::agent, "there is no parameter " + quote(name), kWhere, wish);
        }
        if (!given.insert(parameter->name).second) {
            throw InputError(Fault::agent, std::string(name) + " is given twice", kWhere);
        }
        if (!parameter->read(value)) {
            throw InputError(Fault::agent, quote(value) + " is not possible",
                             "parameter " + std::string(name), parameter->expected);
        }
    }
}

}  // namespace carcbot::search
