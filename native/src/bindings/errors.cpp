// carcbot::InputError becomes the class of carcbot/errors.py that stands for the same fault.
#include <nanobind/nanobind.h>

#include "carcbot/error.hpp"
#include "topics.hpp"

namespace carcbot::bindings {
namespace {

namespace nb = nanobind;

const char* class_name(Fault fault) {
    switch (fault) {
        case Fault::options:
            return "OptionsError";
        case Fault::illegal_move:
            return "IllegalMoveError";
        case Fault::out_of_turn:
            return "OutOfTurnError";
        case Fault::agent:
            return "AgentError";
        default:
            return "NotationError";
    }
}

/// Text that a caller passed may be quoted in an error; it need not be valid UTF-8.
nb::object to_text(const std::string& text) {
    return nb::steal(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

void translate(const std::exception_ptr& raised, void*) {
    try {
        std::rethrow_exception(raised);
    } catch (const InputError& error) {
        const nb::object type =
            nb::module_::import_("carcbot.errors").attr(class_name(error.fault));
        const nb::object instance =
            type(to_text(error.what()), nb::arg("where") = to_text(error.where),
                 nb::arg("expected") = to_text(error.expected));
        PyErr_SetObject(type.ptr(), instance.ptr());
    }
}

}  // namespace

void register_errors() {
    nb::register_exception_translator(translate);
}

}  // namespace carcbot::bindings
