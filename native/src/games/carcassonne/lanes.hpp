// Sixteen bytes at a time: the few vector steps that joining a tile to its neighbours needs. With
// AVX-512 (VBMI) each is one or two instructions; elsewhere plain C++ computes the same.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__AVX512VBMI__) && defined(__AVX512VL__) && defined(__AVX512BW__)
#define CARCBOT_LANES_AVX512 1
#endif
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "carcbot/hot.hpp"

namespace carcbot::carcassonne::lanes {

struct alignas(16) Bytes16 {
    std::uint8_t at[16];
};

// Bytes that are found one by one are put together in registers: the CPU would wait for single
// bytes in memory before it reads sixteen at once.

/// `every` may leave out some of the places, which are 0 then.
template <typename ByteAt>
CARCBOT_HOT std::uint64_t eight_bytes(ByteAt byte_at, int first, unsigned every = 0xFF) {
    std::uint64_t eight = 0;
    for (int i = 0; i < 8; ++i) {
        if (every >> i & 1) eight |= std::uint64_t{byte_at(first + i)} << (8 * i);
    }
    return eight;
}

/// The first eight bytes become byte_at(0), byte_at(1), ...; the others mean nothing.
template <typename ByteAt>
CARCBOT_HOT void store8(Bytes16& bytes, ByteAt byte_at) {
#if defined(__SSE2__)
    _mm_store_si128(reinterpret_cast<__m128i*>(bytes.at),
                    _mm_set_epi64x(0, static_cast<long long>(eight_bytes(byte_at, 0))));
#else
    for (int i = 0; i < 8; ++i) bytes.at[i] = static_cast<std::uint8_t>(byte_at(i));
#endif
}

/// The bytes of ports become byte_at(port); every fourth, which is none, means nothing.
template <typename ByteAt>
CARCBOT_HOT void store_ports(Bytes16& bytes, ByteAt byte_at) {
#if defined(__SSE2__)
    constexpr unsigned kThree = 0x77;
    _mm_store_si128(reinterpret_cast<__m128i*>(bytes.at),
                    _mm_set_epi64x(static_cast<long long>(eight_bytes(byte_at, 8, kThree)),
                                   static_cast<long long>(eight_bytes(byte_at, 0, kThree))));
#else
    for (int i = 0; i < 16; ++i) bytes.at[i] = static_cast<std::uint8_t>(byte_at(i));
#endif
}

/// table[index] for the index of each port; of every fourth, which is none, what comes means
/// nothing.
CARCBOT_HOT Bytes16 look_up(const std::uint8_t* table256, const std::uint8_t* indices) {
    Bytes16 out;
#if defined(CARCBOT_LANES_AVX512)
    const __m512i index =
        _mm512_castsi128_si512(_mm_loadu_si128(reinterpret_cast<const __m128i*>(indices)));
    const __m512i low = _mm512_permutex2var_epi8(_mm512_load_si512(table256), index,
                                                 _mm512_load_si512(table256 + 64));
    const __m512i high = _mm512_permutex2var_epi8(_mm512_load_si512(table256 + 128), index,
                                                  _mm512_load_si512(table256 + 192));
    const __m512i both = _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), low, high);
    _mm_store_si128(reinterpret_cast<__m128i*>(out.at), _mm512_castsi512_si128(both));
#else
    store_ports(out, [&](int i) { return table256[indices[i]]; });
#endif
    return out;
}

/// Bit i: byte i has its top bit set.
CARCBOT_HOT unsigned top_bits(const Bytes16& bytes) {
#if defined(__SSE2__)
    return static_cast<unsigned>(
        _mm_movemask_epi8(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes.at))));
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 16; ++i) bits |= static_cast<unsigned>(bytes.at[i] >> 7) << i;
    return bits;
#endif
}

/// from[index] for the index of each port; of every fourth, and of an index with its top bit set,
/// what comes means nothing.
CARCBOT_HOT Bytes16 shuffle(const Bytes16& from, const std::uint8_t* indices) {
    Bytes16 out;
#if defined(__SSSE3__)
    _mm_store_si128(reinterpret_cast<__m128i*>(out.at),
                    _mm_shuffle_epi8(_mm_load_si128(reinterpret_cast<const __m128i*>(from.at)),
                                     _mm_loadu_si128(reinterpret_cast<const __m128i*>(indices))));
#else
    store_ports(out, [&](int i) { return from.at[indices[i] & 15]; });
#endif
    return out;
}

