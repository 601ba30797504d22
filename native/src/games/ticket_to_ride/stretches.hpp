// The map for those who plan: what lies between two cities is one stretch, be it one track, a gray
// double, or two tracks of different colours. There are seventy-eight.
#pragma once

#include "state.hpp"

namespace carcbot::ticket_to_ride {

/// The number of a stretch, in the order of the tracks.
using StretchNumber = std::uint8_t;
inline constexpr StretchNumber kStretches = 78;
inline constexpr StretchNumber kNoStretch = 255;

struct Stretch {
    City a = 0, b = 0;
    std::uint8_t length = 0;
    /// The second one is kNoTrack where there is one only.
    std::array<TrackNumber, 2> tracks = {kNoTrack, kNoTrack};

    [[nodiscard]] constexpr City other_end(City city) const {
        return static_cast<City>(a ^ b ^ city);
    }
};

inline constexpr auto kStretchTable = [] {
    std::array<Stretch, kStretches> table{};
    std::size_t count = 0;
    for (TrackNumber number = 0; number < kTracks; ++number) {
        const Track& track = kTrackTable[number];
        if (track.twin < number) {
            table[count - 1].tracks[1] = number;
        } else {
            table[count++] = {track.a, track.b, track.length, {number, kNoTrack}};
        }
    }
    return table;
}();

/// The stretches at each city, and where they lead.
inline constexpr std::size_t kMostAtCity = 7;
struct StretchesAt {
    std::uint8_t count = 0;
    std::array<StretchNumber, kMostAtCity> numbers{};
    std::array<City, kMostAtCity> ends{};
};
inline constexpr auto kStretchesAt = [] {
    std::array<StretchesAt, kCities> all{};
    for (StretchNumber number = 0; number < kStretches; ++number) {
        for (const City city : {kStretchTable[number].a, kStretchTable[number].b}) {
            StretchesAt& at = all[city];
            at.numbers[at.count] = number;
            at.ends[at.count++] = kStretchTable[number].other_end(city);
        }
    }
    return all;
}();

/// The stretch that each track is of.
inline constexpr auto kStretchOf = [] {
    std::array<StretchNumber, kTracks> of{};
    for (StretchNumber number = 0; number < kStretches; ++number) {
        for (const TrackNumber track : kStretchTable[number].tracks) {
            if (track != kNoTrack) of[track] = number;
        }
    }
    return of;
}();

/// Does something with each track of a stretch that is one of these.
template <typename Use>
constexpr void for_each_track(StretchNumber stretch, const TrackSet& among, Use use) {
    for (const TrackNumber track : kStretchTable[stretch].tracks) {
        if (track != kNoTrack && among.has(track)) use(track);
    }
}

}  // namespace carcbot::ticket_to_ride
