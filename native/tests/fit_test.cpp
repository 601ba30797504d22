// Where tiles fit, the vector instructions find what plain loops find.

#include <cstdint>
#include <vector>

#include "carcbot/random.hpp"
#include "check.hpp"
#include "games/carcassonne/fit.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::carcassonne;

/// A frontier cell with some known edges; unknown ones have code 0, as on a real frontier.
void random_cell(Random& random, std::uint8_t& edges, std::uint8_t& known) {
    unsigned sides = 0;
    for (unsigned side = 0; side < 4; ++side) sides |= random.below(2) * (3U << (2 * side));
    known = static_cast<std::uint8_t>(sides);
    edges = static_cast<std::uint8_t>(random.below(256) & sides);
}

/// fit_chunk and fit_plain find the same places, for every kind of tile.
void chunks_fit_as_plainly() {
    Random random(1);
    alignas(64) std::uint8_t edges[64], known[64];
    for (int round = 0; round < 200; ++round) {
        for (int i = 0; i < 64; ++i) random_cell(random, edges[i], known[i]);
        for (const Outline& outline : shapes(round % 2).outlines) {
            const ChunkFits fast = fit_chunk(edges, known, outline.edges);
            const ChunkFits plain = fit_plain(edges, known, outline.edges);
            for (std::size_t r = 0; r < 4; ++r) CHECK_EQ(fast.at[r], plain.at[r]);
        }
    }
}

/// A whole frontier: total, nth and each tell of the same places, and keep_if keeps what it should.
void fits_are_consistent() {
    Random random(2);
    static Frontier frontier;
    for (int round = 0; round < 300; ++round) {
        frontier.count = static_cast<int>(1 + random.below(kMaxFrontier));
        for (int i = 0; i < frontier.count; ++i)
            random_cell(random, frontier.edges[i], frontier.known[i]);
        const std::size_t kind = random.below(kKinds);
        Fits fits(frontier, shapes(false), kind);
        const auto check = [&](auto kept) {
            unsigned expected = 0;
            for (int slot = 0; slot < frontier.count; ++slot) {
                for (int r = 0; r < 4; ++r) {
                    const Shape& shape = shapes(false).of[kind][static_cast<std::size_t>(r)];
                    const unsigned wrong =
                        (frontier.edges[slot] ^ shape.edges) & frontier.known[slot];
                    const bool distinct = shapes(false).distinct[kind] >> r & 1;
                    expected += wrong == 0 && distinct && kept(slot, r);
                }
            }
            CHECK_EQ(fits.total(), expected);
            std::vector<std::vector<bool>> seen(static_cast<std::size_t>(frontier.count),
                                                std::vector<bool>(4));
            for (unsigned n = 0; n < fits.total(); ++n) {
                const auto place = fits.nth(n);
                const Shape& shape =
                    shapes(false).of[kind][static_cast<std::size_t>(place.rotation)];
                const auto slot = static_cast<std::size_t>(place.slot);
                CHECK(place.slot < frontier.count && kept(place.slot, place.rotation));
                CHECK(((frontier.edges[slot] ^ shape.edges) & frontier.known[slot]) == 0);
                CHECK(!seen[slot][static_cast<std::size_t>(place.rotation)]);
                seen[slot][static_cast<std::size_t>(place.rotation)] = true;
            }
            unsigned listed = 0;
            fits.each([&](int slot, int r) {
                ++listed;
                CHECK(seen[static_cast<std::size_t>(slot)][static_cast<std::size_t>(r)]);
            });
            CHECK_EQ(listed, fits.total());
        };
        check([](int, int) { return true; });
        const auto odd = [](int slot, int r) { return (slot + r) % 2 == 1; };
        fits.keep_if(odd);
        check(odd);
    }
}

void nth_bit_is_found() {
    Random random(3);
    for (int round = 0; round < 2000; ++round) {
        const std::uint64_t mask =
            round == 0 ? ~0ULL : random.next() & (round % 2 ? random.next() : ~0ULL);
        unsigned n = 0;
        for (int bit = 0; bit < 64; ++bit) {
            if (mask >> bit & 1) CHECK_EQ(nth_bit(mask, n++), bit);
        }
    }
}

}  // namespace

int main() {
    chunks_fit_as_plainly();
    fits_are_consistent();
    nth_bit_is_found();
    return check::result();
}