/// The same for eight indices; what the last eight bytes become means nothing.
CARCBOT_HOT Bytes16 shuffle8(const Bytes16& from, const std::uint8_t* indices8) {
    Bytes16 out;
#if defined(__SSSE3__)
    _mm_store_si128(reinterpret_cast<__m128i*>(out.at),
                    _mm_shuffle_epi8(_mm_load_si128(reinterpret_cast<const __m128i*>(from.at)),
                                     _mm_loadl_epi64(reinterpret_cast<const __m128i*>(indices8))));
#else
    store8(out, [&](int i) { return from.at[indices8[i] & 15]; });
#endif
    return out;
}

/// Every `from` becomes `to`.
CARCBOT_HOT void replace(Bytes16& bytes, std::uint8_t from, std::uint8_t to) {
#if defined(__SSE2__)
    auto* const place = reinterpret_cast<__m128i*>(bytes.at);
    const __m128i old = _mm_load_si128(place);
    const __m128i hit = _mm_cmpeq_epi8(old, _mm_set1_epi8(static_cast<char>(from)));
    const __m128i change = _mm_and_si128(hit, _mm_set1_epi8(static_cast<char>(from ^ to)));
    _mm_store_si128(place, _mm_xor_si128(old, change));
#else
    for (std::uint8_t& byte : bytes.at) byte = byte == from ? to : byte;
#endif
}

// Tables of 256 bytes are read whole, soon after they were changed. The CPU hands freshly stored
// bytes to a load only if one store covers all that is loaded; so where loads are vectors, stores
// are too.

/// The same for a table of 256 bytes.
CARCBOT_HOT void replace_all(std::uint8_t* table256, std::uint8_t from, std::uint8_t to) {
#if defined(__AVX512BW__)
    const __m512i wanted = _mm512_set1_epi8(static_cast<char>(from));
    const __m512i instead = _mm512_set1_epi8(static_cast<char>(to));
    for (int i = 0; i < 256; i += 64) {
        const __m512i old = _mm512_load_si512(table256 + i);
        _mm512_store_si512(table256 + i,
                           _mm512_mask_mov_epi8(old, _mm512_cmpeq_epi8_mask(old, wanted), instead));
    }
#else
    for (int i = 0; i < 256; ++i) table256[i] = table256[i] == from ? to : table256[i];
#endif
}

CARCBOT_HOT void set_byte(std::uint8_t* table256, int index, std::uint8_t value) {
#if defined(__AVX512BW__)
    std::uint8_t* const line = table256 + (index & ~63);
    const __m512i old = _mm512_load_si512(line);
    _mm512_store_si512(line, _mm512_mask_mov_epi8(old, 1ULL << (index & 63),
                                                  _mm512_set1_epi8(static_cast<char>(value))));
#else
    table256[index] = value;
#endif
}

/// Byte `to` becomes what byte `from` is, which becomes 0; then ored4[i] is ored to byte at4[i].
/// Places are at most from + 3, apart from 255, where it does not matter.
CARCBOT_HOT void move_and_or(std::uint8_t* table256, int from, int to, const int* at4,
                             const std::uint8_t* ored4) {
#if defined(__AVX512BW__)
    if (from <= 60) [[likely]] {
        const __m512i last = _mm512_set1_epi8(static_cast<char>(table256[from]));
        __m512i line = _mm512_load_si512(table256);
        line = _mm512_mask_mov_epi8(line, 1ULL << to, last);
        line = _mm512_mask_mov_epi8(line, 1ULL << from, _mm512_setzero_si512());
        for (int i = 0; i < 4; ++i) {
            const std::uint64_t here = static_cast<std::uint64_t>(at4[i] < 64) << (at4[i] & 63);
            line = _mm512_or_si512(line, _mm512_maskz_set1_epi8(here, static_cast<char>(ored4[i])));
        }
        _mm512_store_si512(table256, line);
        return;
    }
#endif
    table256[to] = table256[from];
    table256[from] = 0;
    for (int i = 0; i < 4; ++i) table256[at4[i]] |= ored4[i];
}

