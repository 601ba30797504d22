#include "facts.hpp"

#include <array>

#include "rules.hpp"

namespace carcbot::carcassonne {

FitCounts::FitCounts(const State& state) {
    std::array<std::uint8_t, kKinds> left{};
    for (int i = 0; i < state.bag_count; ++i) ++left[state.bag[i]];
    for (int i = 0; i < state.bottom_count; ++i) ++left[state.bottom[i]];
    if (state.hand != kNone) ++left[state.hand];
    const int chunks = (state.frontier.count + 63) / 64;
    std::fill_n(counts_, 64 * chunks, std::uint8_t{0});
    for (std::size_t kind = 0; kind < left.size(); ++kind) {
        if (left[kind] == 0) continue;
        const auto& rotations = state.rules->shapes->of[kind];
        if (rotations[0].river) continue;
        for (int chunk = 0; chunk < chunks; ++chunk) {
            const ChunkFits fits = fit_chunk(state.frontier.edges + 64 * chunk,
                                             state.frontier.known + 64 * chunk, rotations);
            const std::uint64_t any = fits.at[0] | fits.at[1] | fits.at[2] | fits.at[3];
            std::uint8_t* const counts = counts_ + 64 * chunk;
#if defined(__AVX512BW__)
            const __m512i before = _mm512_load_si512(counts);
            const __m512i more = _mm512_set1_epi8(static_cast<char>(left[kind]));
            _mm512_store_si512(counts, _mm512_mask_add_epi8(before, any, before, more));
#else
            for (int i = 0; i < 64; ++i) {
                const auto fit = static_cast<std::uint8_t>(-(any >> i & 1));
                counts[i] = static_cast<std::uint8_t>(counts[i] + (fit & left[kind]));
            }
#endif
        }
    }
}

std::vector<std::string> fact_names() {
    using namespace fact;
    std::vector<std::string> names = {"always", "moves next"};
    for (int i = 0; i <= kSmallMeeples; ++i) {
        names.push_back(std::to_string(i) + " meeples left");
    }
    names.insert(names.end(), {"big meeple left", "abbot left"});
    const char* const types[] = {"city", "road"};
    const char* const roles[] = {"alone", "ahead", "tied", "behind"};
    const char* const amounts[] = {"figures", "points", "points to come"};
    const char* const fits[] = {"0", "1", "2", "3-4", "5-8", "9-14", "15+"};
    const char* const few[] = {"0", "1-2", "3+"};
    const auto add = [&](const std::string& what, int cells, int most, const char* fit) {
        const std::string around = std::to_string(cells) + (cells == most ? "+" : "");
        for (const char* const amount : amounts) {
            names.push_back(what + ", " + around + " cells, " + fit + " fit: " + amount);
        }
    };
    for (const std::string type : types) {
        for (int cells = 1; cells <= kCellsTold; ++cells) {
            for (const char* const fit : fits) add(type + " alone", cells, kCellsTold, fit);
        }
    }
    for (const std::string type : types) {
        for (int role = kAhead; role < kRoles; ++role) {
            for (int cells = 1; cells <= 3; ++cells) {
                for (const char* const fit : few) add(type + " " + roles[role], cells, 3, fit);
            }
        }
    }
    for (const std::string type : types) {
        for (const std::string rival : {"weaker", "stronger"}) {
            names.push_back(type + " beside a " + rival + " rival's: figures");
            names.push_back(type + " beside a " + rival + " rival's: points when complete");
        }
    }
    for (const std::string who : {"monk", "abbot"}) {
        for (int missing = 0; missing < kMissing; ++missing) {
            for (const char* const fit : few) {
                names.push_back(who + ", " + std::to_string(missing) + " missing, " + fit + " fit");
            }
        }
    }
    const char* const of_fields[] = {"held",        "points",          "open cities",
                                     "near cities", "cells around it", "points beside a rival's"};
    for (const std::string role : roles) {
        for (const char* const amount : of_fields) names.push_back("field " + role + ": " + amount);
    }
    return names;
}

}  // namespace carcbot::carcassonne
