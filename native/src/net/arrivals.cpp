#include "arrivals.hpp"

#ifdef __linux__

#include <sched.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <system_error>

namespace carcbot::net {
namespace {

std::int64_t nanoseconds(const timespec& moment) {
    return std::int64_t{moment.tv_sec} * 1'000'000'000 + moment.tv_nsec;
}

std::int64_t now(clockid_t clock = CLOCK_MONOTONIC) {
    timespec moment{};
    clock_gettime(clock, &moment);
    return nanoseconds(moment);
}

/// After each look it rests, because being woken for every frame costs a busy server a quarter of
/// its time. What comes in the meantime and is read before the next look is not noted at all.
constexpr auto kRest = std::chrono::microseconds(1000);

/// Who asks for short turns gets them sooner: after a rest the thread is not to wait until a busy
/// reader's turn on the only free core is over. Older kernels do not know that, and say so.
void ask_for_short_turns() {
    struct {  // the system's own name for it comes only with newer libraries
        std::uint32_t size = sizeof(*this);
        std::uint32_t policy = SCHED_OTHER;
        std::uint64_t flags = 0;
        std::int32_t nice = getpriority(PRIO_PROCESS, 0);
        std::uint32_t priority = 0;
        std::uint64_t turn_ns = 100'000;
        std::uint64_t deadline = 0, period = 0;
    } const wish;
    syscall(SYS_sched_setattr, 0, &wish, 0);
}

/// How long ago a moment of the wall clock was, by the clock that never jumps: when it was by that.
/// The two are read one after the other, so it is tried again if something came between.
std::int64_t monotonic(std::int64_t wall) {
    constexpr std::int64_t kTight = 10'000;
    constexpr int kTries = 10;
    std::int64_t moment = 0;
    for (int i = 0; i < kTries; ++i) {
        const std::int64_t before = now();
        const std::int64_t ago = now(CLOCK_REALTIME) - wall;
        const std::int64_t after = now();
        moment = after - std::max<std::int64_t>(ago, 0);
        if (after - before < kTight) break;
    }
    return moment;
}

/// When the system received the first data of a socket that is unread; 0 if there is none. Where
/// more came right behind it the system may tell of the last of that.
std::int64_t arrived(int socket) {
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
        return monotonic(nanoseconds(stamp));
    }
    return now();
}

int checked(int result, const char* what) {
    if (result < 0) throw std::system_error(errno, std::generic_category(), what);
    return result;
}

}  // namespace

Arrivals::Arrivals()
    : poll_(checked(epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
      wake_(checked(eventfd(0, EFD_CLOEXEC), "eventfd")) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = wake_;
    checked(epoll_ctl(poll_, EPOLL_CTL_ADD, wake_, &event), "epoll_ctl");
    thread_ = std::thread([this] { run(); });
}

Arrivals::~Arrivals() {
    ends_ = true;
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(wake_, &one, sizeof one);
    thread_.join();
    close(wake_);
    close(poll_);
}

void Arrivals::watch(int socket) {
    if (socket < 0 || static_cast<std::size_t>(socket) >= kMostSockets) return;
    first_[static_cast<std::size_t>(socket)] = 0;
    taken_[static_cast<std::size_t>(socket)] = now();
    const int on = 1;
    setsockopt(socket, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on);
    epoll_event event{};
    event.events = EPOLLIN | EPOLLET;  // once for each arrival
    event.data.fd = socket;
    epoll_ctl(poll_, EPOLL_CTL_ADD, socket, &event);
}

std::int64_t Arrivals::take(int socket) {
    if (socket < 0 || static_cast<std::size_t>(socket) >= kMostSockets) return 0;
    const auto place = static_cast<std::size_t>(socket);
    const std::int64_t first = first_[place].exchange(0, std::memory_order_relaxed);
    const std::int64_t before = taken_[place];
    taken_[place] = now();
    // one from before the last question was noted too late, and is about data that was read then
    return first > before ? first : 0;
}

void Arrivals::run() {
    ask_for_short_turns();
    std::array<epoll_event, 64> events;
    while (!ends_) {
        const int count = epoll_wait(poll_, events.data(), static_cast<int>(events.size()), -1);
        for (int i = 0; i < count; ++i) {
            const int socket = events[static_cast<std::size_t>(i)].data.fd;
            if (socket == wake_) continue;
            const std::int64_t moment = arrived(socket);
            if (moment == 0) continue;  // the reader was quicker
            std::int64_t none = 0;
            first_[static_cast<std::size_t>(socket)].compare_exchange_strong(
                none, moment, std::memory_order_relaxed);
        }
        std::this_thread::sleep_for(kRest);
    }
}

}  // namespace carcbot::net

#else

namespace carcbot::net {

Arrivals::Arrivals() = default;
Arrivals::~Arrivals() = default;
void Arrivals::watch(int) {}
std::int64_t Arrivals::take(int) {
    return 0;
}
void Arrivals::run() {}

}  // namespace carcbot::net

#endif
