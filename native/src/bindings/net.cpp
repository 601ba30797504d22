// When frames arrived, as Python asks for it.

#include <nanobind/nanobind.h>

#include "net/arrivals.hpp"
#include "topics.hpp"

namespace nb = nanobind;

namespace carcbot::bindings {

void register_net(nb::module_& parent) {
    nb::module_ module = parent.def_submodule("net", "What an event loop cannot see.");
    nb::class_<net::Arrivals>(
        module, "Arrivals",
        "Notes when data arrives at sockets, whatever the thread that reads them is doing.")
        .def(nb::init<>(), "Starts a thread, which ends with the object.")
        .def("watch", &net::Arrivals::watch, nb::arg("socket"),
             "Watches a socket, by its number, until it is closed.")
        .def("take", &net::Arrivals::take, nb::arg("socket"),
             "When the data that was just read arrived, in nanoseconds of CLOCK_MONOTONIC; 0 if it "
             "has only just come. To be asked after every reading.");
}

}  // namespace carcbot::bindings
