// Threads that share the work of one call after the other. They are there as long as the crew is,
// for to make a thread costs more than a step of many games. A process that was forked has none of
// them; there the caller's thread does it all.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

namespace carcbot::env {

class Crew {
  public:
    /// So many threads work; the caller's is one of them.
    explicit Crew(std::size_t threads) : failures_(threads) {
        try {
            for (std::size_t t = 1; t < threads; ++t) {
                workers_.emplace_back([this, t] { wait_and_work(t); });
            }
        } catch (...) {  // the system gives no more
            send_home();
            throw;
        }
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew() { send_home(); }

    /// Calls f(i) for 0 <= i < count. Throws what one of the calls threw.
    template <typename F>
    void share(std::size_t count, const F& f) {
        if (workers_.empty() || is_forked()) {
            for (std::size_t i = 0; i < count; ++i) f(i);
            return;
        }
        const std::size_t threads = workers_.size() + 1;
        const auto part = [&](std::size_t t) {
            const std::size_t end = count * (t + 1) / threads;
            for (std::size_t i = count * t / threads; i < end; ++i) f(i);
        };
        using Part = decltype(part);
        context_ = &part;
        work_ = [](const void* context, std::size_t t) { (*static_cast<const Part*>(context))(t); };
        busy_.store(workers_.size(), std::memory_order_relaxed);
        begin_round();
        work_on(0);
        for (std::size_t left = busy_.load(); left != 0; left = busy_.load()) busy_.wait(left);
        std::exception_ptr first;
        for (std::exception_ptr& failure : failures_) {
            const std::exception_ptr each = std::exchange(failure, nullptr);
            if (!first) first = each;
        }
        if (first) std::rethrow_exception(first);
    }

  private:
    [[nodiscard]] bool is_forked() const { return getpid() != home_; }

    void send_home() {
        if (is_forked()) {  // none of them is here, and to wait for one would be for ever
            new std::vector<std::thread>(std::move(workers_));
            return;
        }
        work_ = nullptr;
        begin_round();
        for (std::thread& worker : workers_) worker.join();
    }

    void begin_round() {
        round_.fetch_add(1);
        round_.notify_all();
    }

    void work_on(std::size_t t) {
        try {
            work_(context_, t);
        } catch (...) {
            failures_[t] = std::current_exception();
        }
    }

    void wait_and_work(std::size_t t) {
        for (unsigned round = 0;;) {
            round_.wait(round);
            round = round_.load();
            if (work_ == nullptr) return;
            work_on(t);
            if (busy_.fetch_sub(1) == 1) busy_.notify_one();
        }
    }

    void (*work_)(const void*, std::size_t) = nullptr;  ///< null: the crew goes home
    const void* context_ = nullptr;
    std::vector<std::exception_ptr> failures_;  ///< by thread
    std::atomic<unsigned> round_ = 0;
    std::atomic<std::size_t> busy_ = 0;
    std::vector<std::thread> workers_;
    pid_t home_ = getpid();  ///< the process in which they are
};

}  // namespace carcbot::env