/// Bit i: mark i, which is 0xFF or 0, is set.
CARCBOT_HOT std::uint64_t marked64(const std::uint8_t* marks64) {
#if defined(__AVX512BW__)
    return _mm512_movepi8_mask(_mm512_load_si512(marks64));
#else
    std::uint64_t marked = 0;
#if defined(__SSE2__)
    for (int i = 0; i < 64; i += 16) {
        const auto* const marks = reinterpret_cast<const __m128i*>(marks64 + i);
        const auto top = static_cast<unsigned>(_mm_movemask_epi8(_mm_load_si128(marks)));
        marked |= std::uint64_t{top} << i;
    }
#else
    for (int i = 0; i < 64; ++i) marked |= static_cast<std::uint64_t>(marks64[i] >> 7) << i;
#endif
    return marked;
#endif
}

/// The first index from `from` on where a table of 256 marks is marked; 256 if none is.
CARCBOT_HOT int next_marked(const std::uint8_t* marks256, int from) {
    for (int start = from & ~63; start < 256; start += 64) {
        std::uint64_t marked = marked64(marks256 + start);
        if (from > start) marked &= ~0ULL << (from - start);
        if (marked) return start + std::countr_zero(marked);
    }
    return 256;
}

/// The sum of the bytes with a bit in the mask.
CARCBOT_HOT int sum_of(const std::uint8_t* bytes64, std::uint64_t mask) {
#if defined(__AVX512BW__)
    const __m512i chosen = _mm512_maskz_mov_epi8(mask, _mm512_load_si512(bytes64));
    return static_cast<int>(
        _mm512_reduce_add_epi64(_mm512_sad_epu8(chosen, _mm512_setzero_si512())));
#else
    int sum = 0;
    for (; mask; mask &= mask - 1) sum += bytes64[std::countr_zero(mask)];
    return sum;
#endif
}

/// How many of so many bytes are this one; whole vectors of 64 are read. There are fewer than 256.
CARCBOT_HOT int count_equal(const std::uint8_t* bytes, int count, std::uint8_t byte) {
#if defined(__AVX512BW__)
    const __m512i wanted = _mm512_set1_epi8(static_cast<char>(byte));
    unsigned equal = 0;
    for (int from = 0; from < count; from += 64) {
        const std::uint64_t inside = ~0ULL >> (count - from < 64 ? 64 - (count - from) : 0);
        equal +=
            count_bits(inside & _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(bytes + from), wanted));
    }
    return static_cast<int>(equal);
#else
    std::uint8_t equal = 0;  // a byte, so that as many are counted at a time as a vector has
    for (int i = 0; i < count; ++i) equal = static_cast<std::uint8_t>(equal + (bytes[i] == byte));
    return equal;
#endif
}

/// Up to 128 bytes in which some are looked for.
class Tray {
  public:
    /// All 128 bytes are read, of which so many count.
    CARCBOT_HOT Tray(const std::uint8_t* bytes128, int count) {
#if defined(__AVX512BW__)
        low_ = _mm512_loadu_si512(bytes128);
        high_ = _mm512_loadu_si512(bytes128 + 64);
        in_low_ = count < 64 ? (1ULL << count) - 1 : ~0ULL;
        in_high_ = count <= 64 ? 0 : ~0ULL >> (128 - count);
#else
        bytes_ = bytes128;
        count_ = count;
#endif
    }

    [[nodiscard]] CARCBOT_HOT int count(std::uint8_t byte) const {
#if defined(__AVX512BW__)
        const __m512i wanted = _mm512_set1_epi8(static_cast<char>(byte));
        return static_cast<int>(count_bits(_mm512_mask_cmpeq_epi8_mask(in_low_, low_, wanted)) +
                                count_bits(_mm512_mask_cmpeq_epi8_mask(in_high_, high_, wanted)));
#else
        return count_equal(bytes_, count_, byte);
#endif
    }

