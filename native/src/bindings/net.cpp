// When frames arrived, and when they were sent, as Python asks for it.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <utility>
#include <vector>

#include "net/arrivals.hpp"
#include "net/departures.hpp"
#include "topics.hpp"

namespace nb = nanobind;

namespace carcbot::bindings {

void register_net(nb::module_& parent) {
    nb::module_ module = parent.def_submodule("net", "What an event loop cannot see.");
    nb::class_<net::Arrivals>(
        module, "Arrivals",
        "Notes when data arrived at sockets that are about to be read, by the system's stamps.")
        .def(nb::init<>(), "Nothing is watched at first.")
        .def("watch", &net::Arrivals::watch, nb::arg("socket"),
             "Has the system stamp what it receives for a socket, given by its number.")
        .def("forget", &net::Arrivals::forget, nb::arg("socket"),
             "The socket is going to be closed: its number may be another's next.")
        .def(
            "note",
            [](net::Arrivals& arrivals, const std::vector<int>& sockets) {
                arrivals.note(sockets);
            },
            nb::arg("sockets"),
            "Notes when the first unread data of each arrived; leaves out those not watched.")
        .def("take", &net::Arrivals::take, nb::arg("socket"),
             "When the data arrived that was noted last, in nanoseconds of CLOCK_MONOTONIC; 0 if "
             "nothing was noted since this was asked last.");
    // Both keep the interpreter: who else wanted it would have it first and be waited for, and the
    // system takes less time for this than that.
    module.def(
        "send",
        [](int socket, const nb::bytes& data) {
            return net::send_now(socket, {data.c_str(), data.size()});
        },
        nb::arg("socket"), nb::arg("data"), "Sends what the system takes at once: how many bytes.");
    module.def(
        "send_timed",
        [](int socket, const nb::bytes& data) {
            const auto sent = net::send_timed(socket, {data.c_str(), data.size()});
            return std::pair{sent.taken, sent.moment};
        },
        nb::arg("socket"), nb::arg("data"),
        "The same, and when the system had them, in nanoseconds of CLOCK_MONOTONIC. What this "
        "thread had to wait for while it sent them does not count.");
}

}  // namespace carcbot::bindings
