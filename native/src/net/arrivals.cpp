#include "arrivals.hpp"

#ifdef __linux__

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <system_error>

namespace carcbot::net {
namespace {

std::int64_t now() {
    timespec moment{};
    clock_gettime(CLOCK_MONOTONIC, &moment);
    return std::int64_t{moment.tv_sec} * 1'000'000'000 + moment.tv_nsec;
}

/// After each look it rests, because being woken for every frame costs a busy server a quarter of
/// its time. What comes in the meantime, and is not read by then, is noted so much too late at
/// most.
constexpr auto kRest = std::chrono::microseconds(1000);

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
    std::array<epoll_event, 64> events;
    while (!ends_) {
        const int count = epoll_wait(poll_, events.data(), static_cast<int>(events.size()), -1);
        const std::int64_t moment = now();
        for (int i = 0; i < count; ++i) {
            const int socket = events[static_cast<std::size_t>(i)].data.fd;
            if (socket == wake_) continue;
            int unread = 0;  // none: the reader was quicker
            if (ioctl(socket, FIONREAD, &unread) != 0 || unread == 0) continue;
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
