#include "arrivals.hpp"

#ifdef __linux__
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "moments.hpp"
#endif

namespace carcbot::net {
namespace {

#ifdef __linux__

/// How far the clock of the system's stamps is ahead of the one that never jumps. The two are read
/// one after the other, so it is tried again if something came between.
std::int64_t wall_is_ahead_by() {
    constexpr std::int64_t kTight = 10'000;
    constexpr int kTries = 10;
    std::int64_t ahead = 0;
    for (int i = 0; i < kTries; ++i) {
        const std::int64_t before = now(CLOCK_MONOTONIC);
        const std::int64_t wall = now(CLOCK_REALTIME);
        const std::int64_t after = now(CLOCK_MONOTONIC);
        ahead = wall - after;
        if (after - before < kTight) break;
    }
    return ahead;
}

/// When the system received the first unread data of a socket, by the wall clock; 0 if there is
/// none or it has no stamp.
std::int64_t stamp_of(int socket) {
    char byte = 0;
    iovec place{&byte, 1};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(timespec))> control;
    msghdr message{};
    message.msg_iov = &place;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    if (recvmsg(socket, &message, MSG_PEEK | MSG_DONTWAIT) <= 0) return 0;
    for (cmsghdr* each = CMSG_FIRSTHDR(&message); each; each = CMSG_NXTHDR(&message, each)) {
        if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_TIMESTAMPNS) continue;
        timespec stamp{};
        std::memcpy(&stamp, CMSG_DATA(each), sizeof stamp);
        return nanoseconds(stamp);
    }
    return 0;
}

bool ask_for_stamps(int socket) {
    const int on = 1;
    return setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) == 0;
}

int open_keeper() {
    const int socket = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket >= 0) ask_for_stamps(socket);
    return socket;
}

#else

bool ask_for_stamps(int) {
    return false;
}

int open_keeper() {
    return -1;
}

void close(int) {}

#endif

}  // namespace

Arrivals::Arrivals() : keeper_(open_keeper()) {}

Arrivals::~Arrivals() {
    if (keeper_ >= 0) close(keeper_);
}

bool Arrivals::is_watched(int socket) const {
    return socket >= 0 && static_cast<std::size_t>(socket) < kMostSockets &&
           watched_[static_cast<std::size_t>(socket)];
}

void Arrivals::watch(int socket) {
    if (socket < 0 || static_cast<std::size_t>(socket) >= kMostSockets) return;
    noted_[static_cast<std::size_t>(socket)] = 0;
    watched_[static_cast<std::size_t>(socket)] = ask_for_stamps(socket);
}

void Arrivals::forget(int socket) {
    if (is_watched(socket)) watched_[static_cast<std::size_t>(socket)] = false;
}

void Arrivals::note([[maybe_unused]] std::span<const int> sockets) {
#ifdef __linux__
    std::int64_t ahead = 0;
    for (const int socket : sockets) {
        if (!is_watched(socket)) continue;
        const std::int64_t stamp = stamp_of(socket);
        if (stamp == 0) continue;
        if (ahead == 0) ahead = wall_is_ahead_by();
        noted_[static_cast<std::size_t>(socket)] =
            std::min(stamp - ahead, now(CLOCK_MONOTONIC));  // the wall clock may have been set back
    }
#endif
}

std::int64_t Arrivals::take(int socket) {
    if (!is_watched(socket)) return 0;
    std::int64_t& noted = noted_[static_cast<std::size_t>(socket)];
    const std::int64_t moment = noted;
    noted = 0;
    return moment;
}

}  // namespace carcbot::net
