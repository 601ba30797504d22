// Parts of words are written as arithmetic has them, and nothing behind them.

#include "games/carcassonne/extract.hpp"

#include <vector>

#include "carcbot/random.hpp"
#include "check.hpp"

namespace {

using carcbot::Random;
using carcbot::carcassonne::Eight;
using carcbot::carcassonne::Extract;

struct Part {
    int word, from, bits;
    std::uint32_t most;
    float unit;
};

int any(Random& random, int below) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(below)));
}

void parts_are_written(Random& random) {
    Extract extract;
    std::vector<Part> parts;
    for (int i = any(random, 73); i > 0; --i) {
        const int bits = 1 + any(random, 16);
        const auto most = random.below(2) ? 0xFFFF : random.below(1U << bits);
        parts.push_back({any(random, 16), any(random, 65 - bits), bits, most,
                         random.below(2) ? 1 : 1 / static_cast<float>(1 + random.below(10))});
        const Part& part = parts.back();
        extract.add(part.word, part.from, part.bits, part.most, part.unit);
    }
    Eight words[2];
    for (int i = 0; i < 16; ++i) words[i / 8][i % 8] = random.next();
    std::vector<float> out(parts.size() + 20, -1);
    extract.write(words[0], words[1], out.data());
    CHECK_EQ(extract.count(), static_cast<int>(parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Part& part = parts[i];
        std::uint64_t number = words[part.word / 8][part.word % 8] >> part.from;
        number %= 1ULL << part.bits;
        if (number > part.most) number = part.most;
        CHECK_EQ(out[i], static_cast<float>(number) * part.unit);
    }
    for (std::size_t i = parts.size(); i < out.size(); ++i) CHECK_EQ(out[i], -1.0F);
}

}  // namespace

int main() {
    Random random(1);
    for (int i = 0; i < 300; ++i) parts_are_written(random);
    return check::result();
}
