#include "wants.hpp"

#include <algorithm>

namespace carcbot::ticket_to_ride {
namespace {

bool is_gray(StretchNumber stretch) {
    return kTrackTable[kStretchTable[stretch].tracks[0]].colour == kNoColour;
}

/// Of which colour so many cards lack least, and of those the one of which there are fewest.
Colour colour_for(int length, const Counts& hand) {
    constexpr int bits = 8;  // for each of these, the one that counts most in front
    int best = 1 << 3 * bits;
    for (Colour colour = 0; colour < kColours; ++colour) {
        const int lack = std::max(0, length - hand[colour]);
        best = std::min(best, (lack << bits | hand[colour]) << bits | colour);
    }
    return static_cast<Colour>(best & ((1 << bits) - 1));
}

}  // namespace

Counts counts_of(const Cards& cards) {
    Counts counts{};
    for (Colour kind = 0; kind < kKinds; ++kind) counts[kind] = cards.of(kind);
    return counts;
}

Payment cheapest_payment(StretchNumber stretch, const TrackSet& open, const Counts& hand) {
    const int length = kStretchTable[stretch].length;
    Payment best;
    int best_has = 0;
    const auto consider = [&](TrackNumber track, Colour colour) {
        const int has = hand[colour];
        const int lack = std::max(0, length - has);
        const bool is_better =
            best.track == kNoTrack || lack < best.lack || (lack == best.lack && has < best_has);
        if (!is_better) return;
        best = {track, colour, lack};
        best_has = has;
    };
    for_each_track(stretch, open, [&](TrackNumber track) {
        const Colour colour = kTrackTable[track].colour;
        if (colour != kNoColour) return consider(track, colour);
        consider(track, colour_for(length, hand));
    });
    return best;
}

Wants wants_of(std::span<const StretchNumber> lines, const TrackSet& open, const Cards& hand) {
    Wants wants;
    Counts left = counts_of(hand);
    wants.locos = left[kLoco];
    const auto deal = [&](std::size_t i) {
        const Payment payment = cheapest_payment(lines[i], open, left);
        wants.payments[i] = payment;
        if (payment.track == kNoTrack) return;
        left[payment.colour] -= kStretchTable[lines[i]].length - payment.lack;
        wants.lacks[payment.colour] += payment.lack;
        wants.lack += payment.lack;
    };
    std::array<std::size_t, Lines::kMost> gray;
    std::size_t grays = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (is_gray(lines[i])) {
            gray[grays++] = i;
        } else {
            deal(i);
        }
    }
    std::stable_sort(gray.begin(), gray.begin() + static_cast<std::ptrdiff_t>(grays),
                     [&](std::size_t one, std::size_t other) {
                         return kStretchTable[lines[one]].length >
                                kStretchTable[lines[other]].length;
                     });
    for (std::size_t i = 0; i < grays; ++i) deal(gray[i]);
    wants.lack = std::max(0, wants.lack - wants.locos);
    return wants;
}

}  // namespace carcbot::ticket_to_ride
