// What can be chosen about a search, and how that is written: "c=2,sims=5000".
//
// A parameter is written once, in the settings that it belongs to: its name, the member that it
// sets, what that may be, and a sentence. What it is where nothing is said is what the member is to
// begin with. The families that Python knows, the command line, the docs and the errors of whoever
// writes something else all come from there.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "budget.hpp"
#include "carcbot/error.hpp"

namespace carcbot::search {

/// What a parameter is: a switch, a whole number, a number, or a word.
using ParameterValue = std::variant<bool, std::int64_t, double, std::string>;

/// The value as it is written: "on", "5", "0.5", "difference".
std::string text_of(const ParameterValue& value);

/// A parameter of settings that outlive it.
struct Parameter {
    std::string_view name;
    std::string_view help;                       ///< what it does, in one line
    std::string expected;                        ///< what may be written
    ParameterValue value;                        ///< what it was when it was listed
    std::function<bool(std::string_view)> read;  ///< sets it; false if it cannot be that
};

/// A word that can be chosen, and what it stands for.
template <typename T>
struct Named {
    std::string_view name;
    T value;
};

/// The word for what the game itself would choose: the first of its policies, orders, evaluations.
inline constexpr std::string_view kUsual = "usual";

/// The parameters of some settings, which name them here one after the other.
class Parameters {
  public:
    /// A number from `low` to `high`; a whole one if the member is.
    template <typename T>
        requires std::integral<T> || std::floating_point<T>
    void number(std::string_view name, T& member, double low, double high, std::string_view help) {
        constexpr bool whole = std::integral<T>;
        using Shown = std::conditional_t<whole, std::int64_t, double>;
        all_.push_back({name, help, number_expected(whole, low, high), static_cast<Shown>(member),
                        [&member, low, high](std::string_view text) {
                            const auto number = number_in(text, whole, low, high);
                            if (number) member = static_cast<T>(*number);
                            return number.has_value();
                        }});
    }

    /// On or off.
    void flag(std::string_view name, bool& member, std::string_view help);

    /// One of a few words.
    template <typename T, std::size_t N>
    void choice(std::string_view name, T& member, const std::array<Named<T>, N>& words,
                std::string_view help) {
        std::string expected = "one of ", value;
        for (const auto& word : words) {
            if (&word != words.data()) expected += ", ";
            expected += word.name;
            if (word.value == member) value = word.name;
        }
        all_.push_back({name, help, std::move(expected), std::move(value),
                        [&member, &words](std::string_view text) {
                            for (const auto& word : words) {
                                if (word.name != text) continue;
                                member = word.value;
                                return true;
                            }
                            return false;
                        }});
    }

    /// A word that the game understands, or kUsual.
    void word(std::string_view name, std::string& member, std::string_view help);

    [[nodiscard]] const std::vector<Parameter>& all() const { return all_; }

  private:
    static std::string number_expected(bool whole, double low, double high);
    static std::optional<double> number_in(std::string_view text, bool whole, double low,
                                           double high);

    std::vector<Parameter> all_;
};

/// A way to search, whatever the game.
struct Family {
    std::string_view name;     ///< as users write it
    std::string_view title;    ///< what it is, in a few words
    bool adds_up = false;      ///< what workers with other seeds find can be added up
    bool is_shared = false;    ///< workers can help each other with one search
    bool is_endless = true;    ///< only a limit or a stop ends it
    bool remembers = false;    ///< it goes on from move to move with what it knows
    bool sees_all = true;      ///< it plays only games in which nothing is hidden
    bool bounds_rest = false;  ///< of moves that are not the best it knows upper bounds
};

/// How a clock is spread over the moves of a game.
enum class Plan : std::uint8_t { early, even };
inline constexpr std::array<Named<Plan>, 2> kPlans = {
    {{"early", Plan::early}, {"even", Plan::even}}};

/// What is chosen about a search: those of each family derive from this.
struct Settings {
    virtual ~Settings() = default;

    [[nodiscard]] virtual const Family& family() const = 0;
    /// Names every parameter.
    virtual void list(Parameters& all) = 0;
    /// Throws InputError(agent) if what was chosen does not go together.
    virtual void check() const {}
    /// Whether it looks at what is hidden, which only who owns the whole game can show it.
    [[nodiscard]] virtual bool cheats() const { return false; }

    Budget budget;  ///< what a decision may cost, besides what is said when it is due
    Plan plan = Plan::early;

  protected:
    Settings() = default;
    Settings(const Settings&) = default;
    Settings& operator=(const Settings&) = default;

    /// The limits of families that count simulations.
    void list_limits_of_simulations(Parameters& all);
    /// The limits of those that do not.
    void list_limits(Parameters& all);
};

/// Takes what the text says, and leaves the rest as it is.
/// Throws InputError(agent) if there is no such parameter, it is given twice, or cannot be that.
void read_settings(Settings& settings, std::string_view text);

}  // namespace carcbot::search