    /// The first place from `from` on of this byte, or 128.
    [[nodiscard]] CARCBOT_HOT int first(std::uint8_t byte, int from) const {
#if defined(__AVX512BW__)
        const __m512i wanted = _mm512_set1_epi8(static_cast<char>(byte));
        const std::uint64_t after_low = from < 64 ? ~0ULL << from : 0;
        const std::uint64_t after_high = from < 64 ? ~0ULL : ~0ULL << (from - 64);
        const std::uint64_t low = _mm512_mask_cmpeq_epi8_mask(in_low_ & after_low, low_, wanted);
        const std::uint64_t high =
            _mm512_mask_cmpeq_epi8_mask(in_high_ & after_high, high_, wanted);
        return low ? std::countr_zero(low) : 64 + std::countr_zero(high);
#else
        for (int i = from; i < count_; ++i) {
            if (bytes_[i] == byte) return i;
        }
        return 128;
#endif
    }

  private:
#if defined(__AVX512BW__)
    __m512i low_, high_;
    std::uint64_t in_low_, in_high_;
#else
    const std::uint8_t* bytes_;
    int count_;
#endif
};

/// For each set of eight: which are in it as 0xFF, and how many before each are.
struct Ranks {
    alignas(16) std::uint8_t member[256][8];
    std::uint8_t before[256][8];
};
constexpr Ranks make_ranks() {
    Ranks ranks{};
    for (unsigned set = 0; set < 256; ++set) {
        unsigned count = 0;
        for (unsigned i = 0; i < 8; ++i) {
            const bool in = set >> i & 1;
            ranks.member[set][i] = in ? 0xFF : 0;
            ranks.before[set][i] = static_cast<std::uint8_t>(in ? count++ : 0);
        }
    }
    return ranks;
}
inline constexpr Ranks kRanks = make_ranks();

/// The members of `set` among the first eight bytes become next, next + 1, ...; those in `void_set`
/// become 0xFF, whatever they were.
CARCBOT_HOT void number_members(Bytes16& bytes, unsigned set, std::uint8_t next,
                                unsigned void_set) {
#if defined(__SSE2__)
    const auto load8 = [](const std::uint8_t* from) {
        return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
    };
    auto* const place = reinterpret_cast<__m128i*>(bytes.at);
    const __m128i members = load8(kRanks.member[set]);
    const __m128i start = _mm_and_si128(members, _mm_set1_epi8(static_cast<char>(next)));
    const __m128i numbers = _mm_add_epi8(start, load8(kRanks.before[set]));
    const __m128i nothing = load8(kRanks.member[void_set]);
    const __m128i others = _mm_andnot_si128(members, _mm_load_si128(place));
    _mm_store_si128(place, _mm_or_si128(_mm_or_si128(others, numbers), nothing));
#else
    for (unsigned i = 0; i < 8; ++i) {
        if (set >> i & 1) bytes.at[i] = static_cast<std::uint8_t>(next + kRanks.before[set][i]);
        if (void_set >> i & 1) bytes.at[i] = 0xFF;
    }
#endif
}

/// The first eight bytes as one number, byte 0 lowest.
CARCBOT_HOT std::uint64_t first_eight(const Bytes16& bytes) {
#if defined(__SSE2__) && defined(__x86_64__)
    return static_cast<std::uint64_t>(
        _mm_cvtsi128_si64(_mm_load_si128(reinterpret_cast<const __m128i*>(bytes.at))));
#else
    std::uint64_t out = 0;
    for (unsigned i = 0; i < 8; ++i) out |= std::uint64_t{bytes.at[i]} << (8 * i);
    return out;
#endif
}

/// Bit i: masks[i] and `wanted` have a bit in common.
CARCBOT_HOT unsigned any_common(const std::uint16_t* masks8, unsigned wanted) {
#if defined(__SSE2__)
    const __m128i common = _mm_and_si128(_mm_load_si128(reinterpret_cast<const __m128i*>(masks8)),
                                         _mm_set1_epi16(static_cast<short>(wanted)));
    const __m128i none = _mm_cmpeq_epi16(common, _mm_setzero_si128());
    return ~static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(none, none))) & 0xFF;
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i) bits |= static_cast<unsigned>((masks8[i] & wanted) != 0) << i;
    return bits;
