// The vector steps compute what plain loops compute.

#include "games/carcassonne/lanes.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>

#include "carcbot/random.hpp"
#include "check.hpp"
#include "games/carcassonne/ordered.hpp"

namespace {

using namespace carcbot;
using namespace carcbot::carcassonne;
using namespace carcbot::carcassonne::lanes;

struct alignas(64) Table {
    std::uint8_t at[256];
    bool operator==(const Table&) const = default;
};

std::uint8_t any_byte(Random& random) {
    return static_cast<std::uint8_t>(random.below(256));
}

/// Few different bytes, so that equal ones are common.
Bytes16 some_bytes(Random& random) {
    Bytes16 bytes;
    for (auto& byte : bytes.at)
        byte = static_cast<std::uint8_t>(random.below(3) ? random.below(5) * 50 : any_byte(random));
    return bytes;
}

Table some_table(Random& random) {
    Table table;
    for (auto& byte : table.at)
        byte = static_cast<std::uint8_t>(random.below(2) ? any_byte(random) : 7);
    return table;
}

void tables_are_read(Random& random) {
    const Table table = some_table(random);
    const Bytes16 indices = some_bytes(random);
    const Bytes16 found = look_up(table.at, indices.at);
    unsigned top = 0;
    for (unsigned i = 0; i < 16; ++i) {
        if (i % 4 != 3) CHECK_EQ(found.at[i], table.at[indices.at[i]]);
        top |= unsigned{found.at[i] >= 0x80} << i;
    }
    CHECK_EQ(top_bits(found), top);

    Table marks;
    for (auto& mark : marks.at) mark = random.below(40) ? 0 : 0xFF;
    const int from = static_cast<int>(random.below(257));
    const auto* next = std::find(marks.at + from, marks.at + 256, 0xFF);
    CHECK_EQ(next_marked(marks.at, from), static_cast<int>(next - marks.at));
}

void bytes_are_counted(Random& random) {
    const Table table = some_table(random);
    const int count = static_cast<int>(random.below(256));
    CHECK_EQ(count_equal(table.at, count, 7),
             static_cast<int>(std::count(table.at, table.at + count, 7)));
}

void keys_are_put_in_order(Random& random) {
    constexpr int most = 20;
    Eight blocks[3] = {};
    std::uint64_t sorted[most + 8] = {};
    const int count = static_cast<int>(random.below(most + 1));
    for (int i = 0; i < count; ++i) {
        const std::uint64_t key = random.below(3) ? random.next() : random.below(3) << 30;
        sorted[i] = key << 5 | static_cast<unsigned>(i + 1);  // all differ, and from what is behind
        blocks[i / 8][i % 8] = sorted[i];
    }
    std::sort(sorted, sorted + count, std::greater<>());
    const Ordered ordered(blocks, count);
    const int from = static_cast<int>(random.below(static_cast<std::uint32_t>(count + 1)));
    const int found = static_cast<int>(random.below(static_cast<std::uint32_t>(count - from + 1)));
    Eight some;
    ordered.find(from, found, some);
    for (int i = 0; i < 8; ++i) CHECK_EQ(some[i], i < found ? sorted[from + i] : 0);
}

void tables_are_changed(Random& random) {
    Table table = some_table(random);
    Table plain = table;
    const std::uint8_t to = any_byte(random);
    replace_all(table.at, 7, to);
    std::replace(plain.at, plain.at + 256, std::uint8_t{7}, to);
    CHECK(table == plain);

    const int index = any_byte(random);
    set_byte(table.at, index, to);
    plain.at[index] = to;
    CHECK(table == plain);

    // as when a tile leaves the frontier: the last cell moves, four cells learn something
    const int last = static_cast<int>(random.below(200));
    const int slot = static_cast<int>(random.below(static_cast<std::uint32_t>(last + 1)));
    int places[4];
    std::uint8_t ored[4];
    for (int i = 0; i < 4; ++i) {
        places[i] = random.below(3)
                        ? static_cast<int>(random.below(static_cast<std::uint32_t>(last + 4)))
                        : 255;
        ored[i] = any_byte(random);
    }
    move_and_or(table.at, last, slot, places, ored);
    plain.at[slot] = plain.at[last];
    plain.at[last] = 0;
    for (int i = 0; i < 4; ++i) plain.at[places[i]] |= ored[i];
    table.at[255] = plain.at[255];  // where it does not matter
    CHECK(table == plain);
}

void bytes_are_moved(Random& random) {
    const Bytes16 bytes = some_bytes(random);
    Bytes16 order;
    for (auto& index : order.at)
        index = static_cast<std::uint8_t>(random.below(3) ? random.below(16) : 0xFF);
    const Bytes16 moved = shuffle(bytes, order.at), moved8 = shuffle8(bytes, order.at);
    Bytes16 replaced = bytes;
    replace(replaced, bytes.at[3], 77);
    std::uint64_t first = 0;
    for (unsigned i = 0; i < 16; ++i) {
        const bool meant = order.at[i] < 0x80;
        if (meant && i % 4 != 3) CHECK_EQ(moved.at[i], bytes.at[order.at[i]]);
        CHECK_EQ(replaced.at[i], bytes.at[i] == bytes.at[3] ? 77 : bytes.at[i]);
        CHECK_EQ(equal_to(bytes, bytes.at[5]) >> i & 1, unsigned{bytes.at[i] == bytes.at[5]});
        if (i >= 8) continue;
        if (meant) CHECK_EQ(moved8.at[i], bytes.at[order.at[i]]);
        first |= std::uint64_t{bytes.at[i]} << (8 * i);
    }
    CHECK_EQ(first_eight(bytes), first);
}

void masks_are_compared(Random& random) {
    alignas(16) std::uint16_t masks[8];
    for (auto& mask : masks)
        mask = static_cast<std::uint16_t>(1U << random.below(16) | 1U << random.below(16));
    const unsigned wanted = random.below(1U << 16);
    unsigned any = 0;
    for (unsigned i = 0; i < 8; ++i) {
        const unsigned common = masks[i] & wanted;
        any |= unsigned{common != 0} << i;
    }
    CHECK_EQ(any_common(masks, wanted), any);
}

/// On some cells of a frontier, most of which know one side.
void cells_are_compared(Random& random) {
    alignas(64) std::uint8_t known[64];
    std::uint64_t expected = 0;
    for (unsigned i = 0; i < 64; ++i) {
        const unsigned sides = 1 + random.below(15);
        known[i] = 0;
        for (unsigned side = 0; side < 4; ++side) {
            if (sides >> side & 1)
                known[i] = static_cast<std::uint8_t>(known[i] | 3U << (2 * side));
        }
        expected |= std::uint64_t{std::has_single_bit(sides)} << i;
    }
    CHECK_EQ(one_side(known), expected);

    std::int16_t keys[200];
    const int count = static_cast<int>(random.below(168));
    std::fill(keys, keys + 200, std::int16_t{0x7FFF});
    for (int i = 0; i < count; ++i)
        keys[i] = static_cast<std::int16_t>(static_cast<int>(random.below(60000)) - 30000);
    const auto key = static_cast<std::int16_t>(random.below(2) ? keys[0] : 17);
    CHECK_EQ(count_below(keys, count, key),
             static_cast<int>(std::count_if(keys, keys + count, [&](auto k) { return k < key; })));

    Bytes16 roots;
    for (unsigned i = 0; i < 16; ++i) {
        // what stands at centres stands nowhere else
        roots.at[i] = static_cast<std::uint8_t>(random.below(6) + (i % 4 == 1 ? 100 : 0));
    }
    const unsigned ports = random.below(1U << 16) & 0x7777;
    unsigned repeats = 0;
    for (unsigned i = 0; i < 16; ++i) {
        for (unsigned j = 0; j < 16; ++j) {
            const bool both = (ports >> i & 1) && (ports >> j & 1);
            repeats |= unsigned{i != j && both && roots.at[i] == roots.at[j]} << i;
        }
    }
    CHECK_EQ(repeated(roots, ports), repeats);
}

void members_are_numbered(Random& random) {
    const unsigned set = random.below(256), void_set = random.below(256) & ~set;
    Bytes16 bytes = some_bytes(random);
    Bytes16 plain = bytes;
    std::uint8_t next = static_cast<std::uint8_t>(random.below(240));
    number_members(bytes, set, next, void_set);
    for (unsigned i = 0; i < 8; ++i) {
        if (set >> i & 1) plain.at[i] = next++;
        if (void_set >> i & 1) plain.at[i] = 0xFF;
    }
    CHECK(std::equal(plain.at, plain.at + 8, bytes.at));
}

void equals_are_found(Random& random) {
    const std::uint64_t bytes = first_eight(some_bytes(random));
    const unsigned marks = random.below(256) & random.below(256);
    Equals expected{0, 0};
    for (unsigned s = 0; s < 8; ++s) {
        for (unsigned t = 0; t < 8; ++t) {
            const bool equal = (bytes >> (8 * s) & 0xFF) == (bytes >> (8 * t) & 0xFF);
            expected.marked |= unsigned{equal && (marks >> t & 1)} << s;
            expected.before |= unsigned{equal && t < s} << s;
        }
    }
    for (const Equals found : {find_equals(bytes, marks), find_equals_plain(bytes, marks)}) {
        CHECK_EQ(found.marked & 0xFF, expected.marked & 0xFF);
        CHECK_EQ(found.before & 0xFF, expected.before & 0xFF);
    }
}

}  // namespace

int main() {
    Random random(1);
    for (int round = 0; round < 3000; ++round) {
        tables_are_read(random);
        tables_are_changed(random);
        bytes_are_counted(random);
        keys_are_put_in_order(random);
        bytes_are_moved(random);
        masks_are_compared(random);
        cells_are_compared(random);
        members_are_numbered(random);
        equals_are_found(random);
    }
    return check::result();
}