#endif
}

/// Bit i: byte i is this one.
CARCBOT_HOT unsigned equal_to(const Bytes16& bytes, std::uint8_t byte) {
#if defined(__SSE2__)
    const __m128i all = _mm_load_si128(reinterpret_cast<const __m128i*>(bytes.at));
    const __m128i wanted = _mm_set1_epi8(static_cast<char>(byte));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(all, wanted)));
#else
    unsigned bits = 0;
    for (unsigned i = 0; i < 16; ++i) bits |= unsigned{bytes.at[i] == byte} << i;
    return bits;
#endif
}

/// The ports of a set at which one of its other ports has the same byte. Ports are numbered as
/// shapes.hpp says; a left or right one is never the same as a centre.
CARCBOT_HOT unsigned repeated(const Bytes16& bytes, unsigned set) {
    unsigned found = 0;
    // A difference d and 16 - d between two places are the same two places.
#if defined(__SSE2__)
    const __m128i all = _mm_load_si128(reinterpret_cast<const __m128i*>(bytes.at));
    const auto compare = [&](__m128i turned, int by) __attribute__((always_inline)) {
        const auto equal = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(all, turned)));
        const unsigned both = equal & set & (set >> by | set << (16 - by));
        found |= both | both << by | both >> (16 - by);
    };
    compare(_mm_or_si128(_mm_srli_si128(all, 2), _mm_slli_si128(all, 14)), 2);
    compare(_mm_shuffle_epi32(all, 0x39), 4);
    compare(_mm_or_si128(_mm_srli_si128(all, 6), _mm_slli_si128(all, 10)), 6);
    compare(_mm_shuffle_epi32(all, 0x4E), 8);
#else
    for (unsigned by = 2; by <= 8; by += 2) {
        for (unsigned i = 0; i < 16; ++i) {
            const unsigned pair = 1U << i | 1U << ((i + by) & 15);
            const bool same = (set & pair) == pair && bytes.at[i] == bytes.at[(i + by) & 15];
            found |= same ? pair : 0;
        }
    }
#endif
    return found & 0xFFFF;
}

/// Bit i: byte i, the known edges of a cell, knows one side alone.
CARCBOT_HOT std::uint64_t one_side(const std::uint8_t* known64) {
    std::uint64_t cells = 0;
#if defined(__AVX512BW__)
    const __m512i all = _mm512_load_si512(known64);
    for (int side = 0; side < 4; ++side) {
        cells |= _mm512_cmpeq_epi8_mask(all, _mm512_set1_epi8(static_cast<char>(3 << (2 * side))));
    }
#elif defined(__SSE2__)
    for (int from = 0; from < 64; from += 16) {
        const __m128i all = _mm_load_si128(reinterpret_cast<const __m128i*>(known64 + from));
        __m128i found = _mm_setzero_si128();
        for (int side = 0; side < 4; ++side) {
            const __m128i one = _mm_set1_epi8(static_cast<char>(3 << (2 * side)));
            found = _mm_or_si128(found, _mm_cmpeq_epi8(all, one));
        }
        cells |= std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(found))} << from;
    }
#else
    for (int i = 0; i < 64; ++i) {
        const unsigned known = known64[i];
        const bool one = known == 3 || known == 3 << 2 || known == 3 << 4 || known == 3 << 6;
        cells |= std::uint64_t{one} << i;
    }
#endif
    return cells;
}

/// How many of the first keys are below this one. Up to kKeysAtOnce more are looked at, which must
/// not be below anything.
inline constexpr int kKeysAtOnce = 32;
CARCBOT_HOT int count_below(const std::int16_t* keys, int count, std::int16_t key) {
    int below = 0;
#if defined(__AVX512BW__)
    const __m512i limit = _mm512_set1_epi16(key);
    for (int from = 0; from < count; from += 32) {
        below += std::popcount(_mm512_cmplt_epi16_mask(_mm512_loadu_si512(keys + from), limit));
    }
#elif defined(__SSE2__)
    const __m128i limit = _mm_set1_epi16(key);
    __m128i sums = _mm_setzero_si128();
    for (int from = 0; from < count; from += 8) {
        const __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(keys + from));
        sums = _mm_sub_epi16(sums, _mm_cmplt_epi16(all, limit));
    }
    const __m128i pairs = _mm_madd_epi16(sums, _mm_set1_epi16(1));
    const __m128i halves = _mm_add_epi32(pairs, _mm_shuffle_epi32(pairs, 0x4E));
    below = _mm_cvtsi128_si32(_mm_add_epi32(halves, _mm_shuffle_epi32(halves, 0xB1)));
#else
    for (int i = 0; i < count; ++i) below += keys[i] < key;
#endif
    return below;
}

/// Which of eight bytes are equal to one that is marked, and which to one before them.
struct Equals {
    unsigned marked;
    unsigned before;
};

inline constexpr std::uint64_t kEveryByte = 0x0101010101010101ULL;

/// Bit i: byte i is not 0.
CARCBOT_HOT unsigned bytes_not_0(std::uint64_t bytes) {
    // no carry leaves a byte, for only seven bits are added
    const std::uint64_t low = 0x7F7F7F7F7F7F7F7FULL;
    const std::uint64_t top = ((bytes & low) + low) | bytes;
    return static_cast<unsigned>((top >> 7 & kEveryByte) * 0x0102040810204080ULL >> 56);
}

/// Plain form of find_equals(), and what the tests hold the other against.
CARCBOT_HOT Equals find_equals_plain(std::uint64_t bytes, unsigned marks) {
    Equals out{0, 0};
    for (unsigned s = 0; s < 8; ++s) {
        const std::uint64_t same =
            bytes ^ ((bytes >> (8 * s) & 0xFF) * kEveryByte);  // 0 where equal
        const unsigned equal = ~bytes_not_0(same) & 0xFF;
        out.marked |= unsigned{(equal & marks) != 0} << s;
        out.before |= unsigned{(equal & ((1U << s) - 1)) != 0} << s;
    }
    return out;
}

CARCBOT_HOT Equals find_equals(std::uint64_t bytes, unsigned marks) {
#if defined(__AVX512BW__) && defined(__AVX512DQ__)
    const __m512i all = _mm512_set1_epi64(static_cast<long long>(bytes));
    const __m512i one_a_row = _mm512_shuffle_epi8(
        all, _mm512_set_epi64(0x0707070707070707, 0x0606060606060606, 0x0505050505050505,
                              0x0404040404040404, 0x0303030303030303, 0x0202020202020202,
                              0x0101010101010101, 0));
    const __m512i equal = _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(all, one_a_row));
    const __m512i earlier =
        _mm512_set_epi64(0x00FFFFFFFFFFFFFF, 0x0000FFFFFFFFFFFF, 0x000000FFFFFFFFFF, 0xFFFFFFFF,
                         0xFFFFFF, 0xFFFF, 0xFF, 0);
    const __m512i marked = _mm512_movm_epi8(marks * kEveryByte);
    return {_mm512_test_epi64_mask(equal, marked), _mm512_test_epi64_mask(equal, earlier)};
#elif defined(__SSE2__)
    // every byte eight times, against all of them: byte s of the whole is the set equal to byte s
    const __m128i all = _mm_set1_epi64x(static_cast<long long>(bytes));
    const __m128i twice = _mm_unpacklo_epi8(all, all);
    const __m128i low = _mm_unpacklo_epi16(twice, twice), high = _mm_unpackhi_epi16(twice, twice);
    const auto equal = [&](__m128i two_rows) {
        const int mask = _mm_movemask_epi8(_mm_cmpeq_epi8(all, two_rows));
        return std::uint64_t{static_cast<unsigned>(mask)};
    };
    const std::uint64_t sets =
        equal(_mm_unpacklo_epi32(low, low)) | equal(_mm_unpackhi_epi32(low, low)) << 16 |
        equal(_mm_unpacklo_epi32(high, high)) << 32 | equal(_mm_unpackhi_epi32(high, high)) << 48;
    return {bytes_not_0(sets & marks * kEveryByte), bytes_not_0(sets & 0x7F3F1F0F07030100ULL)};
#else
    return find_equals_plain(bytes, marks);
#endif
}

}  // namespace carcbot::carcassonne::lanes
